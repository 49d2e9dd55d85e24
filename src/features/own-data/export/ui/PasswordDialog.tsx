import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { maxLengths } from '../../../../shared/lengths.ts';
import { CallError, isSessionEndedError } from '../../../../web/calls/api.ts';
import { FormDialog } from '../../../../web/ui/dialogs/FormDialog.tsx';
import { Notice } from '../../../../web/ui/notices/Notice.tsx';
import { PasswordField } from '../../../../web/ui/fields/PasswordField.tsx';
import { exportFailureMessage, fetchExport } from './fetchExport.ts';

/** Asks for the password and then downloads the archive. After a wrong password, the field shows an error. */
export default function PasswordDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [passwordError, setPasswordError] = useState('');
  const [failure, setFailure] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const send = async () => {
    setBusy(true);
    setFailure('');
    try {
      await fetchExport(password);
      setOpen(false);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      if (!(error instanceof CallError)) return setFailure(exportFailureMessage(error));
      setPasswordError(error.message);
      input.current?.focus();
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
      onSubmit={send}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Herunterladen"
      busyText="Wird zusammengestellt..."
      disabledReason={password ? null : 'Bitte gib dein Passwort ein.'}
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Typography>Deine Anmeldung ist schon eine Weile her. Gib bitte noch einmal dein Passwort ein.</Typography>
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
