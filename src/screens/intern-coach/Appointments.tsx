import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { canReportAttendance } from '../../features/booking/missed/rules.ts';
import { AttendanceQuestion, isAttendanceOpen } from '../../features/booking/ui/AttendanceQuestion.tsx';
import { isOver, useNow } from '../../web/clock.ts';
import type { PlanEntry } from '../../features/appointments/contract.ts';
import { dailyPlanPath } from '../../features/appointments/ui/dailyPlanPath.ts';
import { list, row, timeText } from './entries.ts';
import { EntryChips } from './EntryChips.tsx';

/** Appointments that lead to the daily plan. Whether the participant was there can be changed; the question itself is above. */
export function Appointments({ entries }: { entries: readonly PlanEntry[] }) {
  const now = useNow();
  return (
    <Box component="ul" sx={list}>
      {entries.map((entry) => (
        <Card component="li" key={entry.id}>
          <CardActionArea component={Link} to={dailyPlanPath(entry)} sx={row}>
            <Typography
              component="span"
              sx={{ fontWeight: 700, minWidth: { sm: 340 }, color: isOver(entry, now) ? 'text.secondary' : undefined }}
            >
              {timeText(entry, now.date)}
            </Typography>
            <Typography component="span" sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
              {entry.participantFullName}
            </Typography>
            <EntryChips entry={entry} />
          </CardActionArea>
          {canReportAttendance(entry, now) && !isAttendanceOpen(entry, now) && (
            <Box sx={{ px: { xs: 4, sm: 6 }, pb: 3 }}>
              <AttendanceQuestion entry={entry} />
            </Box>
          )}
        </Card>
      ))}
    </Box>
  );
}
