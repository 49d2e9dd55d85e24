import { wallClock } from '../../shared/berlin.ts';
import type { TypeFilter } from '../../features/booking/rules.ts';
import { useBookable } from './useBookable.ts';
import { searchInputOf, unfiltered, type SlotFilter } from './useSlotFilter.ts';

/**
 * The earliest slot of the chosen types that has not begun, with the filter that shows its day. The slot matches the
 * filter except for its day; if no slot does, it is the earliest of all. Undefined while loading or if nothing is free.
 */
export function useNextFree(filter: SlotFilter, choice: TypeFilter) {
  const onAnyDay = useBookable(searchInputOf({ ...filter, day: '' }));
  const findFirst = ({ slots, asOf }: Pick<typeof onAnyDay, 'slots' | 'asOf'>) => {
    const now = wallClock(new Date(asOf));
    return slots.find(
      ({ type, date, start }) =>
        (choice === 'both' || (type === 'Einzelcoaching') === (choice === 'einzel')) &&
        `${date} ${start}` > `${now.date} ${now.time}`,
    );
  };
  const match = findFirst(onAnyDay);
  const noMatch = onAnyDay.loaded && !onAnyDay.hasMore && !match;
  const withoutFilter = useBookable(searchInputOf(unfiltered(filter)), { enabled: noMatch });
  if (match) return { slot: match, filter: { ...filter, day: match.date } };
  const slot = noMatch ? findFirst(withoutFilter) : undefined;
  return slot && { slot, filter: { ...unfiltered(filter), day: slot.date } };
}
