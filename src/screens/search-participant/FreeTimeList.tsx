import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import type { ParticipantHit } from '../../features/participants/contract.ts';
import { germanDay, germanDayBriefly, germanSlot } from '../../shared/berlin.ts';
import { fitsEntry } from '../../features/waiting/demand/rules.ts';
import type { WaitingPerson } from '../../features/waiting/demand/contract.ts';
import { groupBy } from '../../shared/group.ts';
import { useNow } from '../../web/clock.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { LoadMoreButton } from '../../web/ui/buttons/LoadMoreButton.tsx';
import { useFreeTimes } from '../appointment-actions/useFreeTimes.ts';
import { hasBookingAt } from './selfBooking.ts';

/** How many appointments to list at first, and how many more with 'Mehr laden'. */
const stepOfAll = 30;
/** How many appointments to request at once where only those are listed that fit an entry on the waiting list. */
const stepOfFitting = 300;
/** How many days ahead to look. */
const days = 365;

interface Props {
  participant: ParticipantHit;
  asAdmin: boolean;
  /** The coach whose appointments to list; null for all coaches. */
  coachId: number | null;
  /** The first day, `yyyy-mm-dd`. */
  fromDate: string;
  /** The entry on the waiting list whose days, weekdays and times the appointments must fit, if there is one. */
  entry?: WaitingPerson | undefined;
  /** The id of the chosen appointment, or null. */
  chosenId: number | null;
  onChoose: (appointment: OverviewRow) => void;
}

/**
 * Radio buttons for the free Einzelcoachings that can be booked for a participant, soonest first, day by
 * day. What overlaps another
 * booking of theirs cannot be chosen.
 */
export function FreeTimeList({ participant, asAdmin, coachId, fromDate, entry, chosenId, onChoose }: Props) {
  const step = entry ? stepOfFitting : stepOfAll;
  const [limit, setLimit] = useState(step);
  const { query, times: allTimes, hasMore } = useFreeTimes({ asAdmin, coachId, fromDate, days, limit, enabled: true });
  const times = entry ? allTimes?.filter((row) => fitsEntry(row, { ...entry, coachId })) : allTimes;
  const id = useId();
  const today = useNow().date;
  if (query.isError) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />;
  if (!times) return <Loading blocks={5} height={44} />;
  return (
    <div>
      <Typography id={id} sx={{ fontWeight: 700, mb: 1 }}>
        Freie Einzelcoachings
      </Typography>
      {times.length === 0 && !hasMore ? (
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {entry
            ? 'Kein freier Termin passt zum Wunsch.'
            : asAdmin && coachId === null
              ? 'Kein Coach hat einen freien Termin. Lege zuerst einen an.'
              : 'Kein freier Termin. Lege zuerst einen an.'}
        </Typography>
      ) : (
        <RadioGroup
          aria-labelledby={id}
          value={chosenId === null ? '' : String(chosenId)}
          onChange={(_, value) => {
            const appointment = times.find((row) => String(row.id) === value);
            if (appointment) onChoose(appointment);
          }}
        >
          {[...groupBy(times, ({ date }) => date)].map(([date, rows]) => (
            <Box key={date} sx={{ mb: 2 }}>
              {/* Each radio button has the whole name of its day. */}
              <Typography aria-hidden variant="body2" sx={{ ...quiet, fontWeight: 700 }}>
                {germanDayBriefly(date, today)}
              </Typography>
              <Box sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
                {rows.map((row) => (
                  <TimeOption
                    key={row.id}
                    row={row}
                    coach={asAdmin ? row.coachFullName : ''}
                    isBusy={hasBookingAt(participant.appointments.data, row)}
                  />
                ))}
              </Box>
            </Box>
          ))}
        </RadioGroup>
      )}
      {hasMore && <LoadMoreButton busy={query.isFetching} onMore={() => setLimit(limit + step)} />}
    </div>
  );
}

interface TimeOptionProps {
  row: OverviewRow;
  /** The name of the coach; '' if the list is of only one. */
  coach: string;
  /** Whether the participant has another booking then. */
  isBusy: boolean;
}

/** The radio button of a free appointment, below the heading of its day. */
function TimeOption({ row, coach, isBusy }: TimeOptionProps) {
  const note = [coach, isBusy && 'hat dann schon einen Termin'].filter(Boolean).join(', ');
  const slot = germanSlot(row);
  return (
    <FormControlLabel
      value={String(row.id)}
      disabled={isBusy}
      control={<Radio slotProps={{ input: { 'aria-label': [slot, note].filter(Boolean).join(', ') } }} />}
      label={
        <Box sx={{ py: 1, overflowWrap: 'anywhere' }}>
          {slot.slice(germanDay(row.date).length + 2)}
          {note && (
            <Box component="span" sx={{ display: 'block', fontSize: 'body2.fontSize', ...quiet }}>
              {note}
            </Box>
          )}
        </Box>
      }
      sx={{ display: 'flex', minHeight: 44, mr: 0 }}
    />
  );
}

const quiet = { color: 'text.secondary' } as const;
