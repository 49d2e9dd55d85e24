import { TZDateMini } from '@date-fns/tz';

/** The time zone of all dates and times of day, whatever time zone the server or the browser has. */
export const zone = 'Europe/Berlin';

/** The German names of the days of the week, starting on Monday. */
export const weekdayNames = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'] as const;
const pad = (value: number) => String(value).padStart(2, '0');

/** Whether a text is an existing calendar date `yyyy-mm-dd` from 1900 to 2199. */
export function isDate(text: string): boolean {
  const match = /^((?:19|20|21)\d\d)-(\d\d)-(\d\d)$/.exec(text);
  if (!match) return false;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether a text is a time of day in whole minutes: `HH:mm` or `HH:mm:00`. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:00)?$/.test(text);
}

/** Returns the minutes since midnight of a time `HH:mm` or `HH:mm:00`, or NaN for any other text. */
export function minutesOf(time: string): number {
  return isTime(time) ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) : Number.NaN;
}

/** Returns the time of day `HH:mm` for a number of minutes since midnight. */
export function timeOf(minute: number): string {
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

/**
 * The minutes by which Berlin is ahead of UTC, for each UTC day as a number of days since 1970. A day with a clock
 * change has null, because its offset changes.
 */
const offsets = new Map<number, number | null>();
const lookUpOffset = (time: number) => -new TZDateMini(time, zone).getTimezoneOffset();

/**
 * Returns the minutes by which Berlin is ahead of UTC at an instant (ms). The cache makes long lists noticeably faster.
 */
function offsetAt(time: number): number {
  const day = Math.floor(time / 86_400_000);
  let offset = offsets.get(day);
  if (offset === undefined) {
    const [offsetAtStart, offsetAtEnd] = [lookUpOffset(day * 86_400_000), lookUpOffset((day + 1) * 86_400_000 - 1)];
    offset = offsetAtStart === offsetAtEnd ? offsetAtStart : null;
    offsets.set(day, offset);
  }
  return offset ?? lookUpOffset(time);
}

/** The dates for days since 1970. They are cached, because a list shows the same few days again and again. */
const dates = new Map<number, string>();

function dateOfDay(day: number): string {
  let date = dates.get(day);
  if (date === undefined) dates.set(day, (date = new Date(day * 86_400_000).toISOString().slice(0, 10)));
  return date;
}

/** Returns what a clock in Berlin shows at an instant: the date `yyyy-mm-dd` and the time `HH:mm`. */
export function wallClock(instant: Date): { date: string; time: string } {
  const time = instant.getTime();
  const minutes = Math.floor(time / 60_000) + offsetAt(time);
  const day = Math.floor(minutes / 1440);
  const minute = minutes - day * 1440;
  return { date: dateOfDay(day), time: timeOf(minute) };
}

/**
 * Returns the instants at which a clock in Berlin shows a date and time, in order. There is usually one, but at a clock
 * change there may be none or two. The offset of 180 minutes is the double summer time of 1945 and 1947.
 */
function instantsOf(date: string, time: string): Date[] {
  const minutes = minutesOf(time);
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  return [180, 120, 60]
    .map((offset) => new Date(asUtc - offset * 60_000))
    .filter((candidate) => {
      const clock = wallClock(candidate);
      return clock.date === date && clock.time === timeOf(minutes);
    });
}

/**
 * Returns the instant at which a clock in Berlin shows a date `yyyy-mm-dd` and a time `HH:mm` or `HH:mm:00`, both of
 * which must be well formed. Returns null if that local time is skipped or repeated by a clock change (reference 2.6).
 */
export function instantOf(date: string, time: string): Date | null {
  const [instant, second] = instantsOf(date, time);
  return instant && !second ? instant : null;
}

/**
 * Returns the first instant of a day in Berlin. That is midnight, which every day has (one day of 1916 has it twice).
 */
export function startOfDay(date: string): Date {
  const [instant] = instantsOf(date, '00:00');
  if (!instant) throw new Error(`no midnight on ${date}`);
  return instant;
}

/**
 * Returns the instants at which the days from `fromDate` to `tillDate` (inclusive) begin and end in Berlin; `till` is
 * the first instant after them. Without `tillDate`, the range is the single day `fromDate`.
 */
export function instantsOfDays(fromDate: string, tillDate = fromDate): { from: Date; till: Date } {
  return { from: startOfDay(fromDate), till: startOfDay(addDays(tillDate, 1)) };
}

/** Returns the date in Berlin and the times 'HH:mm - HH:mm' of an interval within a day. */
export function dayAndSlot({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): { date: string; timeSlot: string } {
  const { date, time } = wallClock(startsAt);
  return { date, timeSlot: `${time} - ${wallClock(endsAt).time}` };
}

/** Returns the date in Berlin, `yyyy-mm-dd`, at an instant. */
export function dateOf(instant: Date): string {
  return wallClock(instant).date;
}

/** Returns the date `yyyy-mm-dd` that is a number of days after another date. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the number of days from one date to another, negative if `to` is before `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Returns the weekday of a date: 1 (Monday) to 7 (Sunday). */
export function isoWeekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** Returns the Monday of the week that a date is in. */
export function mondayOf(date: string): string {
  return addDays(date, 1 - isoWeekday(date));
}

/** Returns the German name of a date's weekday ('Montag'). */
export function weekday(date: string): string {
  return weekdayNames[isoWeekday(date) - 1] ?? '';
}

/** Formats a date `yyyy-mm-dd` for display as `dd.mm.yyyy`. Returns any other text unchanged. */
export function germanDate(date: string): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date);
  return match ? `${match[3]}.${match[2]}.${match[1]}` : date;
}

/** Formats a range of dates `yyyy-mm-dd`: '01.11.2026 bis 30.11.2026', or only the day if it is a single one. */
export function germanPeriod(from: string, till: string): string {
  return from === till ? germanDate(from) : `${germanDate(from)} bis ${germanDate(till)}`;
}

/** Formats a date with its weekday: 'Mo, 30.11.2026'. */
export function germanDay(date: string): string {
  return `${weekday(date).slice(0, 2)}, ${germanDate(date)}`;
}

/** Formats a date with its weekday, and without the year if that is the year of `today`: 'Mo, 30.11.' */
export function germanDayBriefly(date: string, today: string): string {
  const day = germanDay(date);
  return date.slice(0, 4) === today.slice(0, 4) ? day.slice(0, -4) : day;
}

/** Formats an instant in Berlin time: 'Mo, 30.11.2026, 09:00 Uhr'. */
export function germanMoment(instant: Date): string {
  const { date, time } = wallClock(instant);
  return `${germanDay(date)}, ${time} Uhr`;
}

/** Formats an interval within a day: 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr'. Its times are `HH:mm` or `HH:mm:ss`. */
export function germanInterval({ date, start, end }: { date: string; start: string; end: string }): string {
  return `${germanDay(date)}, ${start.slice(0, 5)} bis ${end.slice(0, 5)} Uhr`;
}

/** Formats the result of `dayAndSlot`: 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr'. */
export function germanSlot({ date, timeSlot }: { date: string; timeSlot: string }): string {
  return germanInterval({ date, start: timeSlot.slice(0, 5), end: timeSlot.slice(-5) });
}
