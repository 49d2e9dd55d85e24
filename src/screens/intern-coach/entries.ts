import { addDays, dateOf, germanDate, germanSlot } from '../../shared/berlin.ts';
import type { PlanEntry } from '../../features/appointments/contract.ts';

/** The maximum number of appointments that a list shows at first. */
export const maxListed = 5;

/** Returns the time of an appointment: 'Heute, Mo, 30.11.2026, 10:00 bis 10:45 Uhr'. `today` is `yyyy-mm-dd`. */
export function timeText({ date, timeSlot }: PlanEntry, today: string): string {
  const day = date === today ? 'Heute, ' : date === addDays(today, 1) ? 'Morgen, ' : '';
  return day + germanSlot({ date, timeSlot });
}

/** Says since when a document is there: 'seit heute', 'seit gestern', 'seit 20.11.2026'. `today` is `yyyy-mm-dd`. */
export function sinceText({ uploadedAt }: { uploadedAt: string }, today: string): string {
  const day = dateOf(new Date(uploadedAt));
  if (day >= today) return 'seit heute';
  return day === addDays(today, -1) ? 'seit gestern' : `seit ${germanDate(day)}`;
}

/** The style of a list of appointments, and of each of its cards. */
export const list = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 } as const;
export const row = { px: { xs: 4, sm: 6 }, py: 4, display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 2 } as const;
