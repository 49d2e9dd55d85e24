import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type FormEvent, type ReactNode } from 'react';
import { maxLengths } from '../../shared/lengths.ts';
import { errorMessageOf } from '../../web/calls/api.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
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
  const { busy, failure, submit } = useSubmit(async () => onSubmit(password));
  return (
    <Box
      component="form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      sx={{ display: 'grid', gap: 4, mt: 4, maxWidth: 420 }}
    >
      {failure !== null && (
        <Notice kind="error" announced>
          {errorMessageOf(failure)}
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
