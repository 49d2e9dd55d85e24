import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OutputOf } from '../../shared/call.ts';
import type { State } from '../../shared/states.ts';
import { callApi } from '../../web/calls/api.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { getAbsences, getOwnAbsences } from '../../features/absences/contract.ts';
import { getHolidays } from '../../features/calendar-feed/contract.ts';
import { holidayYears } from '../../features/calendar-feed/rules.ts';
import { fullOverview, ownOverview } from '../../features/appointments/contract.ts';
import { entriesOf, type CalendarCoach } from './calendarEntries.ts';

/** A coach whose calendar is shown; `state` is undefined for the caller's own Land, null for none. */
export interface SelectedCoach {
  id: number;
  name: string;
  state: State | null | undefined;
}

const everything = { booked: true, free: true, missed: true };
/** More appointments than six coaches can have in a week. */
const pageSize = 1000;

/**
 * The entries of a week (Monday to Sunday, `yyyy-mm-dd`): appointments and absences in one request each, holidays in
 * one per year and Land, which stays cached (reference 7.16). Admins (`asAdmin`) get the selected coaches, others
 * themselves.
 */
export function useCalendar(
  selected: readonly SelectedCoach[],
  week: readonly string[],
  asAdmin: boolean,
  today: string,
) {
  const [fromDate = '', tillDate = ''] = [week[0], week.at(-1)];
  const ids = selected.map(({ id }) => id);
  const days = { fromDate, tillDate };
  const some = ids.length > 0;
  const all = { ...days, status: everything, pageSize };
  const ownRows = useApiQuery(ownOverview, all, { enabled: some && !asAdmin, keep: true });
  const ownAway = useApiQuery(getOwnAbsences, days, { enabled: some && !asAdmin, keep: true });
  const fullFilters = { ...all, coachId: null, ...(some ? { coachIds: ids } : {}) };
  const fullRows = useApiQuery(fullOverview, fullFilters, { enabled: some && asAdmin, keep: true });
  const fullAway = useApiQuery(getAbsences, { ...days, coachId: null }, { enabled: some && asAdmin, keep: true });
  const [rows, absences] = asAdmin ? [fullRows, fullAway] : [ownRows, ownAway];
  const holidays = useHolidays(selected, [...new Set([fromDate, tillDate].map((date) => Number(date.slice(0, 4))))]);

  const { coaches, entries } = useMemo(() => {
    const known = selected.map(({ id, name, state }): CalendarCoach => ({ id, name, holidays: holidays(state) }));
    const found = { rows: rows.data?.data ?? [], absences: absences.data?.data ?? [] };
    return { coaches: known, entries: entriesOf(found, known, week, today) };
  }, [selected, holidays, rows.data, absences.data, week, today]);
  return {
    coaches,
    entries,
    /** Nothing has arrived yet; while `isRenewing`, the entries may belong to another week. */
    isLoading: rows.isLoading || absences.isLoading,
    isRenewing: rows.isPlaceholderData || absences.isPlaceholderData,
    error: rows.error ?? absences.error,
    retry: () => void Promise.all([rows.refetch(), absences.refetch()]),
  };
}

/** Returns a function from a Land to its holidays in these years; it stays the same until more holidays arrive. */
function useHolidays(selected: readonly SelectedCoach[], years: readonly number[]) {
  const states = [...new Set(selected.map(({ state }) => state))].filter((state) => state !== null);
  const known = years.filter((year) => year >= holidayYears.first && year <= holidayYears.last);
  const inputs = states.flatMap((state) => known.map((year) => ({ year, ...(state ? { state } : {}) })));
  const found = useQueries({
    queries: inputs.map((input) => ({
      queryKey: [getHolidays.path, input],
      queryFn: async ({ signal }: { signal: AbortSignal }) => callApi(getHolidays, input, signal),
      staleTime: Infinity,
    })),
    combine: daysOfAll,
  });
  const asked = JSON.stringify(inputs);
  return useMemo(() => {
    const days = new Map<State | undefined, Map<string, string>>();
    (JSON.parse(asked) as typeof inputs).forEach(({ state }, index) => {
      const of = days.get(state) ?? new Map<string, string>();
      for (const { date, name } of found[index] ?? []) of.set(date, name);
      days.set(state, of);
    });
    return (state: State | null | undefined) => (state === null ? none : (days.get(state) ?? none));
  }, [asked, found]);
}

const none: ReadonlyMap<string, string> = new Map();

/** Defined once, so that React Query keeps the combined result while the answers are equal. */
const daysOfAll = (results: readonly { data: OutputOf<typeof getHolidays> | undefined }[]) =>
  results.map(({ data }) => data?.data);
