import { groupBy } from '../../shared/group.ts';
import { weekday } from '../../shared/berlin.ts';
import type { Now } from '../../web/clock.ts';
import type { OverviewRow, PlanEntry } from '../../features/appointments/contract.ts';
import { isUnfinished } from '../../features/appointments/rules.ts';

/** An item of the plan: a booked or missed appointment, or a slot that nobody has booked. */
export type PlanItem = { kind: 'booked'; entry: PlanEntry } | { kind: 'open'; row: OverviewRow };

/** A day of the plan; `date` is `yyyy-mm-dd`. */
export interface PlanDay {
  date: string;
  weekDay: string;
  items: PlanItem[];
}

const slotOf = (item: PlanItem) => (item.kind === 'booked' ? item.entry : item.row);

/** Whether an appointment, booked or not, has ended. */
export function isOver({ date, timeSlot }: { date: string; timeSlot: string }, now: Now): boolean {
  return `${date} ${timeSlot.slice(-5)}` <= `${now.date} ${now.time}`;
}

/** Whether it has begun and not ended yet. */
export function isRunning(slot: { date: string; timeSlot: string }, now: Now): boolean {
  return !isOver(slot, now) && `${slot.date} ${slot.timeSlot.slice(0, 5)}` <= `${now.date} ${now.time}`;
}

/** Today's booked appointment that is taking place or comes next; `entries` are sorted by start. */
export function nextOf(entries: readonly PlanEntry[], now: Now): PlanEntry | undefined {
  return entries.find((entry) => entry.date === now.date && isUnfinished(entry, now));
}

/**
 * Appointments and open slots by day and start. Unless all appointments are shown (`whole`), open slots are shown up to
 * the last one. Both come from separate calls: a slot that has just become free may still be booked in the other list.
 */
export function daysOf(entries: readonly PlanEntry[], open: readonly OverviewRow[], whole: boolean): PlanDay[] {
  const keyOf = (item: PlanItem) => `${slotOf(item).date} ${slotOf(item).timeSlot}`;
  const booked = entries.map((entry): PlanItem => ({ kind: 'booked', entry }));
  const last = booked.at(-1);
  const taken = new Set(booked.map(keyOf));
  const free = open.map((row): PlanItem => ({ kind: 'open', row })).filter((item) => !taken.has(keyOf(item)));
  const shown = whole ? free : free.filter((item) => last !== undefined && keyOf(item) <= keyOf(last));
  const items = [...booked, ...shown].toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  return [...groupBy(items, (item) => slotOf(item).date)].map(([date, ofDay]) => ({
    date,
    weekDay: weekday(date),
    items: ofDay,
  }));
}

/**
 * The index at which the line for the present time precedes an item: the first item that has not ended, so that an
 * appointment taking place is below the line; past the end if all have ended. Null on other days.
 */
export function indexOfNow({ date, items }: PlanDay, now: Now): number | null {
  if (date !== now.date) return null;
  const place = items.findIndex((item) => !isOver(slotOf(item), now));
  return place === -1 ? items.length : place;
}
