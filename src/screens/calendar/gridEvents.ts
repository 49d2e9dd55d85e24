import type { Calendar } from '@event-calendar/core';
import { addDays, isTime, minutesOf, timeOf, wallClock } from '../../shared/berlin.ts';
import type { Entry } from './entries.ts';

/** A stretch of a coach’s day, Berlin wall clock. */
export interface Stretch {
  coachId: number;
  date: string;
  from: string;
  till: string;
}

const day = 24 * 60;

/**
 * Entries as the library draws them. It gets wall clocks as texts without a zone, which it never converts: a browser in
 * another zone, and the days of both clock changes, have the same 24 hours (docs/decisions/0041). What fills a day,
 * or is no appointment, stands above the hours and shades them.
 */
export function eventsOf(entries: readonly Entry[], movable: (entry: Entry) => boolean): Calendar.EventInput[] {
  return entries.flatMap((entry): Calendar.EventInput[] => {
    const { key, coachId, date, state } = entry;
    const place = { resourceIds: [coachId], className: `cal-${state}`, extendedProps: { entry } };
    if (entry.row) {
      return [{ ...place, id: key, ...spanOf(entry), startEditable: movable(entry), durationEditable: false }];
    }
    const above = { ...place, id: key, allDay: true, start: date, end: addDays(date, 1), editable: false };
    const shade = { ...place, id: `${key}-shade`, ...spanOf(entry), display: 'background' as const };
    return [above, shade];
  });
}

/** At least a quarter of an hour: in the hour that a clock change repeats, an appointment can seem to end too early. */
function spanOf({ date, from, till }: Entry) {
  const start = minutesOf(from);
  const end = Math.max(till === '24:00' ? day : minutesOf(till), start + 15);
  const at = (minute: number) => (minute >= day ? `${addDays(date, 1)}T00:00` : `${date}T${timeOf(minute)}`);
  return { start: at(start), end: at(end) };
}

/** Where an appointment has been dragged to: by so many seconds, to that coach. Null outside a single day. */
export function draggedTo(entry: Entry, seconds: number, coachId: number): Stretch | null {
  const length = minutesOf(entry.till) - minutesOf(entry.from);
  const start = minutesOf(entry.from) + Math.round(seconds / 60);
  const date = addDays(entry.date, Math.floor(start / day));
  const from = ((start % day) + day) % day;
  if (from + length >= day) return null;
  return { coachId, date, from: timeOf(from), till: timeOf(from + length) };
}

/** The stretch that was marked, from the library’s texts `yyyy-mm-ddTHH:mm:ss`; null unless it lies in one day. */
export function markedStretch(start: string, end: string, coachId: number): Stretch | null {
  const [date, from, till] = [start.slice(0, 10), start.slice(11, 16), end.slice(11, 16)];
  const within = end.slice(0, 10) === date && isTime(from) && isTime(till) && from < till;
  return within ? { coachId, date, from, till } : null;
}

/** Berlin’s distance from UTC at an instant, '+01:00': the library’s clock runs by it. */
export function offsetAt(instant: Date): string {
  const { date, time } = wallClock(instant);
  const minutes = Math.ceil((Date.parse(`${date}T${time}:00Z`) - instant.getTime()) / 60_000);
  return `+${timeOf(minutes)}`;
}
