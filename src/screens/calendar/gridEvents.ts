import type { Calendar } from '@event-calendar/core';
import { addDays, isTime, minutesOf, timeOf, wallClock } from '../../shared/berlin.ts';
import type { Entry } from './calendarEntries.ts';

/** A range of time within one day of a coach, on the Berlin wall clock: `yyyy-mm-dd`, `HH:mm`. */
export interface TimeRange {
  coachId: number;
  date: string;
  from: string;
  till: string;
}

const day = 24 * 60;

/**
 * Entries as events of the library. Its times are wall-clock texts without a time zone, which it never converts: every
 * day has the same 24 hours, whatever the browser's zone, and on both clock changes (docs/decisions/0041). Absences and
 * holidays appear above the hours and shade them.
 */
export function eventsOf(entries: readonly Entry[], movable: (entry: Entry) => boolean): Calendar.EventInput[] {
  return entries.flatMap((entry): Calendar.EventInput[] => {
    const { key, coachId, date, state } = entry;
    const place = { resourceIds: [coachId], className: `cal-${state}`, extendedProps: { entry } };
    if (entry.row) {
      return [{ ...place, id: key, ...startAndEndOf(entry), startEditable: movable(entry), durationEditable: false }];
    }
    const above = { ...place, id: key, allDay: true, start: date, end: addDays(date, 1), editable: false };
    const shade = { ...place, id: `${key}-shade`, ...startAndEndOf(entry), display: 'background' as const };
    return [above, shade];
  });
}

/** At least a quarter of an hour: in the repeated hour of a clock change an appointment can seem to end too early. */
function startAndEndOf({ date, from, till }: Entry) {
  const start = minutesOf(from);
  const end = Math.max(till === '24:00' ? day : minutesOf(till), start + 15);
  const at = (minute: number) => (minute >= day ? `${addDays(date, 1)}T00:00` : `${date}T${timeOf(minute)}`);
  return { start: at(start), end: at(end) };
}

/** The range of an appointment after it was dragged by `seconds` to a coach; null if it leaves a single day. */
export function rangeAfterDrag(entry: Entry, seconds: number, coachId: number): TimeRange | null {
  const length = minutesOf(entry.till) - minutesOf(entry.from);
  const start = minutesOf(entry.from) + Math.round(seconds / 60);
  const date = addDays(entry.date, Math.floor(start / day));
  const from = ((start % day) + day) % day;
  if (from + length >= day) return null;
  return { coachId, date, from: timeOf(from), till: timeOf(from + length) };
}

/** The range selected in the grid, from the library's `yyyy-mm-ddTHH:mm:ss`; null if it is not within one day. */
export function selectedRange(start: string, end: string, coachId: number): TimeRange | null {
  const [date, from, till] = [start.slice(0, 10), start.slice(11, 16), end.slice(11, 16)];
  const within = end.slice(0, 10) === date && isTime(from) && isTime(till) && from < till;
  return within ? { coachId, date, from, till } : null;
}

/** Berlin's offset from UTC at an instant, '+01:00', for the library's clock. */
export function offsetAt(instant: Date): string {
  const { date, time } = wallClock(instant);
  const minutes = Math.ceil((Date.parse(`${date}T${time}:00Z`) - instant.getTime()) / 60_000);
  return `+${timeOf(minutes)}`;
}
