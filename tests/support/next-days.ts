import { Temporal } from 'temporal-polyfill';
import { addDays, dateOf, isDate, zone } from '../../src/shared/berlin.ts';

/** Returns the Berlin date two days from today. Even the day before it is still in the future. */
const earliestDay = () => addDays(dateOf(new Date()), 2);

/** Returns the next date `yyyy-mm-dd` with this month and day, such as '05-01', at least two days from today. */
export function nextDateOn(monthAndDay: string): string {
  for (let year = Number(earliestDay().slice(0, 4)); ; year++) {
    const day = `${year}-${monthAndDay}`;
    if (isDate(day) && day >= earliestDay()) return day;
  }
}

/**
 * Returns the date `yyyy-mm-dd` of the next clock change, forward in spring or back in autumn, at least two days from
 * today. The time zone is Berlin's unless another one is given.
 */
export function nextClockChange(season: 'spring' | 'autumn', timeZone = zone): string {
  const isInSeason = ({ month }: Temporal.ZonedDateTime) => (season === 'spring' ? month < 7 : month >= 7);
  let change = Temporal.PlainDate.from(earliestDay()).toZonedDateTime(timeZone);
  do {
    const next = change.getTimeZoneTransition('next');
    if (!next) throw new Error(`The clocks of ${timeZone} no longer change.`);
    change = next;
  } while (!isInSeason(change));
  return change.toPlainDate().toString();
}

/** Returns the dates of the next two clock changes in Berlin, each with the days before and after it. */
export function daysAroundClockChanges(): string[] {
  const changes = (['spring', 'autumn'] as const).map((season) => nextClockChange(season)).sort();
  return changes.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]);
}
