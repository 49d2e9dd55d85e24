import { germanDate, weekdayNames } from '../../../shared/berlin.ts';
import type { WaitingEntry } from '../contract.ts';

type Criteria = Pick<WaitingEntry, 'coach' | 'fromDate' | 'tillDate' | 'weekdays' | 'fromTime' | 'tillTime'>;

/**
 * Returns the criteria of an entry on the waiting list in German: 'Julia Schäfer, 23.11.2026 bis 18.12.2026, Mo und Mi,
 * 09:00 bis 12:00 Uhr', or with days such as '23.11.'.
 */
export function formatCriteria(
  { coach, fromDate, tillDate, weekdays, fromTime, tillTime }: Criteria,
  { showsYear = true } = {},
): string {
  const format = (date: string) => (showsYear ? germanDate(date) : germanDate(date).slice(0, -4));
  const days = fromDate === tillDate ? `am ${format(fromDate)}` : `${format(fromDate)} bis ${format(tillDate)}`;
  return [coach ?? 'Alle Coaches', days, weekdayText(weekdays), timeText(fromTime, tillTime)]
    .filter(Boolean)
    .join(', ');
}

function weekdayText(weekdays: readonly number[] | null): string {
  if (!weekdays || weekdays.length === 7) return '';
  const names = weekdays.map((day) => weekdayNames[day - 1]?.slice(0, 2) ?? '');
  return new Intl.ListFormat('de').format(names);
}

function timeText(from: string | null, till: string | null): string {
  if (from && till) return `${from} bis ${till} Uhr`;
  if (from) return `ab ${from} Uhr`;
  return till ? `bis ${till} Uhr` : '';
}
