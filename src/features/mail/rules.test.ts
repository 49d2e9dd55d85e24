import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { isDue, retryPause, reminderKinds, reminderTimes, type Remindable, type ReminderKind } from './rules.ts';

const berlin = (text: string) => new Date(Temporal.ZonedDateTime.from(`${text}[Europe/Berlin]`).epochMilliseconds);
const hour = 3_600_000;
const createCoaching = (start: string, booked = '2026-01-01T12:00'): Remindable => {
  const startsAt = berlin(start);
  return { startsAt, endsAt: new Date(startsAt.getTime() + 0.75 * hour), bookedAt: berlin(booked) };
};
const isDueAt = (kind: ReminderKind, appointment: Remindable, now: string) => isDue(kind, appointment, berlin(now));

describe('a reminder [11.3]', () => {
  const monday = createCoaching('2027-06-14T10:00');

  test.each([
    ['reminderThreeDays', '2027-06-11T10:00', '2027-06-12T08:00'],
    ['reminderDayBefore', '2027-06-13T16:00', '2027-06-13T21:00'],
    ['reminderSoon', '2027-06-14T08:00', '2027-06-14T09:45'],
    ['ratingInvitation', '2027-06-14T12:45', '2027-06-17T10:45'],
  ] as const)('%s is due from its time on until it is too late to be useful', (kind, from, until) => {
    const { epochMilliseconds } = Temporal.ZonedDateTime.from(`${from}[Europe/Berlin]`);
    expect(isDue(kind, monday, new Date(epochMilliseconds - 1))).toBe(false);
    expect(isDueAt(kind, monday, from)).toBe(true);
    expect(isDue(kind, monday, new Date(berlin(until).getTime() - 1))).toBe(true);
    expect(isDueAt(kind, monday, until)).toBe(false);
  });

  test('is not sent if the appointment was booked shortly before the reminder would be due', () => {
    expect(
      isDueAt('reminderThreeDays', createCoaching('2027-06-14T10:00', '2027-06-11T09:00'), '2027-06-11T10:00'),
    ).toBe(false);
    expect(
      isDueAt('reminderDayBefore', createCoaching('2027-06-14T10:00', '2027-06-13T15:00'), '2027-06-13T16:00'),
    ).toBe(false);
    expect(isDueAt('reminderSoon', createCoaching('2027-06-14T10:00', '2027-06-14T07:00'), '2027-06-14T08:00')).toBe(
      false,
    );
    expect(isDueAt('reminderSoon', createCoaching('2027-06-14T10:00', '2027-06-14T06:00'), '2027-06-14T08:00')).toBe(
      true,
    );
  });

  test('is due 72 elapsed hours before the start, or at 16:00 on the day before, even across a clock change', () => {
    const monday = createCoaching('2027-03-29T10:00');
    expect(reminderTimes.reminderThreeDays.window(monday).from).toEqual(berlin('2027-03-26T09:00'));
    expect(reminderTimes.reminderDayBefore.window(monday).from).toEqual(berlin('2027-03-28T16:00'));
    const autumn = createCoaching('2027-11-01T10:00');
    expect(reminderTimes.reminderThreeDays.window(autumn).from).toEqual(berlin('2027-10-29T11:00'));
    expect(reminderTimes.reminderDayBefore.window(autumn).from).toEqual(berlin('2027-10-31T16:00'));
  });

  test('is due only for appointments that the database reads, at every hour of the days around clock changes', () => {
    for (const day of ['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'])
      for (let hoursAfterMidnight = 0; hoursAfterMidnight < 24; hoursAfterMidnight++) {
        const startsAt = new Date(berlin(`${day}T00:00`).getTime() + hoursAfterMidnight * hour);
        for (const duration of [45, 24 * 60])
          for (const kind of reminderKinds) {
            const endsAt = new Date(startsAt.getTime() + duration * 60_000);
            const { from, until } = reminderTimes[kind].window({ startsAt, endsAt });
            const range = reminderTimes[kind].startsWithinHours;
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
