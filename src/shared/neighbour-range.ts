import { addDays, daysBetween } from './berlin.ts';
import { lastMonthOf } from './date-range.ts';

/**
 * Returns the range of the same length right before (`step` -1) or after (1) a range of days. Whole calendar months
 * stay whole: February follows January. Null near the ends of what dates with four digits for the year can say.
 */
export function neighbourRange(
  { from, till }: { from: string; till: string },
  step: -1 | 1,
): { from: string; till: string } | null {
  if (from < '0100' || till > '9900') return null;
  const isMonth = from.endsWith('-01') && till === monthOf(from).till;
  if (isMonth) return monthOf(step === 1 ? addDays(till, 1) : addDays(from, -1));
  const days = (daysBetween(from, till) + 1) * step;
  return { from: addDays(from, days), till: addDays(till, days) };
}

/** Returns the first and the last day of the month of a date; all `yyyy-mm-dd`. */
function monthOf(date: string): { from: string; till: string } {
  const from = `${date.slice(0, 7)}-01`;
  return { from, till: lastMonthOf(addDays(from, 31)).till };
}
