import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { ask, sentenceOf } from '../../web/api.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { PasswordField } from '../../web/ui/PasswordField.tsx';
import { login, type User } from '../contract.ts';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: (user: User) => void;
  onForgot: () => void;
}

/** E-mail and password; a failure stands above them and stays until the next try. */
export function LoginForm({ email, onEmail, onSignedIn, onForgot }: Props) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      const { data } = await ask(login, { username: email, password });
      onSignedIn(data);
    } catch (error) {
      setFailure(sentenceOf(error));
      setBusy(false);
    }
  };

  return (
    <Box
      component="form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      sx={{ display: 'grid', gap: 4 }}
    >
      {failure && (
        <Notice kind="error" announced>
          {failure}
        </Notice>
      )}
      <TextField
        label="E-Mail"
        type="email"
        name="username"
        autoComplete="username"
        required
        fullWidth
        autoFocus
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <PasswordField
        label="Passwort"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <BusyButton type="submit" size="large" fullWidth busy={busy} busyText="Anmeldung läuft...">
        Anmelden
      </BusyButton>
      <Button onClick={onForgot}>Passwort vergessen?</Button>
    </Box>
  );
}
