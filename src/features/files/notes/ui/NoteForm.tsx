import Box from '@mui/material/Box';
import { maxLengths } from '../../../../shared/lengths.ts';
import { callApi } from '../../../../web/calls/api.ts';
import { invalidate } from '../../../../web/calls/apiQuery.ts';
import { useSubmit } from '../../../../web/calls/useSubmit.ts';
import { toast } from '../../../../web/toasts/toast.ts';
import { BusyButton } from '../../../../web/ui/buttons/BusyButton.tsx';
import { CounterField } from '../../../../web/ui/fields/CounterField.tsx';
import { ErrorNotice } from '../../../../web/ui/notices/ErrorNotice.tsx';
import { getNotes, writeNote } from '../contract.ts';
import { findNoteProblem } from '../rules.ts';

interface Props {
  participantId: number;
  text: string;
  onChange: (text: string) => void;
}

/** The form for a new note. The parent holds the typed text, so that it can ask before the text is discarded. */
export function NoteForm({ participantId, text, onChange }: Props) {
  const { busy, failure, submit } = useSubmit(async () => {
    await callApi(writeNote, { participantId, text });
    await invalidate(getNotes);
    onChange('');
    toast.success('Die Notiz wurde gesendet!', 'note');
  });
  return (
    <Box sx={{ display: 'grid', gap: 3, mt: 4, justifyItems: 'start' }}>
      <CounterField
        label="Neue Notiz"
        value={text}
        onChange={onChange}
        max={maxLengths.note}
        helperText="Die Person liest sie bei ihren Unterlagen und bekommt eine E-Mail ohne den Text."
      />
      {failure !== null && <ErrorNotice error={failure} />}
      <BusyButton
        variant="outlined"
        busy={busy}
        disabledReason={findNoteProblem(text.trim()) ? 'Schreib zuerst eine Notiz.' : ''}
        onClick={() => void submit()}
      >
        Notiz senden
      </BusyButton>
    </Box>
  );
}
