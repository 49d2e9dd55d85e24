import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { de } from 'date-fns/locale/de';
import { useId, useState } from 'react';
import { addDays, germanDate, weekday } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { errorMessageOf } from '../../web/calls/api.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { germanPickerTexts, toLocalDate, toWallClockDate } from '../../web/ui/fields/DateField.tsx';
import type { TypeFilter } from '../../features/booking/rules.ts';
import { listBookableDays } from '../../features/booking/search/contract.ts';
import { isRescheduleRefusal } from './useBookable.ts';
import { searchInputOf, type SlotFilter } from './useSlotFilter.ts';

/** How many days after today can be chosen. */
const maxDaysAhead = 366;

interface Props {
  filter: SlotFilter;
  typeFilter: TypeFilter;
  /** The day of the next free slot (`yyyy-mm-dd`), or ''. The calendar opens at its month unless a day is chosen. */
  firstFreeDay: string;
  onPick: (day: string) => void;
}

/** A calendar of one month. It marks the days with free slots that match the other filters. A click chooses a day. */
export function FreeDaysCalendar({ filter, typeFilter, firstFreeDay, onPick }: Props) {
  const today = useNow().date;
  const [month, setMonth] = useState((filter.day || firstFreeDay || today).slice(0, 7));
  const [previousDay, setPreviousDay] = useState(filter.day);
  // A link or the browser's back button may choose a day in another month.
  if (previousDay !== filter.day) {
    setPreviousDay(filter.day);
    if (filter.day) setMonth(filter.day.slice(0, 7));
  }
  const monthStart = `${month}-01`;
  const nextMonthStart = `${addDays(monthStart, 31).slice(0, 7)}-01`;
  const monthEnd = addDays(nextMonthStart, -1);
  const fromDate = monthStart < today ? today : monthStart;
  const input = { ...searchInputOf({ ...filter, day: '' }), fromDate, tillDate: monthEnd };
  const daysQuery = useApiQuery(listBookableDays, input, { keepPrevious: true, enabled: monthEnd >= today });
  const freeSlotCounts = new Map(
    daysQuery.data?.data.map(({ date, einzelcoachings, speedcoachings }) => [
      date,
      (typeFilter === 'speed' ? 0 : einzelcoachings) + (typeFilter === 'einzel' ? 0 : speedcoachings),
    ]),
  );
  const headingId = useId();
  return (
    <Box role="group" aria-labelledby={headingId}>
      <Typography id={headingId} sx={{ fontWeight: 700 }}>
        Tage mit freien Terminen
      </Typography>
      <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={de} localeText={germanPickerTexts}>
        <DateCalendar
          views={['day']}
          value={toLocalDate(filter.day)}
          referenceDate={toLocalDate(firstFreeDay || today) as Date}
          minDate={toLocalDate(today) as Date}
          maxDate={toLocalDate(addDays(today, maxDaysAhead)) as Date}
          onMonthChange={(date) => setMonth(toWallClockDate(date).slice(0, 7))}
          // A day without slots stays focusable, so that screen readers announce it, but it cannot be chosen.
          onChange={(date) => freeSlotCounts.get(toWallClockDate(date)) && onPick(toWallClockDate(date))}
          slotProps={{
            day: ({ day }) => dayProps(toWallClockDate(day), freeSlotCounts.get(toWallClockDate(day)) ?? 0),
          }}
          sx={{
            width: 'auto',
            maxWidth: 320,
            height: 'auto',
            maxHeight: 'none',
            m: 0,
            '& .MuiDayCalendar-monthContainer': { pb: 1.5 },
          }}
        />
      </LocalizationProvider>
      {/* If the booking cannot be rescheduled, the page says so, and the error is not announced twice. */}
      {daysQuery.isError && !isRescheduleRefusal(daysQuery.error) && (
        <Typography role="alert">{errorMessageOf(daysQuery.error)}</Typography>
      )}
    </Box>
  );
}

function dayProps(date: string, freeSlotCount: number) {
  const availability = freeSlotCount > 0 ? formatCount(freeSlotCount, 'freier Termin', 'freie Termine') : 'nichts frei';
  return {
    'aria-label': `${weekday(date)}, ${germanDate(date)}, ${availability}`,
    'aria-disabled': freeSlotCount === 0,
    sx: freeSlotCount > 0 ? dayWithSlots : dayWithoutSlots,
  };
}

/** Days with free slots are also bold and have a ring, so that colour is not the only cue. */
const dayWithSlots = {
  '&:not(.Mui-selected)': { fontWeight: 700, border: 2, borderColor: 'primary.main', color: 'text.primary' },
};
const dayWithoutSlots = { '&:not(.Mui-selected)': { color: 'text.secondary', cursor: 'default' } };
