import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type FormEvent, type ReactNode } from 'react';
import { maxLengths } from '../../shared/lengths.ts';
import { sentenceOf, sessionEnded } from '../../web/calls/api.ts';
import { useSession } from '../../web/session.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PasswordField } from '../../web/ui/fields/PasswordField.tsx';

interface Props {
  /** Asks for the password as the first field. */
  password?: boolean;
  /** The fields after the password. */
  children?: ReactNode;
  submit: string;
  busyText: string;
  /** Sends the proof with the change; if it throws, the error is shown above the fields. */
  onProven: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** The form in which a signed-in person proves their identity before a change. */
export function ProofForm({ password = false, children, submit, busyText, onProven, onCancel }: Props) {
  const { user } = useSession();
  const [typedPassword, setTypedPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const submitProof = async () => {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      await onProven(typedPassword);
    } catch (error) {
      if (!sessionEnded(error)) setFailure(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box
      component="form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submitProof();
      }}
      sx={{ display: 'grid', gap: 4, mt: 4, maxWidth: 420 }}
    >
      {failure && (
        <Notice kind="error" announced>
          {failure}
        </Notice>
      )}
      {password && (
        <>
          {/* Tells password managers which account the password belongs to. */}
          <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
          <PasswordField
            label="Dein Passwort"
            name="password"
            autoComplete="current-password"
            required
            autoFocus
            value={typedPassword}
            onChange={(event) => setTypedPassword(event.target.value)}
            slotProps={{ htmlInput: { maxLength: maxLengths.password } }}
          />
        </>
      )}
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <BusyButton type="submit" busy={busy} busyText={busyText}>
          {submit}
        </BusyButton>
        <Button onClick={onCancel}>Abbrechen</Button>
      </Box>
    </Box>
  );
}
