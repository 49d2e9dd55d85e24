import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { deleteDraft, storeDraft, readDraft } from '../../web/drafts/drafts.ts';
import { useSession } from '../../web/session.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { bookAppointment, listMyAppointments, type OwnAppointment } from '../../features/booking/contract.ts';
import { NoteField } from '../../features/booking/ui/NoteField.tsx';

/** The form for a note to the coach about a booking (reference 4.24); its text survives an expired session. */
export default function NoteForm({ appointment: { id, coach, note } }: { appointment: OwnAppointment }) {
  const owner = useSession().user?.email ?? '';
  const draftKey = `note ${id}`;
  const [text, setText] = useState(() => {
    const savedDraft = readDraft(owner, draftKey);
    return typeof savedDraft === 'string' ? savedDraft : note;
  });
  const [sentNote, setSentNote] = useState(note);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const hasChanged = text.trim() !== sentNote;
  useEffect(() => {
    if (hasChanged) storeDraft(owner, draftKey, text);
    else deleteDraft(owner, draftKey);
  }, [owner, draftKey, text, hasChanged]);

  const container = useRef<HTMLDivElement>(null);
  // The button that opened the form is gone, so the field takes the focus.
  useEffect(() => container.current?.querySelector('textarea')?.focus(), []);

  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      await callApi(bookAppointment, { appointmentId: id, note: text });
      setSentNote(text.trim());
      void invalidate(listMyAppointments);
    } catch (problem) {
      if (!isSessionEndedError(problem)) setError(problem);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Box ref={container} sx={{ display: 'grid', gap: 2, justifyItems: 'start', width: '100%', maxWidth: 560, mt: 2 }}>
      <NoteField coach={coach} value={text} onChange={setText} />
      {error !== null && <ErrorNotice error={error} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', minHeight: 44 }}>
        {hasChanged && (
          <BusyButton variant="outlined" busy={busy} busyText="Wird gesendet..." onClick={() => void send()}>
            Nachricht senden
          </BusyButton>
        )}
        <span role="status">{!hasChanged && sentNote ? `Gesendet. ${coach} liest das vor eurem Termin.` : ''}</span>
      </Box>
    </Box>
  );
}
