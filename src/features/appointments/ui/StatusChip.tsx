import { visuallyHidden } from '../../../web/ui/layout/visuallyHidden.ts';
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

const text = 'War da.';

/**
 * Says that the participant of an appointment was there, with the words of the daily plan (reference 7.5). In a row of
 * a list (`iconOnly`) the words are for screen readers and the pointer alone. A plain element, since a page may have
 * 500 of them. The icon is MUI's HowToRegOutlined.
 */
export function AttendedMark({ iconOnly = false }: { iconOnly?: boolean }) {
  return (
    <span title={iconOnly ? text : undefined} style={markStyle}>
      <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden style={iconStyle}>
        <path
          d="M11 12c2.21 0 4-1.79 4-4s-1.79-4-4-4-4 1.79-4 4 1.79 4 4 4m0-6c1.1 0 2 .9 2 2s-.9 2-2 2-2-.9-2-2 .9-2
            2-2M5 18c.2-.63 2.57-1.68 4.96-1.94l2.04-2c-.39-.04-.68-.06-1-.06-2.67 0-8 1.34-8
            4v2h9l-2-2zm15.6-5.5-5.13 5.17-2.07-2.08L12 17l3.47 3.5L22 13.91z"
        />
      </svg>
      <span style={iconOnly ? visuallyHidden : undefined}>{text}</span>
    </span>
  );
}

const markStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'bottom',
  gap: 4,
  whiteSpace: 'nowrap',
} as const;
const iconStyle = { flex: 'none' } as const;
