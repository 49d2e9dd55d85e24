import { wallClock } from '../../shared/berlin.ts';
import type { Choice } from '../../features/booking/rules.ts';
import { useBookable } from './useBookable.ts';
import { searchInputOf, unfiltered, type SlotFilter } from './useSlotFilter.ts';

/**
 * The earliest slot of the chosen types that has not begun, with the filter that shows its day. It matches the filter
 * except for the day; if there is none, it is the earliest of all. Undefined while loading and if nothing is free.
 */
export function useNextFree(filter: SlotFilter, choice: Choice) {
  const onAnyDay = useBookable(searchInputOf({ ...filter, day: '' }));
  const first = ({ slots, asOf }: Pick<typeof onAnyDay, 'slots' | 'asOf'>) => {
    const now = wallClock(new Date(asOf));
    return slots.find(
      ({ type, date, start }) =>
        (choice === 'both' || (type === 'Einzelcoaching') === (choice === 'einzel')) &&
        `${date} ${start}` > `${now.date} ${now.time}`,
    );
  };
  const filtered = first(onAnyDay);
  const nothing = onAnyDay.loaded && !onAnyDay.hasMore && !filtered;
  const everything = useBookable(searchInputOf(unfiltered(filter)), { enabled: nothing });
  if (filtered) return { slot: filtered, filter: { ...filter, day: filtered.date } };
  const slot = nothing ? first(everything) : undefined;
  return slot && { slot, filter: { ...unfiltered(filter), day: slot.date } };
}
