import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { germanInterval } from '../../../shared/berlin.ts';
import type { BookableAppointment } from '../contract.ts';
import { CoachName } from './CoachName.tsx';

/** The time, the type and the coach of a slot, with the coach's picture. */
export function SlotSummary({ slot }: { slot: BookableAppointment }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 700 }}>{germanInterval(slot)}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>{slot.type}</Typography>
      <CoachName name={slot.coach} id={slot.coachId} picture={slot.coachPicture} large />
    </Box>
  );
}
