import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OutputOf } from '../../shared/call.ts';
import type { FederalState } from '../../shared/states.ts';
import { callApi } from '../../web/calls/api.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { getAbsences, getOwnAbsences } from '../../features/absences/contract.ts';
import { getHolidays } from '../../features/calendar-feed/contract.ts';
import { holidayYears } from '../../features/calendar-feed/rules.ts';
import { getFullOverview, getOwnOverview } from '../../features/appointments/contract.ts';
import type { WallClock } from '../../web/clock.ts';
import { entriesOf, lastChange, type CalendarCoach } from './calendarEntries.ts';

/** A coach whose calendar can be shown. */
export interface SelectableCoach {
  id: number;
  name: string;
  /** The federal state whose holidays are shown; null for none, undefined for the signed-in coach's own state. */
  federalState: FederalState | null | undefined;
}

const allStatuses = { booked: true, free: true, missed: true };
/** More than the appointments that six coaches can have in a week. */
const pageSize = 1000;

/**
 * Loads the entries of a week (Monday to Sunday, `yyyy-mm-dd`; reference 7.16). Appointments and absences take one
 * request each, and holidays one cached request for each year and federal state. With `asAdmin`, returns the entries of
 * the selected coaches, otherwise the entries of the signed-in coach, as they are at the Berlin time `now`.
 */
export function useCalendar(
  selectedCoaches: readonly SelectableCoach[],
  week: readonly string[],
  asAdmin: boolean,
  now: WallClock,
) {
  const [fromDate = '', tillDate = ''] = [week[0], week.at(-1)];
  const ids = selectedCoaches.map(({ id }) => id);
  const days = { fromDate, tillDate };
  const hasCoaches = ids.length > 0;
  const [isOwnEnabled, isFullEnabled] = [hasCoaches && !asAdmin, hasCoaches && asAdmin];
  const filters = { ...days, status: allStatuses, pageSize };
  const ownAppointmentQuery = useApiQuery(getOwnOverview, filters, { enabled: isOwnEnabled, keepPrevious: true });
  const ownAbsenceQuery = useApiQuery(getOwnAbsences, days, { enabled: isOwnEnabled, keepPrevious: true });
  const fullFilters = { ...filters, coachId: null, ...(hasCoaches ? { coachIds: ids } : {}) };
  const allAppointmentQuery = useApiQuery(getFullOverview, fullFilters, { enabled: isFullEnabled, keepPrevious: true });
  const allAbsenceQuery = useApiQuery(
    getAbsences,
    { ...days, coachId: null },
    { enabled: isFullEnabled, keepPrevious: true },
  );
  const [appointmentQuery, absenceQuery] = asAdmin
    ? [allAppointmentQuery, allAbsenceQuery]
    : [ownAppointmentQuery, ownAbsenceQuery];
  const holidaysOf = useHolidays(selectedCoaches, [
    ...new Set([fromDate, tillDate].map((date) => Number(date.slice(0, 4)))),
  ]);

  const { date: today, time: changedAt } = lastChange(appointmentQuery.data?.data ?? [], now);
  const { coaches, entries } = useMemo(() => {
    const coachesWithHolidays = selectedCoaches.map(({ id, name, federalState: state }): CalendarCoach => ({
      id,
      name,
      holidays: holidaysOf(state),
    }));
    const data = { appointments: appointmentQuery.data?.data ?? [], absences: absenceQuery.data?.data ?? [] };
    return {
      coaches: coachesWithHolidays,
      entries: entriesOf(data, coachesWithHolidays, week, { date: today, time: changedAt }),
    };
  }, [selectedCoaches, holidaysOf, appointmentQuery.data, absenceQuery.data, week, today, changedAt]);
  return {
    coaches,
    entries,
    /** Whether the first entries are still loading. */
    isLoading: appointmentQuery.isLoading || absenceQuery.isLoading,
    /** Whether the entries may still belong to another week, because the new entries are loading. */
    isOutdated: appointmentQuery.isPlaceholderData || absenceQuery.isPlaceholderData,
    error: appointmentQuery.error ?? absenceQuery.error,
    retry: () => void Promise.all([appointmentQuery.refetch(), absenceQuery.refetch()]),
  };
}

/**
 * Returns a function that returns a federal state's holidays in `years`. The function is the same in every render until
 * more holidays are loaded.
 */
function useHolidays(selectedCoaches: readonly SelectableCoach[], years: readonly number[]) {
  const states = [...new Set(selectedCoaches.map(({ federalState: state }) => state))].filter(
    (state) => state !== null,
  );
  const supportedYears = years.filter((year) => year >= holidayYears.first && year <= holidayYears.last);
  const inputs = states.flatMap((state) => supportedYears.map((year) => ({ year, ...(state ? { state } : {}) })));
  const holidayLists = useQueries({
    queries: inputs.map((input) => ({
      queryKey: [getHolidays.path, input],
      queryFn: async ({ signal }: { signal: AbortSignal }) => callApi(getHolidays, input, signal),
      staleTime: Infinity,
    })),
    combine: combineResults,
  });
  // `inputs` is a new array in every render, so the memo depends on a text with the same contents.
  const inputsJson = JSON.stringify(inputs);
  return useMemo(() => {
    const holidays = new Map<FederalState | undefined, Map<string, string>>();
    (JSON.parse(inputsJson) as typeof inputs).forEach(({ state }, index) => {
      const stateHolidays = holidays.get(state) ?? new Map<string, string>();
      for (const { date, name } of holidayLists[index] ?? []) stateHolidays.set(date, name);
      holidays.set(state, stateHolidays);
    });
    return (state: FederalState | null | undefined) =>
      state === null ? noHolidays : (holidays.get(state) ?? noHolidays);
  }, [inputsJson, holidayLists]);
}

const noHolidays: ReadonlyMap<string, string> = new Map();

/** Returns the holidays of each response. Defined outside the hook, so that React Query reuses the previous result. */
const combineResults = (results: readonly { data: OutputOf<typeof getHolidays> | undefined }[]) =>
  results.map(({ data }) => data?.data);
