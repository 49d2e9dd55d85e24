import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { personParts } from '../../features/accounts/ui/searchAddress.ts';
import { statusLabel } from '../../features/appointments/rules.ts';
import { dailyPlanPath } from '../../features/appointments/ui/dailyPlanPath.ts';
import { AttendedMark } from '../../features/appointments/ui/StatusChip.tsx';
import { germanSlot } from '../../shared/berlin.ts';
import { lazyComponent, lazyOptionalComponent } from '../../web/lazyComponent.ts';
import { useNow } from '../../web/clock.ts';
import { useSession } from '../../web/session.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { MoreButton, useShowMore } from '../../web/ui/buttons/MoreButton.tsx';
import type { ParticipantAppointment, ParticipantHit } from '../../features/participants/contract.ts';
import { statuses } from '../../shared/coaching.ts';
import PersonFacts from './PersonFacts.tsx';
import { mailsPath, whyNotBookFor } from './selfBooking.ts';

const ProofButton = lazyOptionalComponent('ProofButton', () => import('../../features/evidence/ui/ProofButton.tsx'));
const BookTimeDialog = lazyComponent('BookTimeDialog', () => import('./BookTimeDialog.tsx'));
const BookingAction = lazyComponent('BookingAction', () => import('./BookingAction.tsx'));

/** The number of appointments shown initially, and added by 'Mehr laden'. */
const appointmentsPerPage = 10;

interface Props {
  participant: ParticipantHit;
  /** Whether to offer an admin's actions on each appointment. */
  asAdmin: boolean;
  /** Called when an appointment has changed; resolves once the screen shows the server's data. */
  onChanged: () => Promise<void>;
}

/** All details of a participant: their data, and their appointments, which an admin can change. */
export default function ParticipantDetails({ participant, asAdmin, onChanged }: Props) {
  const { appointments } = participant;
  const { shownItems, showMore } = useShowMore(appointments.data, appointmentsPerPage);
  const [isBooking, setBooking] = useState(false);
  const { user } = useSession();
  const ownName = user ? `${user.firstName} ${user.lastName}` : '';
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key: visitKey } = useLocation();
  useEffect(() => {
    if (hash === personParts.appointments) heading.current?.focus();
  }, [hash, visitKey]);
  return (
    <>
      <PersonFacts participant={participant} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, '& > *': { mt: 4 } }}>
        {whyNotBookFor(participant) === null && (
          <Button variant="contained" aria-haspopup="dialog" onClick={() => setBooking(true)}>
            Termin buchen
          </Button>
        )}
        {asAdmin && (
          <Button variant="outlined" component={RouterLink} to={mailsPath(participant)}>
            E-Mails
          </Button>
        )}
      </Box>
      {isBooking && (
        <Suspense fallback={<LoadingNotice />}>
          <BookTimeDialog
            participant={participant}
            asAdmin={asAdmin}
            onBooked={() => void onChanged()}
            onClosed={() => setBooking(false)}
          />
        </Suspense>
      )}
      <Typography
        id={headingId}
        ref={heading}
        tabIndex={-1}
        variant="body1"
        component="h3"
        sx={{ fontWeight: 700, mt: 4, mb: 1, scrollMarginTop: '96px' }}
      >
        Termine
      </Typography>
      {shownItems.length === 0 && <Typography sx={{ color: 'text.secondary' }}>Keine Termine gefunden</Typography>}
      {asAdmin && shownItems.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Über jede Änderung bekommen beide eine E-Mail.
        </Typography>
      )}
      <Box
        component="ul"
        aria-labelledby={headingId}
        sx={{ listStyle: 'none', m: 0, p: 0, containerType: 'inline-size' }}
      >
        {shownItems.map((appointment) => (
          <Box key={appointment.id} component="li" sx={row}>
            <AppointmentSummary
              appointment={appointment}
              path={
                asAdmin
                  ? dailyPlanPath(appointment)
                  : appointment.coachFullName === ownName && ownAppointmentPath(appointment)
              }
            />
            {asAdmin && (
              <Suspense fallback={<Box sx={{ height: 40 }} />}>
                <BookingAction appointment={appointment} participantName={participant.fullName} onChanged={onChanged} />
              </Suspense>
            )}
          </Box>
        ))}
      </Box>
      <MoreButton showMore={showMore} />
      {asAdmin && appointments.data.some(({ status }) => status === statuses.booked) && (
        <Suspense fallback={<Box sx={{ height: 40 }} />}>
          <ProofButton participant={participant.participantId} />
        </Suspense>
      )}
    </>
  );
}

interface SummaryProps {
  appointment: ParticipantAppointment;
  /**
   * Where its details are: for admins in the plan, for its coach in their overview, where they can move it or report it
   * as missed. False for the appointment of another coach.
   */
  path: string | false;
}

function AppointmentSummary({ appointment, path }: SummaryProps) {
  const { date, timeSlot, coachFullName, status, attended } = appointment;
  const today = useNow().date;
  const time = germanSlot({ date, timeSlot });
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography>
        {path && status !== statuses.cancelled ? (
          <Link component={RouterLink} to={path} sx={linkStyle}>
            {time}
          </Link>
        ) : (
          time
        )}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        bei {coachFullName}, {stateOf(appointment, today)}
        {attended && status === statuses.booked && (
          <>
            {' '}
            <AttendedMark />
          </>
        )}
      </Typography>
    </Box>
  );
}

/** Returns the address of a coach's overview of one day, with the details of an appointment open. */
function ownAppointmentPath({ id, date }: ParticipantAppointment): string {
  return `/appointment-overview-coach?${new URLSearchParams({ von: date, bis: date, termin: String(id) }).toString()}`;
}

/** Returns the state of an appointment in German, including who cancelled it. */
function stateOf({ status, cancelKind, date }: ParticipantAppointment, today: string): string {
  if (cancelKind === 'goodwill') return 'Kulanz';
  if (cancelKind === 'byParticipant') return 'Storniert durch Teilnehmer:in';
  return status === statuses.cancelled ? 'Storniert' : statusLabel(status, date, today);
}

/** High enough for a finger. */
const linkStyle = { display: 'inline-flex', alignItems: 'center', minHeight: 44 } as const;

const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // A container query, because a panel beside the list is narrow even on a wide screen.
  '@container (min-width: 480px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 240px)' },
  columnGap: 4,
  rowGap: 2,
  alignItems: 'center',
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
} as const;
