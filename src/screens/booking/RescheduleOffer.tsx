import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router';
import { germanInterval } from '../../shared/berlin.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { getReschedulePath } from '../../features/booking/ui/reschedulePath.ts';

/** Offers to reschedule a booking when the quota is used up (reference 4.18). */
export default function RescheduleOffer({ bookings }: { bookings: readonly OwnAppointment[] }) {
  const movableBookings = bookings.filter(({ meta }) => meta.stornoPossible);
  if (movableBookings.length === 0) return null;
  return (
    <Notice kind="info" title="Passt dir ein gebuchter Termin nicht mehr?" foldsOnPhone>
      Du kannst ihn auf eine andere Zeit verlegen:
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'grid', gap: 2 }}>
        {movableBookings.map((appointment) => (
          <MovableBooking key={appointment.id} appointment={appointment} />
        ))}
      </Box>
    </Notice>
  );
}

function MovableBooking({ appointment }: { appointment: OwnAppointment }) {
  const id = useId();
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, alignItems: 'center' }}>
      <span id={id}>
        {germanInterval(appointment)}, {appointment.coach}
      </span>
      <Button
        component={RouterLink}
        to={getReschedulePath(appointment)}
        variant="outlined"
        color="inherit"
        aria-describedby={id}
      >
        Umbuchen
      </Button>
    </Box>
  );
}
