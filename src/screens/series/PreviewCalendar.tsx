import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { weekdayNames } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import type { SeriesEntry } from '../../features/appointments/series/contract.ts';
import { monthsOf, type DayMark, type Month } from './previewWords.ts';

interface Props {
  entries: readonly SeriesEntry[];
  fromDate: string;
  tillDate: string;
}

const markLabels: Record<DayMark, string> = {
  new: 'neue Termine',
  some: 'teils neu, teils übersprungen',
  holiday: 'Feiertag',
  skipped: 'übersprungen',
};

/** The day of the month that the legend shows with each mark. */
const sampleDay = 8;

const monthFormat = new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A calendar of the same days as in the list below it. The marks of the days differ in shape as well as in colour. */
export function PreviewCalendar({ entries, fromDate, tillDate }: Props) {
  const months = monthsOf(entries, fromDate, tillDate);
  const usedMarks = (Object.keys(markLabels) as DayMark[]).filter((mark) =>
    months.some(({ days }) => days.some((day) => day.mark === mark)),
  );
  return (
    <Box sx={{ mt: 6 }}>
      <Box sx={grid}>
        {months.map((month) => (
          <MonthGrid key={month.month} month={month} />
        ))}
      </Box>
      <Box component="ul" aria-label="Zeichen im Kalender" sx={legend}>
        {usedMarks.map((mark) => (
          <Box component="li" key={mark} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Box aria-hidden sx={{ ...cell, ...markStyles[mark] }}>
              {sampleDay}
            </Box>
            {markLabels[mark]}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function MonthGrid({ month: { month, leadingCells, days } }: { month: Month }) {
  const name = monthFormat.format(new Date(`${month}-01T00:00:00Z`));
  const counts = (Object.keys(markLabels) as DayMark[]).flatMap((mark) => {
    const dayCount = days.filter((day) => day.mark === mark).length;
    return dayCount > 0 ? [`${formatCount(dayCount, 'Tag', 'Tage')} ${markLabels[mark]}`] : [];
  });
  return (
    <Box role="img" aria-label={`${name}: ${counts.join(', ') || 'nichts'}`}>
      <Typography aria-hidden sx={{ fontWeight: 700, mb: 1 }}>
        {name}
      </Typography>
      <Box aria-hidden sx={week}>
        {weekdayNames.map((day) => (
          <Box key={day} sx={{ ...cell, color: 'text.secondary' }}>
            {day.slice(0, 2)}
          </Box>
        ))}
        {days.map(({ date, mark }, index) => (
          <Box
            key={date}
            sx={{
              ...cell,
              ...(mark ? markStyles[mark] : unmarkedStyle),
              ...(index === 0 ? { gridColumnStart: leadingCells + 1 } : {}),
            }}
          >
            {Number(date.slice(8))}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 224px), 1fr))',
  gap: 6,
} as const;

const week = { display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 32px))' } as const;

const legend = {
  listStyle: 'none',
  m: 0,
  mt: 4,
  p: 0,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 6,
  rowGap: 2,
  fontSize: 'body2.fontSize',
  color: 'text.secondary',
} as const;

const cell = {
  width: 28,
  height: 28,
  my: '2px',
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  fontSize: 'caption.fontSize',
  border: '2px solid transparent',
  borderRadius: '50%',
} as const;

const unmarkedStyle = { color: 'text.secondary' } as const;

const markStyles: Record<DayMark, object> = {
  // In forced-colors mode, browsers keep the border but remove the background.
  new: { bgcolor: 'primary.main', color: 'primary.contrastText', borderColor: 'primary.main', fontWeight: 700 },
  some: { borderColor: 'primary.main', color: 'text.primary', fontWeight: 700 },
  holiday: { border: '2px dashed', borderColor: 'secondary.main', borderRadius: '6px', color: 'text.primary' },
  skipped: { textDecoration: 'line-through', textDecorationThickness: '2px', color: 'text.primary' },
};
