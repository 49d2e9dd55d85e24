import { groupBy } from '../../shared/group.ts';
import { weekday } from '../../shared/berlin.ts';
import type { Now } from '../../web/clock.ts';
import type { OverviewRow, PlanEntry } from '../../features/appointments/contract.ts';
import { isUnfinished } from '../../features/appointments/rules.ts';

/** What stands in the plan: a booked or missed appointment, or time that nobody has booked. */
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

/** The booked appointment of today that runs or comes next; `entries` are in order of start. */
export function nextOf(entries: readonly PlanEntry[], now: Now): PlanEntry | undefined {
  return entries.find((entry) => entry.date === now.date && isUnfinished(entry, now));
}

/**
 * Appointments and open time by day, in order of start. While not all appointments are shown (`whole`), open time is
 * shown up to the last of them. The two are fetched apart: what has just become free may still be booked in the other.
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
 * Before which item of a day now is: before the first that has not ended, so that one that runs stands below it; after
 * the last if all have ended. Null on other days.
 */
export function placeOfNow({ date, items }: PlanDay, now: Now): number | null {
  if (date !== now.date) return null;
  const place = items.findIndex((item) => !isOver(slotOf(item), now));
  return place === -1 ? items.length : place;
}
