import { statuses, type Status } from '../../../shared/coaching.ts';
import { StateChip } from '../../../web/ui/notices/StateChip.tsx';
import { statusWord } from '../rules.ts';

interface Props {
  status: Status;
  /** The day of the appointment and today, `yyyy-mm-dd`. */
  date: string;
  today: string;
  /** Free, but held for somebody on the waiting list. */
  reserved?: boolean;
}

/** An appointment's state in the words of reference 4.1, as a chip. */
export function StatusChip({ status, date, today, reserved = false }: Props) {
  const word = statusWord(status, date, today);
  if (status === statuses.free) {
    return <StateChip tone={reserved ? 'warning' : 'plain'}>{reserved ? 'Reserviert' : word}</StateChip>;
  }
  if (status === statuses.missed) {
    return (
      <StateChip tone="error" icon="missed">
        {word}
      </StateChip>
    );
  }
  if (status === statuses.cancelled) {
    return (
      <StateChip tone="warning" icon="cancelled">
        {word}
      </StateChip>
    );
  }
  return <StateChip tone={date >= today ? 'info' : 'success'}>{word}</StateChip>;
}
