import type { Calendar } from '@event-calendar/core';
import { addDays, isTime, minutesOf, timeOf, wallClock } from '../../shared/berlin.ts';
import { moveEnd } from '../../features/appointments/rules.ts';
import type { WallClock } from '../../web/clock.ts';
import type { Entry } from './calendarEntries.ts';

/**
 * A range of Berlin time within a coach's day. `date` is `yyyy-mm-dd`, `from` and `till` are `HH:mm`. `coachId` is 0 in
 * a coach's own calendar, and while no coach is chosen.
 */
export interface TimeRange {
  coachId: number;
  date: string;
  from: string;
  till: string;
}

const minutesPerDay = 24 * 60;

/**
 * Converts entries to events of the calendar library. Times are wall-clock texts without a time zone, which the library
 * does not convert. So every day has 24 hours, whatever the browser's time zone, and even when the clocks change
 * (docs/decisions/0041). An absence or a holiday becomes an event above the hours, and an event that shades its hours.
 */
export function eventsOf(entries: readonly Entry[]): Calendar.EventInput[] {
  return entries.flatMap((entry): Calendar.EventInput[] => {
    const { key, coachId, date, state, isOver, isMovable } = entry;
    const className = [`cal-${state}`, ...(isOver ? ['cal-over'] : [])];
    const base = { resourceIds: [coachId], className, extendedProps: { entry } };
    if (entry.appointment) {
      return [{ ...base, id: key, ...startAndEndOf(entry), startEditable: isMovable, durationEditable: false }];
    }
    const allDay = { ...base, id: key, allDay: true, start: date, end: addDays(date, 1), editable: false };
    const shade = { ...base, id: `${key}-shade`, ...startAndEndOf(entry), display: 'background' as const };
    return [allDay, shade];
  });
}

/**
 * Returns the start and end of an event, at least a quarter of an hour apart, because in the repeated hour of a clock
 * change an appointment can seem to end before it begins.
 */
function startAndEndOf({ date, from, till }: Entry) {
  const start = minutesOf(from);
  const end = Math.max(till === '24:00' ? minutesPerDay : minutesOf(till), start + 15);
  const timestampAt = (minute: number) =>
    minute >= minutesPerDay ? `${addDays(date, 1)}T00:00` : `${date}T${timeOf(minute)}`;
  return { start: timestampAt(start), end: timestampAt(end) };
}

/**
 * Returns the range of an appointment that was dragged by `seconds` to a coach's column, or null if it would not end
 * before midnight.
 */
export function rangeAfterDrag(entry: Entry, seconds: number, coachId: number): TimeRange | null {
  const length = minutesOf(entry.till) - minutesOf(entry.from);
  const start = minutesOf(entry.from) + Math.round(seconds / 60);
  const date = addDays(entry.date, Math.floor(start / minutesPerDay));
  const from = ((start % minutesPerDay) + minutesPerDay) % minutesPerDay;
  if (from + length >= minutesPerDay) return null;
  return { coachId, date, from: timeOf(from), till: timeOf(from + length) };
}

/** Hours of the day, from 0 to 24. */
export interface Hours {
  from: number;
  till: number;
}

/** Returns the hours that a day needs: from 8 to 18 o'clock, and more if an appointment begins or ends outside. */
export function hoursOf(entries: readonly Entry[]): Hours {
  const timed = entries.filter(({ appointment }) => appointment);
  return {
    from: Math.min(8, ...timed.map(({ from }) => Math.floor(minutesOf(from) / 60))),
    till: Math.max(18, ...timed.map(({ till }) => Math.ceil(minutesOf(till) / 60))),
  };
}

/**
 * Returns the minute of the day that the user wants to see first: the current one if today is among `days` (`now` is
 * the Berlin time), otherwise the start of the first appointment, or 8 o'clock if there is none.
 */
export function firstMinuteToSee(entries: readonly Entry[], days: readonly string[], now: WallClock): number {
  if (days.includes(now.date)) return minutesOf(now.time);
  const starts = entries.filter(({ appointment }) => appointment).map(({ from }) => minutesOf(from));
  return starts.length > 0 ? Math.min(...starts) : 8 * 60;
}

/** Returns the selected range between two texts `yyyy-mm-ddTHH:mm:ss`, or null if it is not within one day. */
export function parseSelectedRange(start: string, end: string, coachId: number): TimeRange | null {
  const [date, from, till] = [start.slice(0, 10), start.slice(11, 16), end.slice(11, 16)];
  const isWithinDay = end.slice(0, 10) === date && isTime(from) && isTime(till) && from < till;
  return isWithinDay ? { coachId, date, from, till } : null;
}

/**
 * Returns the range of a new appointment for a click at `clickedAt` (`yyyy-mm-ddTHH:mm:ss`): from the begin of the
 * clicked half-hour, as long as appointments usually are. Null if it would not end before midnight.
 */
export function rangeAfterClick(clickedAt: string, coachId: number): TimeRange | null {
  const from = timeOf(Math.floor(minutesOf(clickedAt.slice(11, 16)) / 30) * 30);
  const till = moveEnd({ fromTime: '', tillTime: '' }, from);
  return till === '' ? null : { coachId, date: clickedAt.slice(0, 10), from, till };
}

/** Returns Berlin's offset from UTC at an instant, such as '+01:00', for the calendar library. */
export function offsetAt(instant: Date): string {
  const { date, time } = wallClock(instant);
  // Rounded up, because `time` has no seconds.
  const minutes = Math.ceil((Date.parse(`${date}T${time}:00Z`) - instant.getTime()) / 60_000);
  return `+${timeOf(minutes)}`;
}
