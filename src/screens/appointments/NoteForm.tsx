import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
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
  const hasChanged = text.trim() !== sentNote;
  useEffect(() => {
    if (hasChanged) storeDraft(owner, draftKey, text);
    else deleteDraft(owner, draftKey);
  }, [owner, draftKey, text, hasChanged]);

  const container = useRef<HTMLDivElement>(null);
  // The button that opened the form is gone, so the field takes the focus.
  useEffect(() => container.current?.querySelector('textarea')?.focus(), []);

  const { busy, failure, submit } = useSubmit(async () => {
    await callApi(bookAppointment, { appointmentId: id, note: text });
    setSentNote(text.trim());
    void invalidate(listMyAppointments);
  });

  return (
    <Box ref={container} sx={{ display: 'grid', gap: 2, justifyItems: 'start', width: '100%', maxWidth: 560, mt: 2 }}>
      <NoteField coach={coach} value={text} onChange={setText} />
      {failure !== null && <ErrorNotice error={failure} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', minHeight: 44 }}>
        {hasChanged && (
          <BusyButton variant="outlined" busy={busy} busyText="Wird gesendet..." onClick={() => void submit()}>
            Nachricht senden
          </BusyButton>
        )}
        <span role="status">{!hasChanged && sentNote ? `Gesendet. ${coach} liest das vor eurem Termin.` : ''}</span>
      </Box>
    </Box>
  );
}
