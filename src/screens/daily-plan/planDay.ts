import { groupBy } from '../../shared/group.ts';
import { weekday } from '../../shared/berlin.ts';
import { startsInFuture, type WallClock } from '../../web/clock.ts';
import type { OverviewRow, PlanEntry } from '../../features/appointments/contract.ts';
import { isUnfinished } from '../../features/appointments/rules.ts';

/** An item of the plan: a booked or missed appointment, or an unbooked slot. */
export type PlanItem = { kind: 'booked'; entry: PlanEntry } | { kind: 'open'; slot: OverviewRow };

/** A day of the plan; `date` is `yyyy-mm-dd`. */
export interface PlanDay {
  date: string;
  weekDay: string;
  items: PlanItem[];
}

/** Returns the appointment of an item, booked or not. */
export const appointmentOf = (item: PlanItem) => (item.kind === 'booked' ? item.entry : item.slot);

/** Returns today's booked appointment that is taking place or comes next; `entries` are sorted by start. */
export function findCurrentOrNext(entries: readonly PlanEntry[], now: WallClock): PlanEntry | undefined {
  return entries.find((entry) => entry.date === now.date && isUnfinished(entry, now));
}

/**
 * Returns the appointments and open slots by day, sorted by start. `isComplete` is whether `entries` contains all
 * appointments. If it is false, open slots after the last appointment are left out. The two lists come from separate
 * calls, so a slot may be free in one list and booked in the other. It is then shown as booked.
 */
export function daysOf(
  entries: readonly PlanEntry[],
  openSlots: readonly OverviewRow[],
  isComplete: boolean,
): PlanDay[] {
  const keyOf = (item: PlanItem) => `${appointmentOf(item).date} ${appointmentOf(item).timeSlot}`;
  const bookedItems = entries.map((entry): PlanItem => ({ kind: 'booked', entry }));
  const lastBookedItem = bookedItems.at(-1);
  const bookedKeys = new Set(bookedItems.map(keyOf));
  const openItems = openSlots
    .map((slot): PlanItem => ({ kind: 'open', slot }))
    .filter((item) => !bookedKeys.has(keyOf(item)));
  const shownOpenItems = isComplete
    ? openItems
    : openItems.filter((item) => lastBookedItem !== undefined && keyOf(item) <= keyOf(lastBookedItem));
  const items = [...bookedItems, ...shownOpenItems].toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  return [...groupBy(items, (item) => appointmentOf(item).date)].map(([date, itemsOfDay]) => ({
    date,
    weekDay: weekday(date),
    items: itemsOfDay,
  }));
}

/** Returns how many of the open slots can be booked: they are free, and neither reserved nor Speedcoachings. */
export function countFree(openSlots: readonly OverviewRow[], now: WallClock): number {
  return openSlots.filter((slot) => !slot.isSpeedcoaching && !slot.reserved && startsInFuture(slot, now)).length;
}

/**
 * Returns the index of the item below the line for the present time: the first item that has not begun, so that what
 * is running stands above the line, in order of time. If all items have begun, returns the number of items. If the day
 * is not today, returns null.
 */
export function indexOfNow({ date, items }: PlanDay, now: WallClock): number | null {
  if (date !== now.date) return null;
  const index = items.findIndex((item) => startsInFuture(appointmentOf(item), now));
  return index === -1 ? items.length : index;
}
