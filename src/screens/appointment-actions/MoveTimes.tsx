import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { getAbsences, getOwnAbsences } from '../../features/absences/contract.ts';
import { getFullOverview, getOwnOverview } from '../../features/appointments/contract.ts';
import { germanDayBriefly, isDate, isTime } from '../../shared/berlin.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { describeMoveConflict, type DayTime } from './moveConflict.ts';
import { useFreeTimes } from './useFreeTimes.ts';

/** How many days of free times to list, and how many times at most. */
const [days, maxTimes] = [14, 8];

interface Props {
  asAdmin: boolean;
  /** The chosen coach; null while an admin has chosen none. */
  coachId: number | null;
  /** The new time as far as it has been filled in; empty fields are ''. */
  time: DayTime;
  /** The appointment that is moved, and whether it is booked. */
  movedId: number;
  isBooked: boolean;
  /** Whether nothing has been changed yet, so that nothing speaks against it. */
  isUnchanged: boolean;
  onPick: (time: DayTime) => void;
}

/**
 * What the coach of a moved appointment has at the new time (reference 4.22): a warning if something speaks against it,
 * and for a booking the free times of that day and the next ones to choose from.
 */
export function MoveTimes({ asAdmin, coachId, time, movedId, isBooked, isUnchanged, onPick }: Props) {
  const now = useNow();
  const id = useId();
  const isKnownDay = isDate(time.date) && time.date >= now.date && coachId !== null;
  const conflict = useConflict({ asAdmin, coachId, time, movedId, isBooked, enabled: isKnownDay && !isUnchanged });
  // A time that was picked from the list leaves the list as it is.
  const [picked, setPicked] = useState<{ date: string; listedFrom: string } | null>(null);
  const listedFrom = picked && picked.date === time.date ? picked.listedFrom : isKnownDay ? time.date : now.date;
  const { times = [] } = useFreeTimes({
    asAdmin,
    coachId,
    fromDate: listedFrom,
    days,
    limit: 50,
    enabled: isBooked && coachId !== null,
  });
  return (
    <>
      {/* Not an alert: the server's refusal is one. */}
      <Box role="status" sx={{ '&:empty': { position: 'absolute' } }}>
        {conflict && <Notice kind="warning">{conflict}</Notice>}
      </Box>
      {isBooked && times.length > 0 && (
        <div>
          <Typography id={id} variant="body2" sx={{ fontWeight: 700, mb: 2 }}>
            {asAdmin ? 'Freie Zeiten des Coaches' : 'Deine freien Zeiten'}
          </Typography>
          <Box role="group" aria-labelledby={id} sx={timesStyle}>
            {times.slice(0, maxTimes).map((row) => {
              const [fromTime, tillTime] = [row.timeSlot.slice(0, 5), row.timeSlot.slice(-5)];
              const isChosen = row.date === time.date && fromTime === time.fromTime && tillTime === time.tillTime;
              return (
                <Button
                  key={row.id}
                  variant={isChosen ? 'contained' : 'outlined'}
                  aria-pressed={isChosen}
                  sx={{ minHeight: 44, px: 3 }}
                  onClick={() => {
                    setPicked({ date: row.date, listedFrom });
                    onPick({ date: row.date, fromTime, tillTime });
                  }}
                >
                  <span className="day">{germanDayBriefly(row.date, now.date)}</span>
                  <span className="comma">, </span>
                  {fromTime} bis {tillTime}
                </Button>
              );
            })}
          </Box>
        </div>
      )}
    </>
  );
}

/** On a phone two times stand side by side, each below its day. */
const timesStyle = {
  display: { xs: 'grid', sm: 'flex' },
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  flexWrap: 'wrap',
  gap: 2,
  '& .day': { display: { xs: 'block', sm: 'inline' } },
  '& .comma': { display: { xs: 'none', sm: 'inline' }, whiteSpace: 'pre' },
  '& .MuiButton-root': { display: { xs: 'block', sm: 'inline-flex' }, textAlign: 'center', lineHeight: 1.35 },
} as const;

type ConflictFacts = Omit<Props, 'onPick' | 'isUnchanged'> & { enabled: boolean };

/** Loads the coach's appointments and absences of the day, and returns what speaks against the time, or null. */
function useConflict({ asAdmin, coachId, time, movedId, isBooked, enabled }: ConflictFacts): string | null {
  const now = useNow();
  const range = { fromDate: time.date, tillDate: time.date };
  const filters = { ...range, status: { booked: true, free: true, missed: true } };
  const [asOwn, asFull] = [{ enabled: enabled && !asAdmin }, { enabled: enabled && asAdmin }];
  const ownAppointments = useApiQuery(getOwnOverview, filters, asOwn);
  const ownAbsences = useApiQuery(getOwnAbsences, range, asOwn);
  const appointments = useApiQuery(getFullOverview, { ...filters, coachId }, asFull);
  const absences = useApiQuery(getAbsences, { ...range, coachId }, asFull);
  const day = {
    appointments: (asAdmin ? appointments : ownAppointments).data?.data,
    absences: (asAdmin ? absences : ownAbsences).data?.data,
  };
  const isComplete = isTime(time.fromTime) && isTime(time.tillTime) && time.fromTime < time.tillTime;
  if (!enabled || !isComplete || !day.appointments || !day.absences) return null;
  return describeMoveConflict(
    time,
    { appointments: day.appointments, absences: day.absences },
    { movedId, isBooked, now },
  );
}
