import { addDays } from '../../src/shared/berlin.ts';
import type { Chance } from './chance.ts';

/** The number of days with rows in the demo, up to today. */
const days = 60;

/**
 * Makes up the rows that the portal adds every morning: the number of days until the next free Einzelcoaching of each
 * coach, and of any coach (`coach_id` is null). `today` is `yyyy-mm-dd`.
 */
export function makeAvailability(today: string, coaches: readonly number[], chance: Chance) {
  return Array.from({ length: days }, (_, daysAgo) => addDays(today, -daysAgo)).flatMap((day) => {
    const rows = coaches.map((coach_id) => ({ day, coach_id, days_until: chance.between(1, 21) }));
    return [...rows, { day, coach_id: null, days_until: Math.min(...rows.map((row) => row.days_until)) }];
  });
}
