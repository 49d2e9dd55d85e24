import { statuses } from '../../../shared/coaching.ts';
import { useNow } from '../../../web/clock.ts';
import { StateChip } from '../../../web/ui/notices/StateChip.tsx';
import type { OverviewRow } from '../contract.ts';
import type { StateIcon } from '../../../web/ui/notices/stateIconPaths.ts';
import { currentStatusLabel } from '../rules.ts';
import { StatusChip } from './StatusChip.tsx';

interface Props {
  appointment: Pick<OverviewRow, 'status' | 'date' | 'timeSlot' | 'isSpeedcoaching' | 'reserved'>;
}

/** A chip with the status of an appointment at this moment. A free one that has begun is not called free (reference 7.8). */
export function AppointmentStatus({ appointment }: Props) {
  const now = useNow();
  if (appointment.status !== statuses.free) return <StatusChip {...appointment} today={now.date} />;
  const label = currentStatusLabel(appointment, now);
  return (
    <StateChip tone={label === 'Reserviert' ? 'warning' : 'plain'} icon={icons[label]}>
      {label}
    </StateChip>
  );
}

/** The icons of what is free, as `currentStatusLabel` calls it; another has that of its tone. */
const icons: Record<string, StateIcon | undefined> = { Frei: 'free', Ungebucht: 'unused', Beendet: 'success' };
