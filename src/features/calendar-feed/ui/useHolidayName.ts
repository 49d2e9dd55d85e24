import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { getHolidays } from '../contract.ts';
import { holidayYears } from '../rules.ts';
import type { FederalState } from '../../../shared/states.ts';

/**
 * Returns the name of the holiday on a day (`yyyy-mm-dd`, or '' for an empty field), or '' if the day is not a holiday.
 * If `state`, the federal state, is null, there are no holidays. If it is undefined, the signed-in coach's federal
 * state applies, or else the provider's (reference 7.11).
 */
export function useHolidayName(date: string, state?: FederalState | null): string {
  const year = Number(date.slice(0, 4));
  const canBeHoliday = date !== '' && year >= holidayYears.first && year <= holidayYears.last && state !== null;
  const holidays = useApiQuery(
    getHolidays,
    { year, ...(state ? { state } : {}) },
    { enabled: canBeHoliday, staleTime: Infinity },
  );
  return (canBeHoliday && holidays.data?.data.find((holiday) => holiday.date === date)?.name) || '';
}
