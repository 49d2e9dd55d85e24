import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router';
import { CalendarFileButton } from '../../features/calendar-feed/ui/CalendarFileButton.tsx';
import { isRatable } from '../../features/ratings/rules.ts';
import { OwnRating } from '../../features/ratings/ui/OwnRating.tsx';
import { germanInterval, instantOf } from '../../shared/berlin.ts';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { formatDeadline, statuses } from '../../shared/coaching.ts';
import { AppointmentFacts, type Emphasis } from './AppointmentFacts.tsx';
import { CoachingLink } from '../../features/booking/ui/CoachingLink.tsx';
import { OwnNote } from './OwnNote.tsx';
import { getReschedulePath } from '../../features/booking/ui/reschedulePath.ts';
import { BookedNotice } from './BookedNotice.tsx';
import { Coming } from './Coming.tsx';

/** Returns the element id of an appointment's card, which is used to focus the card. */
export function cardId(appointmentId: number): string {
  return `termin-${appointmentId}`;
}

/** Whether the appointment can be rated: it is over, not rated yet, and on or after 2025-05-01 (reference 6.1). */
export function canRate({ status, date, meta }: OwnAppointment): boolean {
  return meta.rating === null && isRatable({ status, date, hasEnded: meta.past });
}

interface ActionProps {
  appointment: OwnAppointment;
  onCancel: () => void;
  onRate: () => void;
}

interface Props extends ActionProps {
  emphasis: Emphasis;
  /** Whether the card offers to say that one comes. */
  asksForComing?: boolean;
  /** The change that has just been made to the appointment, which the card confirms. */
  recentChange?: 'booked' | 'moved' | null;
}

/** The card of an appointment: day, time, type, coach, and the actions on it (reference 4.7). */
export function AppointmentCard({
  appointment,
  emphasis,
  asksForComing = false,
  recentChange = null,
  onCancel,
  onRate,
}: Props) {
  const factsId = useId();
  const { id, status } = appointment;
  const isUpcomingBooking = status === statuses.booked && !appointment.meta.past;
  const alertColor =
    status === statuses.missed ? 'errorStandardBg' : status === statuses.cancelled ? 'warningStandardBg' : null;
  return (
    <Card
      component="li"
      id={cardId(id)}
      tabIndex={-1}
      sx={{
        ...card,
        ...emphasisStyles[emphasis],
        ...(recentChange ? scrolledToTop : {}),
        bgcolor: (t) => (alertColor ? t.vars.palette.Alert[alertColor] : t.vars.palette.action.disabledBackground),
      }}
    >
      {recentChange && <BookedNotice wasMoved={recentChange === 'moved'} />}
      <AppointmentFacts appointment={appointment} emphasis={emphasis} id={factsId} />
      <Box sx={emphasis === 'row' ? quietActions : actions}>
        {isUpcomingBooking && (asksForComing || appointment.meta.coming) && (
          <Coming appointment={appointment} describedBy={factsId} />
        )}
        <Actions appointment={appointment} factsId={factsId} onCancel={onCancel} onRate={onRate} />
        {emphasis === 'hero' && (
          <Button component={RouterLink} to="/files">
            Unterlagen ansehen
          </Button>
        )}
      </Box>
      {isUpcomingBooking && (
        <OwnNote appointment={appointment} writable={recentChange !== null || emphasis === 'hero'} />
      )}
    </Card>
  );
}

const card = { display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 3, alignItems: 'center' } as const;

/** On a phone the card scrolls up further, so that the card and the toast both fit on the screen. */
const scrolledToTop = { scrollMarginTop: { xs: '-12px', sm: 0 } } as const;

const emphasisStyles = {
  hero: { p: { xs: 4, sm: 6 }, borderLeft: '6px solid', borderLeftColor: 'primary.main' },
  card: { p: { xs: 4, sm: 5 } },
  row: { px: { xs: 4, sm: 5 }, py: 2.5, rowGap: 2 },
} as const;

const actions = {
  minWidth: { sm: 220 },
  maxWidth: { xs: 420, sm: 280, md: 420 },
  width: { xs: '100%', sm: 'auto' },
  display: 'grid',
  gap: 2,
} as const;

const quietActions = { display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' } as const;

function Actions({ appointment, factsId, onCancel, onRate }: ActionProps & { factsId: string }) {
  const { status, href, meta } = appointment;
  if (status === statuses.missed) return <StatusText>Sie haben diesen Termin versäumt</StatusText>;
  if (status === statuses.cancelled) return <StatusText>Dieser Termin wurde aus Kulanz storniert</StatusText>;
  return (
    <>
      {meta.today && !meta.past && href && <CoachingLink href={href} describedBy={factsId} />}
      {meta.stornoPossible && (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, '& > *': { flex: '1 1 130px' } }}>
            <Button
              variant="outlined"
              component={RouterLink}
              to={getReschedulePath(appointment)}
              aria-describedby={factsId}
            >
              Umbuchen
            </Button>
            <Button variant="outlined" aria-describedby={factsId} onClick={onCancel}>
              Stornieren
            </Button>
          </Box>
          <Deadline appointment={appointment} />
        </>
      )}
      {meta.past && meta.rating && <OwnRating average={meta.rating.averageRating} />}
      {canRate(appointment) && (
        <Button variant="contained" aria-describedby={factsId} onClick={onRate}>
          Bewerten
        </Button>
      )}
      {!meta.stornoPossible && !meta.past && !meta.today && (
        <StatusText>Dieser Termin kann nicht mehr storniert werden</StatusText>
      )}
      {!meta.past && <CalendarFileButton appointment={appointment} name={germanInterval(appointment)} />}
    </>
  );
}

function StatusText({ children }: { children: string }) {
  return <Typography sx={{ fontWeight: 600, textAlign: { sm: 'right' } }}>{children}</Typography>;
}

function Deadline({ appointment: { date, start, meta } }: { appointment: OwnAppointment }) {
  const startsAt = instantOf(date, start);
  if (!startsAt) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: { sm: 'right' } }}>
      Stornierbar {formatDeadline({ startsAt, movedByStaff: meta.movedByStaff })}.
    </Typography>
  );
}
