import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { isDue, retryPause, reminderKinds, reminderTimes, type Remindable, type ReminderKind } from './rules.ts';

const berlin = (text: string) => new Date(Temporal.ZonedDateTime.from(`${text}[Europe/Berlin]`).epochMilliseconds);
const hour = 3_600_000;
const coachingAt = (start: string, booked = '2026-01-01T12:00'): Remindable => {
  const startsAt = berlin(start);
  return { startsAt, endsAt: new Date(startsAt.getTime() + 0.75 * hour), bookedAt: berlin(booked) };
};
const isDueAt = (kind: ReminderKind, appointment: Remindable, now: string) => isDue(kind, appointment, berlin(now));

describe('a reminder [11.3]', () => {
  const monday = coachingAt('2027-06-14T10:00');

  test.each([
    ['reminderThreeDays', '2027-06-11T10:00', '2027-06-12T08:00'],
    ['reminderDayBefore', '2027-06-13T16:00', '2027-06-13T21:00'],
    ['reminderSoon', '2027-06-14T08:00', '2027-06-14T09:45'],
    ['ratingInvitation', '2027-06-14T12:45', '2027-06-17T10:45'],
  ] as const)('%s is due from its time on until it would be too late', (kind, from, until) => {
    const { epochMilliseconds } = Temporal.ZonedDateTime.from(`${from}[Europe/Berlin]`);
    expect(isDue(kind, monday, new Date(epochMilliseconds - 1))).toBe(false);
    expect(isDueAt(kind, monday, from)).toBe(true);
    expect(isDue(kind, monday, new Date(berlin(until).getTime() - 1))).toBe(true);
    expect(isDueAt(kind, monday, until)).toBe(false);
  });

  test('is not sent if the booking was made shortly before the reminder would be due', () => {
    expect(isDueAt('reminderThreeDays', coachingAt('2027-06-14T10:00', '2027-06-11T09:00'), '2027-06-11T10:00')).toBe(
      false,
    );
    expect(isDueAt('reminderDayBefore', coachingAt('2027-06-14T10:00', '2027-06-13T15:00'), '2027-06-13T16:00')).toBe(
      false,
    );
    expect(isDueAt('reminderSoon', coachingAt('2027-06-14T10:00', '2027-06-14T07:00'), '2027-06-14T08:00')).toBe(false);
    expect(isDueAt('reminderSoon', coachingAt('2027-06-14T10:00', '2027-06-14T06:00'), '2027-06-14T08:00')).toBe(true);
  });

  test('counts elapsed hours across a clock change, but takes the day before from the calendar', () => {
    const monday = coachingAt('2027-03-29T10:00');
    expect(reminderTimes.reminderThreeDays.window(monday).from).toEqual(berlin('2027-03-26T09:00'));
    expect(reminderTimes.reminderDayBefore.window(monday).from).toEqual(berlin('2027-03-28T16:00'));
    const autumn = coachingAt('2027-11-01T10:00');
    expect(reminderTimes.reminderThreeDays.window(autumn).from).toEqual(berlin('2027-10-29T11:00'));
    expect(reminderTimes.reminderDayBefore.window(autumn).from).toEqual(berlin('2027-10-31T16:00'));
  });

  test('is within the searched range whenever it may be due, at every hour of the days around clock changes', () => {
    for (const day of ['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'])
      for (let at = 0; at < 24; at++) {
        const startsAt = new Date(berlin(`${day}T00:00`).getTime() + at * hour);
        for (const minutes of [45, 24 * 60])
          for (const kind of reminderKinds) {
            const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
            const { from, until } = reminderTimes[kind].window({ startsAt, endsAt });
            const range = reminderTimes[kind].startsWithin;
            expect((startsAt.getTime() - from.getTime()) / hour).toBeLessThanOrEqual(range.to);
            expect((startsAt.getTime() - until.getTime()) / hour).toBeGreaterThanOrEqual(range.from);
          }
      }
  });
});

test('the pauses between attempts to send a mail grow to an hour, and the attempts end after a day', () => {
  const pauses: number[] = [];
  for (let pause = retryPause(1); pause !== null; pause = retryPause(pauses.length + 1)) pauses.push(pause);
  expect(pauses.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  expect(pauses.reduce((sum, pause) => sum + pause) / 3600).toBeCloseTo(24, 0);
});
