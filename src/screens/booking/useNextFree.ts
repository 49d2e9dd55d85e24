import { wallClock } from '../../shared/berlin.ts';
import type { BookableAppointment } from '../../features/booking/contract.ts';
import type { TypeFilter } from '../../features/booking/rules.ts';
import { useBookable } from './useBookable.ts';
import { searchInputOf, withoutFilters, type SlotFilter } from './useSlotFilter.ts';

/**
 * Returns the earliest upcoming slot of the chosen types that matches the filter on any day, and the filter that shows
 * its day. If no slot matches, returns the earliest slot without a filter. Returns undefined while loading, or if no
 * slot is free.
 */
export function useNextFree(filter: SlotFilter, choice: TypeFilter) {
  const anyDayQuery = useBookable(searchInputOf({ ...filter, day: '' }));
  const hasChosenType = ({ type }: BookableAppointment) =>
    choice === 'both' || (choice === 'einzel') === (type === 'Einzelcoaching');
  const findFirstUpcoming = ({ slots, asOf }: Pick<typeof anyDayQuery, 'slots' | 'asOf'>) => {
    const now = wallClock(new Date(asOf));
    return slots.find((slot) => hasChosenType(slot) && `${slot.date} ${slot.start}` > `${now.date} ${now.time}`);
  };
  const match = findFirstUpcoming(anyDayQuery);
  const noMatch = anyDayQuery.isLoaded && !anyDayQuery.hasMore && !match;
  const unfilteredQuery = useBookable(searchInputOf(withoutFilters(filter)), { enabled: noMatch });
  if (match) return { slot: match, filter: { ...filter, day: match.date } };
  const slot = noMatch ? findFirstUpcoming(unfilteredQuery) : undefined;
  return slot && { slot, filter: { ...withoutFilters(filter), day: slot.date } };
}
