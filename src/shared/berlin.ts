import { TZDateMini } from '@date-fns/tz';

/** The time zone of all wall clocks, whatever zone the server or the browser has. */
export const zone = 'Europe/Berlin';

/** The German names of the days of the week, starting on Monday. */
export const weekdayNames = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'] as const;
const pad = (value: number) => String(value).padStart(2, '0');

/** Whether a text is a calendar date `yyyy-mm-dd` that exists, between 1900 and 2199. */
export function isDate(text: string): boolean {
  const match = /^((?:19|20|21)\d\d)-(\d\d)-(\d\d)$/.exec(text);
  if (!match) return false;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether a text is a whole minute of a day: `HH:mm` or `HH:mm:00`. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:00)?$/.test(text);
}

/** The minutes since midnight of a time `HH:mm` or `HH:mm:00`; NaN for any other text. */
export function minutesOf(time: string): number {
  return isTime(time) ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) : Number.NaN;
}

/** The time `HH:mm` of a minute of the day. */
export function timeOf(minute: number): string {
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

/** The minutes by which Berlin is ahead of UTC, by the UTC day counted from 1970; null on days with a clock change. */
const offsets = new Map<number, number | null>();
const lookUpOffset = (time: number) => -new TZDateMini(time, zone).getTimezoneOffset();

/** Caches `lookUpOffset`, which takes noticeable time in a list of a thousand appointments. */
function offsetAt(time: number): number {
  const day = Math.floor(time / 86_400_000);
  let offset = offsets.get(day);
  if (offset === undefined) {
    const [first, last] = [lookUpOffset(day * 86_400_000), lookUpOffset((day + 1) * 86_400_000 - 1)];
    offset = first === last ? first : null;
    offsets.set(day, offset);
  }
  return offset ?? lookUpOffset(time);
}

/** Dates by the day counted from 1970, cached because lists show the same few days again and again. */
const dates = new Map<number, string>();

function dateOfDay(day: number): string {
  let date = dates.get(day);
  if (date === undefined) dates.set(day, (date = new Date(day * 86_400_000).toISOString().slice(0, 10)));
  return date;
}

/** The Berlin wall clock at an instant: date `yyyy-mm-dd`, time `HH:mm`. */
export function wallClock(instant: Date): { date: string; time: string } {
  const time = instant.getTime();
  const minutes = Math.floor(time / 60_000) + offsetAt(time);
  const day = Math.floor(minutes / 1440);
  const minute = minutes - day * 1440;
  return { date: dateOfDay(day), time: timeOf(minute) };
}

/**
 * The instants at which the Berlin wall clock shows a date and time, in order: usually one, but none or two in the
 * hours of the clock changes. The double summer time of 1945 and 1947 was three hours ahead of UTC.
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
 * The instant at which the Berlin wall clock shows a date and time, or null if that local time does not exist or exists
 * twice (in the hours of the clock changes, reference 2.6). `date` is `yyyy-mm-dd`, `time` `HH:mm` or `HH:mm:00`; both
 * must be well formed.
 */
export function instantOf(date: string, time: string): Date | null {
  const [instant, second] = instantsOf(date, time);
  return instant && !second ? instant : null;
}

/** The first instant of a Berlin calendar day: midnight, which exists on every day (twice on one day of 1916). */
export function startOfDay(date: string): Date {
  const [instant] = instantsOf(date, '00:00');
  if (!instant) throw new Error(`no midnight on ${date}`);
  return instant;
}

/** The Berlin days from `fromDate` to `tillDate` as the instants [from, till); one day if `tillDate` is left out. */
export function instantsOfDays(fromDate: string, tillDate = fromDate): { from: Date; till: Date } {
  return { from: startOfDay(fromDate), till: startOfDay(addDays(tillDate, 1)) };
}

/** The Berlin date and 'HH:mm - HH:mm' of an interval within a day. */
export function dayAndSlot({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): { date: string; timeSlot: string } {
  const { date, time } = wallClock(startsAt);
  return { date, timeSlot: `${time} - ${wallClock(endsAt).time}` };
}

/** The Berlin calendar date of an instant. */
export function dateOf(instant: Date): string {
  return wallClock(instant).date;
}

/** The date `yyyy-mm-dd` a number of days after another one. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The number of days from one date to another, negative if `to` is before `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The weekday of a calendar date: 1 (Monday) to 7. */
export function isoWeekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** The Monday of the week of a calendar date. */
export function mondayOf(date: string): string {
  return addDays(date, 1 - isoWeekday(date));
}

/** The German weekday of a calendar date ('Montag'). */
export function weekday(date: string): string {
  return weekdayNames[isoWeekday(date) - 1] ?? '';
}

/** A date `yyyy-mm-dd` as people read it: `dd.mm.yyyy`. Any other text is returned unchanged. */
export function germanDate(date: string): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date);
  return match ? `${match[3]}.${match[2]}.${match[1]}` : date;
}

/** A calendar date with its weekday: 'Mo, 30.11.2026'. */
export function germanDay(date: string): string {
  return `${weekday(date).slice(0, 2)}, ${germanDate(date)}`;
}

/** An instant as people read it: 'Mo, 30.11.2026, 09:00 Uhr'. */
export function germanMoment(instant: Date): string {
  const { date, time } = wallClock(instant);
  return `${germanDay(date)}, ${time} Uhr`;
}

/** An interval within a day as people read it: 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr'. Times `HH:mm` or `HH:mm:ss`. */
export function germanInterval({ date, start, end }: { date: string; start: string; end: string }): string {
  return `${germanDay(date)}, ${start.slice(0, 5)} bis ${end.slice(0, 5)} Uhr`;
}

/** The result of `dayAndSlot` as people read it: 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr'. */
export function germanSlot({ date, timeSlot }: { date: string; timeSlot: string }): string {
  return germanInterval({ date, start: timeSlot.slice(0, 5), end: timeSlot.slice(-5) });
}
