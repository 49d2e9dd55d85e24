import Box from '@mui/material/Box';
import { germanDate, weekday } from '../../shared/berlin.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useIsFirstScreenDone } from '../../web/firstScreen.ts';
import type { BookableAppointment } from '../../features/booking/contract.ts';
import { dayLabel, type TypeFilter } from '../../features/booking/rules.ts';
import { listBookableDays } from '../../features/booking/search/contract.ts';
import { searchInputOf, type useSlotFilter } from './useSlotFilter.ts';

/** The maximum number of days offered as chips. The calendar in the filter offers later days. */
const maxDays = 21;

interface Props extends Pick<ReturnType<typeof useSlotFilter>, 'filter' | 'change'> {
  /** The types of the slots in the list. */
  typeFilter: TypeFilter;
  /** The slots in the list. Only their days are offered until all days with free slots are loaded. */
  slots: readonly BookableAppointment[];
  /** The Berlin day, `yyyy-mm-dd`. */
  today: string;
}

/** The next days with free slots (reference 4.14). A tap on a day shows only that day; a second tap shows all days. */
export function DayChips({ filter, change, typeFilter, slots, today }: Props) {
  const isFirstScreenDone = useIsFirstScreenDone();
  const daysQuery = useApiQuery(listBookableDays, searchInputOf({ ...filter, day: '' }), {
    enabled: isFirstScreenDone,
    keepPrevious: true,
  });
  const freeDays = daysQuery.data?.data.filter(
    ({ einzelcoachings, speedcoachings }) =>
      (typeFilter === 'speed' ? 0 : einzelcoachings) + (typeFilter === 'einzel' ? 0 : speedcoachings) > 0,
  );
  const freeDates = (freeDays ?? slots).map(({ date }) => date);
  const dates = [...new Set([...freeDates, ...(filter.day ? [filter.day] : [])])].sort().slice(0, maxDays);
  if (dates.length === 0) return null;
  return (
    <Box role="group" aria-label="Tag wählen" className="no-print" sx={row}>
      {dates.map((date) => (
        <Box
          key={date}
          component="button"
          type="button"
          aria-pressed={date === filter.day}
          aria-label={`${weekday(date)}, ${germanDate(date)}`}
          onClick={() => change({ day: date === filter.day ? '' : date })}
          onFocus={({ currentTarget: day }) => {
            // Browsers do not scroll to a half-visible element. Only keyboard focus scrolls here, since scrolling
            // during a press would lose the click.
            if (day.matches(':focus-visible')) day.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          }}
          sx={chip}
        >
          {dayLabel(date, today)}
        </Box>
      ))}
    </Box>
  );
}

/** The width of the page's margin, where the row fades out. */
const pageMargin = { xs: '16px', sm: '24px' } as const;

/** A gradient at one end of the row. It covers days only while the row can be scrolled further in that direction. */
const fade = {
  content: '""',
  flex: 'none',
  position: 'sticky',
  width: pageMargin,
  pointerEvents: 'none',
} as const;

/** A row that scrolls sideways and reaches the edges of the page; its padding leaves room for the focus ring. */
const row = {
  display: 'flex',
  gap: 2,
  mx: { xs: -4, sm: -6 },
  scrollPaddingInline: '32px',
  '&::before': { ...fade, left: 0, mr: -2, backgroundImage: 'linear-gradient(to left, transparent, var(--paper))' },
  '&::after': { ...fade, right: 0, ml: -2, backgroundImage: 'linear-gradient(to right, transparent, var(--paper))' },
  py: { xs: 0.5, sm: 1 },
  minHeight: { xs: 48, sm: 52 },
  overflowX: 'auto',
  scrollbarWidth: 'thin',
} as const;

const chip = {
  flex: 'none',
  minHeight: 44,
  px: 4,
  border: 1,
  borderColor: 'divider',
  borderRadius: '22px',
  bgcolor: 'background.paper',
  color: 'text.primary',
  font: 'inherit',
  fontSize: '1rem',
  cursor: 'pointer',
  '&:hover': { borderColor: 'primary.main' },
  '&[aria-pressed=true]': { bgcolor: 'primary.main', color: 'primary.contrastText', borderColor: 'primary.main' },
  // Forced colours remove the backgrounds that mark the chosen day.
  '@media (forced-colors: active)': { '&[aria-pressed=true]': { outline: '3px solid', outlineOffset: -4 } },
} as const;
