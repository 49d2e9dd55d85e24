import Box from '@mui/material/Box';
import { daysBetween, germanDate, weekday } from '../../shared/berlin.ts';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import { useNow } from '../../web/clock.ts';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { CoachName } from '../../features/booking/ui/CoachName.tsx';
import { SlotTime } from '../../features/booking/ui/SlotTime.tsx';
import { relativeDay } from './relativeDay.ts';

/** The emphasis of a card: `hero` for the next appointment, `card` for a later one, `row` for a past one. */
export type Emphasis = 'hero' | 'card' | 'row';

/** Shows the day, time, type and coach of an appointment (reference 4.7). The labels are only for screen readers. */
export function AppointmentFacts({
  appointment,
  emphasis,
  id,
}: {
  appointment: OwnAppointment;
  emphasis: Emphasis;
  id: string;
}) {
  const { date, start, end, type, coach, meta } = appointment;
  const today = useNow().date;
  const relativeDate = meta.past ? '' : relativeDay(daysBetween(today, date));
  const isHero = emphasis === 'hero';
  return (
    <Box component="dl" id={id} sx={{ ...facts, ...(emphasis === 'row' ? inLine : {}) }}>
      <Box component="dt" sx={visuallyHidden}>
        Datum
      </Box>
      <Box
        component="dd"
        sx={{ ...day, fontSize: isHero ? '1.1875rem' : '1.0625rem', fontWeight: emphasis === 'row' ? 400 : 600 }}
      >
        <span>
          {emphasis === 'row' ? weekday(date).slice(0, 2) : weekday(date)}, <span>{germanDate(date)}</span>
        </span>
        {relativeDate && (
          <Box component="span" sx={chip}>
            {relativeDate}
          </Box>
        )}
      </Box>
      <Box component="dt" sx={visuallyHidden}>
        Uhrzeit
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        <SlotTime
          start={start.slice(0, 5)}
          end={end.slice(0, 5)}
          startFontSize={isHero ? '2.25rem' : emphasis === 'card' ? '1.5rem' : '1rem'}
        />
      </Box>
      <Box component="dt" sx={visuallyHidden}>
        Typ
      </Box>
      <Box component="dd" sx={{ m: 0, color: 'text.secondary', fontSize: '0.9375rem' }}>
        {type}
      </Box>
      <Box component="dt" sx={visuallyHidden}>
        Coach
      </Box>
      <Box component="dd" sx={{ m: 0, mt: emphasis === 'row' ? 0 : 1.5 }}>
        {emphasis === 'row' ? (
          coach
        ) : (
          <CoachName name={coach} id={appointment.coachId} picture={appointment.coachPicture} large={isHero} />
        )}
      </Box>
    </Box>
  );
}

const facts = { m: 0, flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' } as const;

const inLine = { display: 'flex', flexWrap: 'wrap', columnGap: 4, alignItems: 'baseline' } as const;

const day = {
  m: 0,
  mb: 0.5,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  rowGap: 1,
  alignItems: 'center',
} as const;

const chip = {
  px: 2.5,
  borderRadius: '12px',
  border: '1px solid transparent',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  fontSize: '0.9375rem',
  fontWeight: 600,
} as const;
