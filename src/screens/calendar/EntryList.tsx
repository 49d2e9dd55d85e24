import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { useRef, useState, type ReactNode } from 'react';
import { germanDate, weekday } from '../../shared/berlin.ts';
import { timesOf, withoutPastDays, type Entry } from './calendarEntries.ts';
import { StateMark } from './Legend.tsx';

interface Props {
  entries: readonly Entry[];
  asAdmin: boolean;
  /** The Berlin day, `yyyy-mm-dd`. */
  today: string;
  onOpen: (entry: Entry, element: HTMLElement) => void;
  /** Shown if there are no entries. */
  emptyState: ReactNode;
}

/**
 * Shows the calendar's entries as a list, grouped by day. In the current week it begins with today; a button shows the
 * days before.
 */
export function EntryList({ entries, asAdmin, today, onOpen, emptyState }: Props) {
  const [showsPastDays, setShowsPastDays] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const days = [...new Set(entries.map(({ date }) => date))];
  if (days.length === 0) return emptyState;
  const shownDays = showsPastDays ? days : withoutPastDays(days, today);
  return (
    <Box ref={list} tabIndex={-1} sx={{ outline: 'none' }}>
      {shownDays.length < days.length && (
        <Button
          variant="outlined"
          sx={{ mb: 4 }}
          onClick={() => {
            setShowsPastDays(true);
            // The focused button disappears.
            list.current?.focus();
          }}
        >
          Frühere Tage anzeigen
        </Button>
      )}
      {shownDays.map((date) => (
        <DayOfEntries key={date} date={date} entries={entries} asAdmin={asAdmin} onOpen={onOpen} />
      ))}
    </Box>
  );
}

function DayOfEntries({
  date,
  entries,
  asAdmin,
  onOpen,
}: Pick<Props, 'entries' | 'asAdmin' | 'onOpen'> & { date: string }) {
  return (
    <Box sx={{ mb: 6 }}>
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
  );
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
