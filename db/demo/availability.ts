import { addDays } from '../../src/shared/berlin.ts';
import type { Chance } from './chance.ts';

/** The number of mornings with counts in the demo, up to today. */
const days = 60;

/** Each morning's counts of the days until the next free Einzelcoaching; `today` is `yyyy-mm-dd`. */
export function makeAvailability(today: string, coaches: readonly number[], chance: Chance) {
  return Array.from({ length: days }, (_, daysAgo) => addDays(today, -daysAgo)).flatMap((day) => {
    const counts = coaches.map((coach_id) => ({ day, coach_id, days_until: chance.between(1, 21) }));
    return [...counts, { day, coach_id: null, days_until: Math.min(...counts.map((count) => count.days_until)) }];
  });
}
