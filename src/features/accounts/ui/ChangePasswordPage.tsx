import Box from '@mui/material/Box';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { longest } from '../../shared/lengths.ts';
import { homeOf } from '../../shared/roles.ts';
import { ask, Refusal, sentenceOf } from '../../web/api.ts';
import { adopt, useSession } from '../../web/session.ts';
import { toast } from '../../web/toast.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { PasswordField } from '../../web/ui/PasswordField.tsx';
import { setNewPassword } from '../contract.ts';
import { newPasswordProblem, repetitionProblem } from '../rules.ts';

const rule = 'Mindestens 8 Zeichen, mit Großbuchstabe, Kleinbuchstabe, Zahl und Sonderzeichen.';

/** New password and repeat (spec §2, §5); afterwards home. */
export default function ChangePasswordPage() {
  const { user } = useSession();
  // Whoever has just registered has nothing to change yet.
  const deed = user?.firstPassword ? 'Passwort wählen' : 'Passwort ändern';
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [repetition, setRepetition] = useState('');
  const [left, setLeft] = useState({ password: false, repetition: false });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  /** A password that the server refused, and why; any other may be tried. */
  const [refused, setRefused] = useState({ password: '', message: '' });

  const problem = newPasswordProblem(password) ?? (password === refused.password ? refused.message : null);
  const mismatch = repetitionProblem(password, repetition);

  const save = async () => {
    setBusy(true);
    setFailure('');
    try {
      const { data } = await ask(setNewPassword, { newPassword: password });
      adopt(data);
      toast.success('Das Passwort wurde erfolgreich geändert!', 'password');
      await navigate(homeOf(data.role.value));
    } catch (error) {
      setBusy(false);
      if (error instanceof Refusal && error.code === 'sessionInvalid') return;
      toast.error('Das Passwort konnte nicht geändert werden!', 'password');
      if (error instanceof Refusal && error.code in setNewPassword.refusals)
        setRefused({ password, message: error.message });
      else setFailure(sentenceOf(error));
    }
  };

  return (
    <Box sx={{ maxWidth: 560 }}>
      <PageHeader title={deed}>
        {user?.resetPassword ? 'Bitte wähle jetzt dein eigenes Passwort. Danach geht es weiter.' : null}
      </PageHeader>
      <Box
        component="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!problem && !mismatch && !busy) void save();
        }}
        sx={{ display: 'grid', gap: 4, justifyItems: 'start' }}
      >
        {failure && (
          <Notice kind="error" announced>
            {failure}
          </Notice>
        )}
        {/* Tells a password manager whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
        <PasswordField
          label="Neues Passwort"
          name="newPassword"
          autoComplete="new-password"
          required
          value={password}
          error={left.password && Boolean(problem)}
          helperText={left.password && problem ? problem : rule}
          onChange={(event) => setPassword(event.target.value)}
          slotProps={{ htmlInput: { maxLength: longest.password } }}
          onBlur={() => setLeft({ ...left, password: true })}
        />
        <PasswordField
          label="Neues Passwort wiederholen"
          name="repeatPassword"
          autoComplete="new-password"
          required
          value={repetition}
          error={left.repetition && Boolean(mismatch)}
          helperText={left.repetition ? mismatch : null}
          onChange={(event) => setRepetition(event.target.value)}
          slotProps={{ htmlInput: { maxLength: longest.password } }}
          onBlur={() => setLeft({ ...left, repetition: true })}
        />
        <div>
          <BusyButton
            type="submit"
            size="large"
            busy={busy}
            busyText="Wird gespeichert..."
            disabledReason={problem ? 'Das neue Passwort erfüllt die Regeln noch nicht.' : mismatch}
          >
            {deed}
          </BusyButton>
        </div>
      </Box>
    </Box>
  );
}
