import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { de } from 'date-fns/locale/de';
import { useId, useState } from 'react';
import { addDays, germanDate, weekday } from '../../shared/berlin.ts';
import { count } from '../../shared/german.ts';
import { sentenceOf } from '../../web/calls/api.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { german, localDay, wallClockDate } from '../../web/ui/fields/DateField.tsx';
import type { Choice } from '../../features/booking/rules.ts';
import { bookableDays } from '../../features/booking/search/contract.ts';
import { searchInputOf, type SlotFilter } from './useSlotFilter.ts';

interface Props {
  filter: SlotFilter;
  choice: Choice;
  /** The calendar starts with the month of this day (`yyyy-mm-dd`) unless a day is chosen. */
  firstDay: string;
  onPick: (day: string) => void;
}

/** A month that marks the days with slots matching the rest of the filter; a click on such a day chooses it. */
export function FreeDaysCalendar({ filter, choice, firstDay, onPick }: Props) {
  const today = useNow().date;
  const [month, setMonth] = useState((filter.day || firstDay || today).slice(0, 7));
  const [chosen, setChosen] = useState(filter.day);
  // A link or a step back may set a day in another month.
  if (chosen !== filter.day) {
    setChosen(filter.day);
    if (filter.day) setMonth(filter.day.slice(0, 7));
  }
  const first = `${month}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  const ask = { ...searchInputOf({ ...filter, day: '' }), fromDate: first < today ? today : first, tillDate: last };
  const days = useApiQuery(bookableDays, ask, { keep: true, enabled: last >= today });
  const free = new Map(
    days.data?.data.map(({ date, einzelcoachings, speedcoachings }) => [
      date,
      (choice === 'speed' ? 0 : einzelcoachings) + (choice === 'einzel' ? 0 : speedcoachings),
    ]),
  );
  const heading = useId();
  return (
    <Box role="group" aria-labelledby={heading}>
      <Typography id={heading} sx={{ fontWeight: 700 }}>
        Tage mit freien Terminen
      </Typography>
      <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={de} localeText={german}>
        <DateCalendar
          views={['day']}
          value={localDay(filter.day)}
          referenceDate={localDay(firstDay || today) as Date}
          minDate={localDay(today) as Date}
          maxDate={localDay(addDays(today, 366)) as Date}
          onMonthChange={(date) => setMonth(wallClockDate(date).slice(0, 7))}
          // A day without slots stays focusable, so that a screen reader can announce it; choosing it does nothing.
          onChange={(date) => free.get(wallClockDate(date)) && onPick(wallClockDate(date))}
          slotProps={{ day: ({ day }) => dayProps(wallClockDate(day), free.get(wallClockDate(day)) ?? 0) }}
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
      {days.isError && <Typography role="alert">{sentenceOf(days.error)}</Typography>}
    </Box>
  );
}

function dayProps(date: string, free: number) {
  const says = free > 0 ? count(free, 'freier Termin', 'freie Termine') : 'nichts frei';
  return {
    'aria-label': `${weekday(date)}, ${germanDate(date)}, ${says}`,
    'aria-disabled': free === 0,
    sx: free > 0 ? isFree : isNotFree,
  };
}

/** Free days differ by weight and a ring, not by colour alone. */
const isFree = {
  '&:not(.Mui-selected)': { fontWeight: 700, border: 2, borderColor: 'primary.main', color: 'text.primary' },
};
const isNotFree = { '&:not(.Mui-selected)': { color: 'text.secondary', cursor: 'default' } };
