import { wallClock } from '../../shared/berlin.ts';
import type { BookableAppointment } from '../../features/booking/contract.ts';
import type { TypeFilter } from '../../features/booking/rules.ts';
import { useBookableSlots } from './useBookable.ts';
import { searchInputOf, withoutFilters, type SlotFilter } from './useSlotFilter.ts';

/**
 * Returns the earliest upcoming slot of the chosen types that matches the filter on any day, and the filter that shows
 * its day. If no slot matches, returns the earliest slot without a filter. Returns undefined while loading, or if no
 * slot is free.
 */
export function useNextFree(filter: SlotFilter, typeFilter: TypeFilter) {
  const anyDayQuery = useBookableSlots(searchInputOf({ ...filter, day: '' }));
  const hasChosenType = ({ type }: BookableAppointment) =>
    typeFilter === 'both' || (typeFilter === 'einzel') === (type === 'Einzelcoaching');
  const findFirstUpcoming = ({ slots, loadedAt }: Pick<typeof anyDayQuery, 'slots' | 'loadedAt'>) => {
    const now = wallClock(new Date(loadedAt));
    return slots.find((slot) => hasChosenType(slot) && `${slot.date} ${slot.start}` > `${now.date} ${now.time}`);
  };
  const match = findFirstUpcoming(anyDayQuery);
  const hasNoMatch = anyDayQuery.isLoaded && !anyDayQuery.hasMore && !match;
  const unfilteredQuery = useBookableSlots(searchInputOf(withoutFilters(filter)), { enabled: hasNoMatch });
  if (match) return { slot: match, matchesFilter: true, filter: { ...filter, day: match.date } };
  const slot = hasNoMatch ? findFirstUpcoming(unfilteredQuery) : undefined;
  return slot && { slot, matchesFilter: false, filter: { ...withoutFilters(filter), day: slot.date } };
}
