import { daysBetween } from '../../shared/berlin.ts';
import { formatCount } from '../../shared/german.ts';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import { isDueSoon } from '../../features/own-data/erasure/rules.ts';

interface Props {
  /** The last day to answer the request, `yyyy-mm-dd`. */
  due: string;
  /** Today's date, `yyyy-mm-dd`. */
  today: string;
}

/** Shows how many days are left to answer a request, or how many days it has been overdue. */
export function DueChip({ due, today }: Props) {
  const daysLeft = daysBetween(today, due);
  const tone = daysLeft < 0 ? 'error' : isDueSoon(due, today) ? 'warning' : 'plain';
  return <StateChip tone={tone}>{dueText(daysLeft)}</StateChip>;
}

function dueText(daysLeft: number): string {
  if (daysLeft < 0) return `seit ${formatCount(-daysLeft, 'Tag', 'Tagen')} überschritten`;
  return daysLeft === 0 ? 'heute' : `noch ${formatCount(daysLeft, 'Tag', 'Tage')}`;
}
