import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { germanMoment } from '../../../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../../../web/calls/apiQuery.ts';
import { toast } from '../../../../web/toasts/toast.ts';
import { entryRow } from '../../../../web/ui/fields/entryRow.ts';
import { ErrorNotice } from '../../../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../../../web/ui/notices/Loading.tsx';
import { TwoStepButton } from '../../../../web/ui/buttons/TwoStepButton.tsx';
import { useFocusAfterDelete } from '../../../../web/ui/buttons/useFocusAfterDelete.ts';
import { deleteNote, getNotes, type Note } from '../contract.ts';

interface Props {
  /** The participant whose notes are shown; by default the signed-in person. */
  participantId?: number;
  /** The text that is shown if there are no notes. */
  emptyText: string;
}

/** The coaches' notes for a participant, newest first. The author of a note can delete it. */
export function Notes({ participantId, emptyText }: Props) {
  const notesQuery = useApiQuery(getNotes, participantId === undefined ? {} : { participantId });
  const rows = notesQuery.data?.data;
  const container = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => (rows ?? []).map(({ noteId }) => noteId), [rows]);
  const moveFocusAfterDelete = useFocusAfterDelete(container, ids);
  if (notesQuery.isError)
    return (
      <ErrorNotice
        error={notesQuery.error}
        message="Die Notizen konnten nicht geladen werden"
        retry={() => void notesQuery.refetch()}
      />
    );
  if (!rows) return <Loading blocks={1} height={72} />;
  return (
    <Box ref={container} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
      {rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{emptyText}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((note) => (
            <NoteRow key={note.noteId} note={note} onDeleted={() => moveFocusAfterDelete(note.noteId)} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function NoteRow({ note, onDeleted }: { note: Note; onDeleted: () => void }) {
  const writtenAt = germanMoment(new Date(note.writtenAt));
  const handleDelete = async () => {
    try {
      await callApi(deleteNote, { noteId: note.noteId });
      toast.success('Die Notiz wurde gelöscht!', 'note');
      onDeleted();
      await invalidate(getNotes);
    } catch (error) {
      if (!isSessionEndedError(error)) toast.error(errorMessageOf(error), 'note');
    }
  };
  return (
    <Box component="li" tabIndex={-1} data-entry sx={entryRow}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '70ch' }}>{note.text}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {note.author}, {writtenAt}
        </Typography>
      </Box>
      {note.mine && (
        <TwoStepButton itemName={`Notiz, ${writtenAt}`} onConfirm={() => void handleDelete()}>
          Löschen
        </TwoStepButton>
      )}
    </Box>
  );
}
