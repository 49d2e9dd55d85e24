import Box from '@mui/material/Box';
import { useState } from 'react';
import { maxLengths } from '../../../../shared/lengths.ts';
import { callApi, isSessionEndedError } from '../../../../web/calls/api.ts';
import { invalidate } from '../../../../web/calls/apiQuery.ts';
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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      await callApi(writeNote, { participantId, text });
      await invalidate(getNotes);
      onChange('');
      toast.success('Die Notiz wurde gesendet!', 'note');
    } catch (problem) {
      if (!isSessionEndedError(problem)) setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 3, mt: 4, justifyItems: 'start' }}>
      <CounterField
        label="Neue Notiz"
        value={text}
        onChange={onChange}
        max={maxLengths.note}
        helperText="Die Person liest sie bei ihren Unterlagen und bekommt eine E-Mail ohne den Text."
      />
      {error !== null && <ErrorNotice error={error} />}
      <BusyButton
        variant="outlined"
        busy={busy}
        disabledReason={findNoteProblem(text.trim()) ? 'Schreib zuerst eine Notiz.' : ''}
        onClick={() => void send()}
      >
        Notiz senden
      </BusyButton>
    </Box>
  );
}
