import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense, useId } from 'react';
import { statusWord } from '../../appointments/rules.ts';
import { germanDate, germanStretch } from '../../shared/berlin.ts';
import { lazyPart } from '../../web/chunk.ts';
import { useNow } from '../../web/clock.ts';
import { Fact, Facts } from '../../web/ui/Fact.tsx';
import { MoreButton, usePages } from '../../web/ui/MoreButton.tsx';
import type { FoundAppointment, FoundParticipant } from '../contract.ts';

const BookingAction = lazyPart('BookingAction', () => import('./BookingAction.tsx'));

/** Appointments at first, and with each 'Mehr laden'. */
const portion = 10;

interface Props {
  participant: FoundParticipant;
  /** Offers an admin's action beside each appointment. */
  administers: boolean;
  /** An appointment has changed. */
  onChanged: () => void;
}

/** Everything of a participant: data, and the appointments with what an admin can set them to. */
export default function ParticipantDetails({ participant, administers, onChanged }: Props) {
  const { phoneNumber: phone, email, appointments } = participant;
  const { shown, more } = usePages(appointments.data, portion);
  const heading = useId();
  return (
    <>
      <Facts>
        <Fact label="Telefon">{phone && <Link href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Link>}</Fact>
        <Fact label="E-Mail">
          {email && <Link href={`mailto:${email}`}>{email}</Link>}
          {!participant.confirmed && ' (noch nicht bestätigt)'}
        </Fact>
        <Fact label="Standort">{participant.location}</Fact>
        <Fact label="Qualifizierung">{participant.qualification}</Fact>
        <Fact label="Beginn">{germanDate(participant.startOfQualification)}</Fact>
        <Fact label="Ende">{germanDate(participant.endOfQualification)}</Fact>
      </Facts>
      <Typography id={heading} variant="body1" component="h3" sx={{ fontWeight: 700, mt: 4, mb: 1 }}>
        Termine
      </Typography>
      {shown.length === 0 && <Typography sx={{ color: 'text.secondary' }}>Keine Termine gefunden</Typography>}
      <Box component="ul" aria-labelledby={heading} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((appointment) => (
          <Box key={appointment.id} component="li" sx={row}>
            <Appointment appointment={appointment} />
            {administers && (
              <Suspense fallback={<Box sx={{ height: 40 }} />}>
                <BookingAction appointment={appointment} who={participant.fullName} onChanged={onChanged} />
              </Suspense>
            )}
          </Box>
        ))}
      </Box>
      <MoreButton more={more} />
    </>
  );
}

function Appointment({ appointment }: { appointment: FoundAppointment }) {
  const { date, timeSlot, coachFullName } = appointment;
  const today = useNow().date;
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography>{germanStretch({ date, start: timeSlot.slice(0, 5), end: timeSlot.slice(-5) })}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        bei {coachFullName}, {stateOf(appointment, today)}
      </Typography>
    </Box>
  );
}

/** The state of an appointment in words, with who cancelled it. */
function stateOf({ status, cancelKind, date }: FoundAppointment, today: string): string {
  if (cancelKind === 'goodwill') return 'Kulanz';
  if (cancelKind === 'byParticipant') return 'Storniert durch Teilnehmer:in';
  return status === 'K' ? 'Storniert' : statusWord(status, date, today);
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 240px)' },
  columnGap: 4,
  rowGap: 2,
  alignItems: 'center',
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
} as const;
