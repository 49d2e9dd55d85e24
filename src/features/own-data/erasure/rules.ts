import { dateOf, daysBetween } from '../../../shared/berlin.ts';

/**
 * The Berlin day `yyyy-mm-dd` by which a request has to be answered (reference 13.5): the same day of the next month,
 * or that month's last day if it is shorter (GDPR Art. 12(3)).
 */
export function dueDayOf(requestedAt: Date): string {
  const [year = 0, month = 0, day = 0] = dateOf(requestedAt).split('-').map(Number);
  // Months count from 0 here, so this is day 0 of the month after next: the last day of the next month.
  const lastDay = new Date(Date.UTC(year, month + 1, 0));
  return new Date(Date.UTC(year, month, Math.min(day, lastDay.getUTCDate()))).toISOString().slice(0, 10);
}

/** Whether a request is due within a week or overdue (reference 13.7); days are `yyyy-mm-dd`. */
export const isDueSoon = (due: string, today: string): boolean => daysBetween(today, due) <= 7;
