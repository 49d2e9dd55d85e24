import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { callApi } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { FormDialog } from '../../../web/ui/dialogs/FormDialog.tsx';
import { useSubmit } from '../../../web/calls/useSubmit.ts';
import { ErrorNotice } from '../../../web/ui/notices/ErrorNotice.tsx';
import { getViews, saveView } from '../contract.ts';
import { isRangeMoving, viewLimits, type SavedList } from '../rules.ts';

interface Props {
  /** What the list shows. */
  view: { list: SavedList; query: string; columns: readonly string[] | null };
  /** The names of the saved views. */
  takenNames: readonly string[];
  /** The name that the field has at first. */
  firstName: string;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}

/** Saves what a list shows under a name. */
export default function SaveViewDialog({ view, takenNames, firstName, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState(firstName);
  const isTaken = takenNames.includes(name.trim());
  const { busy, failure, submit } = useSubmit(async () => {
    await callApi(saveView, { ...view, name, columns: view.columns && [...view.columns] });
    await invalidate(getViews);
    toast.success('Ansicht gespeichert.', 'view');
    setOpen(false);
  });
  return (
    <FormDialog
      title="Ansicht speichern"
      open={open}
      busy={busy}
      isChanged={name.trim() !== firstName}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Speichern"
      busyText="Wird gespeichert..."
      disabledReason={name.trim() ? null : 'Bitte gib der Ansicht einen Namen.'}
    >
      {failure !== null && <ErrorNotice error={failure} />}
      <TextField
        fullWidth
        autoFocus
        label="Name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        helperText={isTaken ? `Die Ansicht „${name.trim()}“ wird ersetzt.` : savedText(view.query)}
        slotProps={{ htmlInput: { maxLength: viewLimits.name } }}
        sx={{ mt: 2 }}
      />
    </FormDialog>
  );
}

/** Says what is saved, and whether the range moves along with the days. */
const savedText = (query: string) =>
  `Gespeichert werden Zeitraum (${isRangeMoving(query) ? 'wandert mit dem Datum mit' : 'feste Tage'}), Filter und ` +
  'Spalten, für dich auf jedem Gerät.';
