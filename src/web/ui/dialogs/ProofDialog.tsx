import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { maxLengths } from '../../../shared/lengths.ts';
import { CallError, errorMessageOf, isSessionEndedError } from '../../calls/api.ts';
import { PasswordField } from '../fields/PasswordField.tsx';
import { Notice } from '../notices/Notice.tsx';
import { FormDialog } from './FormDialog.tsx';

interface Props {
  /** Runs with the typed password. A refusal that it throws is shown at the field, any other error above it. */
  onSubmit: (password: string) => Promise<void>;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
  /** The text of the submit button, and its text while the password is checked. */
  submitLabel: string;
  busyText: string;
  /** Returns the message of an error that is no refusal. */
  messageOf?: (error: unknown) => string;
}

/** Asks for the password of a person who has signed in a while ago. */
export function ProofDialog({ onSubmit, onClosed, submitLabel, busyText, messageOf = errorMessageOf }: Props) {
  const [open, setOpen] = useState(true);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [passwordError, setPasswordError] = useState('');
  const [failure, setFailure] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const refuse = (message: string) => {
    setPasswordError(message);
    input.current?.focus();
  };
  const submit = async () => {
    if (!password) return refuse('Gib dein Passwort ein.');
    setBusy(true);
    setFailure('');
    try {
      await onSubmit(password);
      setOpen(false);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      if (!(error instanceof CallError)) return setFailure(messageOf(error));
      refuse(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title="Bist du es wirklich?"
      open={open}
      busy={busy}
      isChanged={false}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel={submitLabel}
      busyText={busyText}
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Typography>Deine Anmeldung ist schon eine Weile her. Gib noch einmal dein Passwort ein.</Typography>
        {failure && (
          <Notice kind="error" announced>
            {failure}
          </Notice>
        )}
        <PasswordField
          label="Passwort"
          autoComplete="current-password"
          autoFocus
          inputRef={input}
          value={password}
          onChange={({ target }) => {
            setPassword(target.value);
            setPasswordError('');
          }}
          error={Boolean(passwordError)}
          helperText={passwordError}
          slotProps={{ htmlInput: { maxLength: maxLengths.password } }}
        />
      </Box>
    </FormDialog>
  );
}
