import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { germanDate, weekday } from '../../shared/berlin.ts';
import { timesOf, type Entry } from './calendarEntries.ts';
import { StateMark } from './Legend.tsx';

interface Props {
  entries: readonly Entry[];
  asAdmin: boolean;
  onOpen: (entry: Entry, element: HTMLElement) => void;
  /** Shown if there are no entries. */
  emptyState: ReactNode;
}

/** Shows the calendar's entries as a list, grouped by day. */
export function EntryList({ entries, asAdmin, onOpen, emptyState }: Props) {
  const days = [...new Set(entries.map(({ date }) => date))];
  if (days.length === 0) return emptyState;
  return days.map((date) => (
    <Box key={date} sx={{ mb: 6 }}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {weekday(date)}, {germanDate(date)}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {entries
          .filter((entry) => entry.date === date)
          .map((entry) => (
            <Card component="li" key={entry.key}>
              <CardActionArea
                data-key={entry.key}
                onClick={({ currentTarget }) => onOpen(entry, currentTarget)}
                aria-haspopup="dialog"
                sx={entryRow}
              >
                <Box component="span" sx={{ fontWeight: 700, minWidth: 164 }}>
                  {timesOf(entry)}
                </Box>
                <StateMark state={entry.state} />
                <Box component="span" sx={{ minWidth: 0, flex: '1 1 160px', overflowWrap: 'anywhere' }}>
                  {entry.title}
                  {asAdmin && (
                    <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
                      Coach: {entry.coach}
                    </Typography>
                  )}
                </Box>
              </CardActionArea>
            </Card>
          ))}
      </Box>
    </Box>
  ));
}

const entryRow = {
  // A button has a font and an alignment of its own.
  font: 'inherit',
  textAlign: 'left',
  justifyContent: 'flex-start',
  px: { xs: 4, sm: 6 },
  py: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 2,
} as const;
