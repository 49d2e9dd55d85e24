import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  isDue,
  faultReason,
  isReminder,
  secondsUntilRetry,
  reminderKinds,
  reminderTimes,
  type BookingTimes,
  type ReminderKind,
} from './rules.ts';

const berlinInstant = (text: string) =>
  new Date(Temporal.ZonedDateTime.from(`${text}[Europe/Berlin]`).epochMilliseconds);
const hour = 3_600_000;
const createCoaching = (start: string, bookedAt = '2026-01-01T12:00'): BookingTimes => {
  const startsAt = berlinInstant(start);
  return { startsAt, endsAt: new Date(startsAt.getTime() + 0.75 * hour), bookedAt: berlinInstant(bookedAt) };
};
const isDueAt = (kind: ReminderKind, appointment: BookingTimes, now: string) =>
  isDue(kind, appointment, berlinInstant(now));

describe('a reminder [11.3]', () => {
  const coaching = createCoaching('2027-06-14T10:00');

  test.each([
    ['reminderThreeDays', '2027-06-11T10:00', '2027-06-12T08:00'],
    ['reminderDayBefore', '2027-06-13T16:00', '2027-06-13T21:00'],
    ['reminderSoon', '2027-06-14T08:00', '2027-06-14T09:45'],
    ['ratingInvitation', '2027-06-14T12:45', '2027-06-17T10:45'],
  ] as const)('of the kind %s is due only from the beginning to the end of its window', (kind, from, until) => {
    const { epochMilliseconds } = Temporal.ZonedDateTime.from(`${from}[Europe/Berlin]`);
    expect(isDue(kind, coaching, new Date(epochMilliseconds - 1))).toBe(false);
    expect(isDueAt(kind, coaching, from)).toBe(true);
    expect(isDue(kind, coaching, new Date(berlinInstant(until).getTime() - 1))).toBe(true);
    expect(isDueAt(kind, coaching, until)).toBe(false);
  });

  test('is not due if the appointment was booked too shortly before the reminder', () => {
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
    const springCoaching = createCoaching('2027-03-29T10:00');
    expect(reminderTimes.reminderThreeDays.window(springCoaching).from).toEqual(berlinInstant('2027-03-26T09:00'));
    expect(reminderTimes.reminderDayBefore.window(springCoaching).from).toEqual(berlinInstant('2027-03-28T16:00'));
    const autumnCoaching = createCoaching('2027-11-01T10:00');
    expect(reminderTimes.reminderThreeDays.window(autumnCoaching).from).toEqual(berlinInstant('2027-10-29T11:00'));
    expect(reminderTimes.reminderDayBefore.window(autumnCoaching).from).toEqual(berlinInstant('2027-10-31T16:00'));
  });

  test('is due only for appointments that the query reads, at every hour of the days around clock changes', () => {
    for (const day of ['2027-03-27', '2027-03-28', '2027-03-29', '2027-10-30', '2027-10-31', '2027-11-01'])
      for (let hoursAfterMidnight = 0; hoursAfterMidnight < 24; hoursAfterMidnight++) {
        const startsAt = new Date(berlinInstant(`${day}T00:00`).getTime() + hoursAfterMidnight * hour);
        for (const durationMinutes of [45, 24 * 60])
          for (const kind of reminderKinds) {
            const endsAt = new Date(startsAt.getTime() + durationMinutes * 60_000);
            const { from, until } = reminderTimes[kind].window({ startsAt, endsAt });
            const range = reminderTimes[kind].startsWithinHours;
            expect((startsAt.getTime() - from.getTime()) / hour).toBeLessThanOrEqual(range.to);
            expect((startsAt.getTime() - until.getTime()) / hour).toBeGreaterThanOrEqual(range.from);
          }
      }
  });

  test('that invites to rate is looked for only among appointments that started two hours to four days ago', () =>
    expect(reminderTimes.ratingInvitation.startsWithinHours).toEqual({ from: -96, to: -2 }));
});

describe('a kind of mail [11.3]', () => {
  test.each(['reminderThreeDays', 'reminderDayBefore', 'reminderSoon', 'ratingInvitation'])(
    '%s is a reminder, which a participant may switch off',
    (kind) => expect(isReminder(kind)).toBe(true),
  );

  test.each(['appointmentBooked', 'passwordChanged', 'reminder', ''])('%j is no reminder', (kind) =>
    expect(isReminder(kind)).toBe(false),
  );
});

test('the pauses between attempts to send a mail grow to an hour, and the attempts end after a day', () => {
  const pauses: number[] = [];
  for (let pause = secondsUntilRetry(1); pause !== null; pause = secondsUntilRetry(pauses.length + 1))
    pauses.push(pause);
  expect(pauses.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  expect(pauses.reduce((sum, pause) => sum + pause) / 3600).toBeCloseTo(24, 0);
});

describe('why a mail could not be sent, in German [10.7]', () => {
  test.each([
    ['ESOCKET', 'Der Mailserver ist nicht erreichbar'],
    ['ETIMEDOUT', 'Der Mailserver ist nicht erreichbar'],
    ['EDNS', 'Der Mailserver ist nicht erreichbar'],
    ['EAUTH 535', 'Der Mailserver lehnt die Anmeldung des Portals ab'],
    ['ETLS', 'Die Verbindung zum Mailserver ist nicht sicher'],
    ['EENVELOPE 452', 'Das Postfach ist voll'],
    ['EMESSAGE 552', 'Das Postfach ist voll'],
    ['EENVELOPE 550', 'Das Postfach gibt es nicht, oder es nimmt nichts an'],
    ['EENVELOPE 450', 'Das Postfach nimmt gerade nichts an'],
    ['EMESSAGE 451', 'Das Postfach nimmt gerade nichts an'],
    ['EENVELOPE', 'Die Adresse ist ungültig'],
    ['EMESSAGE 554', 'Der Mailserver nimmt diese E-Mail nicht an'],
    ['EEXIST', 'Das Portal konnte die E-Mail nicht übergeben'],
    ['', 'Das Portal konnte die E-Mail nicht übergeben'],
  ])('%j is shown as: %s', (fault, reason) => expect(faultReason(fault)).toBe(reason));
});
