import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { callApi } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { FormDialog } from '../../../web/ui/dialogs/FormDialog.tsx';
import { useSubmit } from '../../../web/calls/useSubmit.ts';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { getPasskeys, renamePasskey, type Passkey } from '../contract.ts';
import { nameProblem } from '../rules.ts';
import { maxLengths } from '../../../shared/lengths.ts';

interface Props {
  passkey: Passkey;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}

/** Gives a passkey a different name. */
export default function RenamePasskeyDialog({ passkey, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState(passkey.name);
  const [nameError, setNameError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { busy, failure, submit } = useSubmit(async () => {
    const problem = nameProblem(name.trim());
    if (problem) {
      setNameError(problem);
      input.current?.focus();
      return;
    }
    await callApi(renamePasskey, { passkeyId: passkey.passkeyId, name });
    await invalidate(getPasskeys);
    toast.success('Der Name ist gespeichert.', 'passkey');
    setOpen(false);
  });
  return (
    <FormDialog
      title="Passkey umbenennen"
      open={open}
      busy={busy}
      isChanged={name.trim() !== passkey.name}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Speichern"
      busyText="Wird gespeichert..."
    >
      {failure !== null && <ErrorNotice error={failure} />}
      <TextField
        fullWidth
        autoFocus
        label="Name"
        value={name}
        inputRef={input}
        onChange={({ target }) => {
          setName(target.value);
          setNameError('');
        }}
        error={Boolean(nameError)}
        helperText={nameError || 'Zum Beispiel dein Gerät: „Handy“ oder „Laptop zu Hause“.'}
        slotProps={{ htmlInput: { maxLength: maxLengths.name } }}
        sx={{ mt: 2 }}
      />
    </FormDialog>
  );
}
