import { statuses, type Status } from '../../../shared/coaching.ts';
import { StateChip } from '../../../web/ui/notices/StateChip.tsx';
import { statusLabel } from '../rules.ts';

interface Props {
  status: Status;
  /** The day of the appointment and today, `yyyy-mm-dd`. */
  date: string;
  today: string;
}

/** A chip with the label of the status of an appointment that is or was booked (reference 4.1). */
export function StatusChip({ status, date, today }: Props) {
  const label = statusLabel(status, date, today);
  if (status === statuses.missed) {
    return (
      <StateChip tone="error" icon="missed">
        {label}
      </StateChip>
    );
  }
  if (status === statuses.cancelled) {
    return (
      <StateChip tone="warning" icon="cancelled">
        {label}
      </StateChip>
    );
  }
  return <StateChip tone={date >= today ? 'info' : 'success'}>{label}</StateChip>;
}
