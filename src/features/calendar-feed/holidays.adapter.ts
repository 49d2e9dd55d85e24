import { getHolidays } from 'feiertagejs';
import { dateOf } from '../../shared/berlin.ts';
import type { FederalState } from '../../shared/states.ts';

/** A statutory holiday of a whole federal state: its day `yyyy-mm-dd` and its German name. */
export interface Holiday {
  date: string;
  name: string;
}

/** One-time holidays that the library lacks, from Berlin's law on Sundays and public holidays. */
const oneTimeHolidays: Partial<Record<FederalState, readonly Holiday[]>> = {
  'DE-BE': [
    { date: '2020-05-08', name: '75. Jahrestag der Befreiung' },
    { date: '2025-05-08', name: '80. Jahrestag der Befreiung' },
    { date: '2028-06-17', name: '75. Jahrestag des Aufstandes vom 17. Juni 1953' },
  ],
};

/** Whether a holiday that the library lists for the whole state applies only in some of its municipalities. */
const isMunicipal = (state: FederalState, name: string) => state === 'DE-BY' && name === 'MARIAHIMMELFAHRT';

/**
 * Returns the statutory holidays of a whole federal state in a year, sorted by date (reference 7.11). The year must be
 * in the range `holidayYears`.
 */
export function holidaysOf(year: number, state: FederalState): Holiday[] {
  const region = state.slice(3) as Parameters<typeof getHolidays>[1];
  const yearlyHolidays = getHolidays(year, region)
    .filter(({ name }) => !isMunicipal(state, name))
    // `holiday.date` is noon in UTC, so it is on the same day in Berlin, whatever the time zone of the process.
    .map((holiday) => ({ date: dateOf(holiday.date), name: holiday.translate('de') ?? holiday.name }));
  const oneTimeHolidaysOfYear = (oneTimeHolidays[state] ?? []).filter(({ date }) => date.startsWith(`${year}-`));
  return [...yearlyHolidays, ...oneTimeHolidaysOfYear].sort((a, b) => a.date.localeCompare(b.date));
}
