import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { isDate } from '../../shared/berlin.ts';
import type { SearchInput } from '../../features/booking/search/contract.ts';
import { partsOfDay, type PartOfDay } from '../../features/booking/search/rules.ts';
import { filterChange } from '../../web/address/filterChange.ts';

/** The name of each part of the day in the URL. */
const partParams: Record<PartOfDay, string> = { morning: 'vormittag', afternoon: 'nachmittag', evening: 'abend' };

/** The filter of the booking page. A field that is null, '' or an empty list has no effect. */
export interface SlotFilter {
  coachId: number | null;
  /** 1 (Monday) to 7, in order. */
  weekdays: readonly number[];
  partOfDay: PartOfDay | null;
  /** A Berlin day, `yyyy-mm-dd`. */
  day: string;
  /** The id of the participant's booking that is rescheduled to the chosen slot. */
  originalId: number | null;
}

/**
 * Returns the filter of the booking page and functions that change it. The filter is kept in the URL: `coach`,
 * `wochentage`, `zeit`, `tag` (reference 4.14), and `statt`, the id of the booking to reschedule (reference 4.18).
 */
export function useSlotFilter() {
  const [params, setParams] = useSearchParams();
  const coachId = parseId(params.get('coach'));
  const originalId = parseId(params.get('statt'));
  const part = params.get('zeit');
  const weekdaysText = params.get('wochentage') ?? '';
  const day = params.get('tag') ?? '';
  const filter = useMemo<SlotFilter>(
    () => ({
      coachId,
      weekdays: [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekdaysText.split(',').includes(String(weekday))),
      partOfDay: partsOfDay.find((candidate) => partParams[candidate] === part) ?? null,
      day: isDate(day) ? day : '',
      originalId,
    }),
    [coachId, weekdaysText, part, day, originalId],
  );
  const searchParamsOf = (next: SlotFilter) => {
    const nextParams = new URLSearchParams(params);
    for (const [name, value] of Object.entries(paramsOf(next)))
      if (value) nextParams.set(name, value);
      else nextParams.delete(name);
    return nextParams;
  };
  const setFilter = (next: SlotFilter) => setParams(searchParamsOf(next), filterChange);
  return {
    filter,
    /** How many of the four filters are active. */
    activeCount: [filter.coachId, filter.weekdays[0], filter.partOfDay, filter.day].filter(Boolean).length,
    /** Returns the URL parameters of this page with another filter, and without the number of cards. */
    searchParamsOf,
    change: (changes: Partial<SlotFilter>) => setFilter({ ...filter, ...changes }),
    reset: () => setFilter(withoutFilters(filter)),
  };
}

/** Returns the id in a URL parameter, or null if the parameter contains no id. */
export function parseId(param: string | null): number | null {
  const id = Number(param);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Returns an empty filter with the same booking to reschedule. */
export const withoutFilters = ({ originalId }: SlotFilter): SlotFilter => ({
  coachId: null,
  weekdays: [],
  partOfDay: null,
  day: '',
  originalId,
});

const paramsOf = ({ coachId, weekdays, partOfDay, day }: SlotFilter) => ({
  coach: coachId === null ? '' : String(coachId),
  wochentage: weekdays.join(','),
  zeit: partOfDay === null ? '' : partParams[partOfDay],
  tag: day,
  // The number of cards goes back to the default.
  anzahl: '',
});

/** Converts the filter to the input of calls, without the fields that have no effect. */
export function searchInputOf({ coachId, weekdays, partOfDay, day, originalId }: SlotFilter): SearchInput {
  return {
    ...(coachId === null ? {} : { coachId }),
    ...(weekdays.length === 0 ? {} : { weekdays: [...weekdays] }),
    ...(partOfDay === null ? {} : { partOfDay }),
    ...(day === '' ? {} : { fromDate: day, tillDate: day }),
    ...(originalId === null ? {} : { insteadOf: originalId }),
  };
}
