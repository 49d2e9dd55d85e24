import { addDays } from '../../src/shared/berlin.ts';
import type { Chance } from './chance.ts';

/** How many mornings the demo has counted, today the last of them. */
const days = 60;

/** The morning counts of how far ahead the next free Einzelcoaching was; `today` is `yyyy-mm-dd`. */
export function makeAvailability(today: string, coaches: readonly number[], chance: Chance) {
  return Array.from({ length: days }, (_, back) => addDays(today, -back)).flatMap((day) => {
    const counted = coaches.map((coach_id) => ({ day, coach_id, days_until: chance.between(1, 21) }));
    return [...counted, { day, coach_id: null, days_until: Math.min(...counted.map((one) => one.days_until)) }];
  });
}
