import { daysBetween } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import { isDueSoon } from '../../features/own-data/erasure/rules.ts';

interface Props {
  /** The last day to answer the request, `yyyy-mm-dd`. */
  due: string;
  /** `yyyy-mm-dd`. */
  today: string;
}

/** The number of days left to answer a request. */
export function DueChip({ due, today }: Props) {
  const daysLeft = daysBetween(today, due);
  const tone = daysLeft < 0 ? 'error' : isDueSoon(due, today) ? 'warning' : 'plain';
  return <StateChip tone={tone}>{dueText(daysLeft)}</StateChip>;
}

function dueText(days: number): string {
  if (days < 0) return `seit ${formatCount(-days, 'Tag', 'Tagen')} überschritten`;
  return days === 0 ? 'heute' : `noch ${formatCount(days, 'Tag', 'Tage')}`;
}
