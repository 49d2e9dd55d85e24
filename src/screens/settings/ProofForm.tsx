import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type FormEvent, type ReactNode } from 'react';
import { maxLengths } from '../../shared/lengths.ts';
import { errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { useSession } from '../../web/session.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PasswordField } from '../../web/ui/fields/PasswordField.tsx';

interface Props {
  /** Whether the first field asks for the password. */
  asksForPassword?: boolean;
  /** The fields after the password. */
  children?: ReactNode;
  submitLabel: string;
  busyText: string;
  /** Sends the change with the proof. If it throws, the error is shown above the fields. */
  onSubmit: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** The form in which a signed-in person proves their identity before a change. */
export function ProofForm({ asksForPassword = false, children, submitLabel, busyText, onSubmit, onCancel }: Props) {
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const submitProof = async () => {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      await onSubmit(password);
    } catch (error) {
      if (!isSessionEndedError(error)) setFailure(errorMessageOf(error));
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
      {asksForPassword && (
        <>
          {/* Tells password managers which account the password belongs to. */}
          <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
          <PasswordField
            label="Dein Passwort"
            name="password"
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            slotProps={{ htmlInput: { maxLength: maxLengths.password } }}
          />
        </>
      )}
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <BusyButton type="submit" busy={busy} busyText={busyText}>
          {submitLabel}
        </BusyButton>
        <Button onClick={onCancel}>Abbrechen</Button>
      </Box>
    </Box>
  );
}
