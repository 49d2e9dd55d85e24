import { wallClock } from '../../shared/berlin.ts';
import type { TypeFilter } from '../../features/booking/rules.ts';
import { useBookable } from './useBookable.ts';
import { searchInputOf, unfiltered, type SlotFilter } from './useSlotFilter.ts';

/**
 * Returns the earliest upcoming slot of the chosen types, and the filter that shows its day. The slot matches the
 * filter on any day; if no slot matches, it is the earliest without a filter. Undefined while loading, or if no slot is
 * free.
 */
export function useNextFree(filter: SlotFilter, choice: TypeFilter) {
  const onAnyDay = useBookable(searchInputOf({ ...filter, day: '' }));
  const findFirstUpcoming = ({ slots, asOf }: Pick<typeof onAnyDay, 'slots' | 'asOf'>) => {
    const now = wallClock(new Date(asOf));
    return slots.find(
      ({ type, date, start }) =>
        (choice === 'both' || (type === 'Einzelcoaching') === (choice === 'einzel')) &&
        `${date} ${start}` > `${now.date} ${now.time}`,
    );
  };
  const match = findFirstUpcoming(onAnyDay);
  const noMatch = onAnyDay.loaded && !onAnyDay.hasMore && !match;
  const withoutFilter = useBookable(searchInputOf(unfiltered(filter)), { enabled: noMatch });
  if (match) return { slot: match, filter: { ...filter, day: match.date } };
  const slot = noMatch ? findFirstUpcoming(withoutFilter) : undefined;
  return slot && { slot, filter: { ...unfiltered(filter), day: slot.date } };
}
