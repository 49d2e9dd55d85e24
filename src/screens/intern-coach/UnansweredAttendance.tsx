import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { AttendanceQuestion } from '../../features/booking/ui/AttendanceQuestion.tsx';
import { useNow } from '../../web/clock.ts';
import { MoreButton, useShowMore } from '../../web/ui/buttons/MoreButton.tsx';
import { useFocusAfterDelete } from '../../web/ui/buttons/useFocusAfterDelete.ts';
import type { PlanEntry } from '../../features/appointments/contract.ts';
import { dailyPlanPath } from '../../features/appointments/ui/dailyPlanPath.ts';
import { list, row, timeText } from './entries.ts';

/** The number of appointments shown at first, which leaves room for the day below them. */
const shownAtFirst = 3;

/** Appointments of the last week for which the coach has not said whether the participant was there, newest first. */
export function UnansweredAttendance({ entries }: { entries: readonly PlanEntry[] }) {
  const { shownItems, showMore } = useShowMore(entries, shownAtFirst);
  const { date: today } = useNow();
  const section = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => entries.map(({ id }) => id), [entries]);
  const focusNext = useFocusAfterDelete(section, ids);
  return (
    <Box ref={section} tabIndex={-1} sx={{ outline: 'none' }}>
      <Box component="ul" sx={list}>
        {shownItems.map((entry) => (
          <Card component="li" key={entry.id} data-entry tabIndex={-1} sx={{ ...row, alignItems: 'center' }}>
            <Typography sx={{ fontWeight: 700, minWidth: { sm: 340 } }}>
              <MuiLink component={Link} to={dailyPlanPath(entry)} color="inherit">
                {timeText(entry, today)}
              </MuiLink>
            </Typography>
            <div>
              <AttendanceQuestion entry={entry} onAnswered={() => focusNext(entry.id)} />
            </div>
          </Card>
        ))}
      </Box>
      <MoreButton showMore={showMore} />
    </Box>
  );
}
