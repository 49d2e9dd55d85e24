import Box from '@mui/material/Box';
import { NewDocumentsChip } from '../../features/files/ui/NewDocumentsChip.tsx';
import { statuses } from '../../shared/coaching.ts';
import { isOver, isRunning, useNow } from '../../web/clock.ts';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import type { PlanEntry } from '../../features/appointments/contract.ts';
import { StatusChip } from '../../features/appointments/ui/StatusChip.tsx';

/** What there is to know at a glance about an appointment and its participant. */
export function EntryChips({ entry }: { entry: PlanEntry }) {
  const now = useNow();
  const isBooked = entry.status === statuses.booked;
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {isBooked && isRunning(entry, now) && (
        <StateChip tone="info" icon="running">
          Läuft gerade
        </StateChip>
      )}
      {entry.coming && !isOver(entry, now) && (
        <StateChip tone="success" icon="coming">
          Hat zugesagt
        </StateChip>
      )}
      {!isBooked && <StatusChip status={entry.status} date={entry.date} today={now.date} />}
      {!isOver(entry, now) && <NewDocumentsChip documents={entry.files.data} />}
    </Box>
  );
}
