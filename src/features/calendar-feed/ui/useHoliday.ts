import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { getHolidays } from '../contract.ts';
import { holidayYears } from '../rules.ts';
import type { FederalState } from '../../../shared/states.ts';

/**
 * The name of the holiday on a day (`yyyy-mm-dd`, or '' for an empty field); '' on any other day. `state` is the
 * federal state: null for no holidays, undefined for the signed-in coach's or, without one, the provider's (reference
 * 7.11).
 */
export function useHoliday(date: string, state?: FederalState | null): string {
  const year = Number(date.slice(0, 4));
  const isKnown = date !== '' && year >= holidayYears.first && year <= holidayYears.last && state !== null;
  const holidays = useApiQuery(
    getHolidays,
    { year, ...(state ? { state } : {}) },
    { enabled: isKnown, staleTime: Infinity },
  );
  return (isKnown && holidays.data?.data.find((holiday) => holiday.date === date)?.name) || '';
}
