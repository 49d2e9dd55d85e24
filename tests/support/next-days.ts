import { Temporal } from 'temporal-polyfill';
import { addDays, dateOf, isDate, zone } from '../../src/shared/berlin.ts';

/** The earliest day that these functions return: two days from today, so the day before it has not begun either. */
const earliest = () => addDays(dateOf(new Date()), 2);

/** The next day `yyyy-mm-dd` with this month and day, such as '05-01', at least two days from today in Berlin. */
export function nextDayOf(monthAndDay: string): string {
  for (let year = Number(earliest().slice(0, 4)); ; year++) {
    const day = `${year}-${monthAndDay}`;
    if (isDate(day) && day >= earliest()) return day;
  }
}

/**
 * The day `yyyy-mm-dd` on which the clocks next change, forward in spring or back in autumn, at least two days from
 * today; in Berlin unless another time zone is given.
 */
export function nextClockChange(season: 'spring' | 'autumn', timeZone = zone): string {
  let change = Temporal.PlainDate.from(earliest()).toZonedDateTime(timeZone);
  do {
    const next = change.getTimeZoneTransition('next');
    if (!next) throw new Error(`The clocks of ${timeZone} no longer change.`);
    change = next;
  } while (change.month < 7 !== (season === 'spring'));
  return change.toPlainDate().toString();
}

/** The days of the next two clock changes in Berlin with the day before and after each, all tomorrow or later. */
export function daysAroundClockChanges(): string[] {
  const changes = (['spring', 'autumn'] as const).map((season) => nextClockChange(season)).sort();
  return changes.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]);
}
