import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import type { OwnAppointment } from '../../features/booking/contract.ts';

const NoteForm = lazyComponent('NoteForm', () => import('./NoteForm.tsx'));

/** Aligns the button with the card's other links. */
const writeButton = { ml: { sm: -3 }, width: { xs: '100%', sm: 'auto' }, maxWidth: { xs: 420, sm: 'none' } } as const;

interface Props {
  appointment: OwnAppointment;
  /** Whether the card offers to write or edit the note. */
  writable: boolean;
}

/** The participant's note to the coach, with a button to write or edit it (reference 4.24). */
export function OwnNote({ appointment, writable }: Props) {
  const [isWriting, setIsWriting] = useState(false);
  const { coach, note } = appointment;
  if (!writable && !note) return null;
  return (
    <Box sx={{ order: 1, flexBasis: '100%', display: 'grid', justifyItems: 'start', gap: 1 }}>
      {isWriting ? (
        <Suspense fallback={<LoadingNotice />}>
          <NoteForm appointment={appointment} />
        </Suspense>
      ) : (
        <>
          {note && (
            <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '70ch' }}>
              <strong>Deine Nachricht an {coach}:</strong> {note}
            </Typography>
          )}
          {writable && (
            <Button sx={writeButton} onClick={() => setIsWriting(true)}>
              {note ? 'Nachricht ändern' : `Nachricht an ${coach} schreiben`}
            </Button>
          )}
        </>
      )}
    </Box>
  );
}
