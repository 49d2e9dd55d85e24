import { addDays, dateOf, instantOf } from '../../shared/berlin.ts';

/** The reminders to a participant, who may switch them off, in the order of sending. */
export const reminderKinds = ['reminderThreeDays', 'reminderDayBefore', 'reminderSoon', 'ratingInvitation'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Whether a kind of mail is a reminder (reference 11.3). */
export function isReminder(kind: string): kind is ReminderKind {
  return reminderKinds.some((reminder) => reminder === kind);
}

const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;
const before = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds);
const after = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);

/** The facts about a booked appointment that decide on reminders. */
export interface Remindable {
  startsAt: Date;
  endsAt: Date;
  /** When it was booked or last moved. */
  bookedAt: Date;
}

interface ReminderTimes {
  /**
   * When the reminder is useful (reference 11.3). It is not sent outside this time, for example after an outage. Hours
   * are real hours, even across a clock change; the day before is a Berlin day.
   */
  window: (appointment: Pick<Remindable, 'startsAt' | 'endsAt'>) => { from: Date; until: Date };
  /** For this many hours after booking, the mail about the booking replaces the reminder. */
  freshFor: number;
  /**
   * The reminder can only be due for appointments that start between these hours from now; the database reads only
   * those. The day before begins 32 hours before the last start of a day, 33 if the clock goes back in between; an
   * appointment lasts at most a day.
   */
  startsWithin: { from: number; to: number };
}

/** When each reminder is sent. */
export const reminderTimes: Record<ReminderKind, ReminderTimes> = {
  reminderThreeDays: {
    // It names the deadline for cancelling, 48 hours before the start: at least two hours are left until then.
    window: ({ startsAt }) => ({ from: before(startsAt, hours(72)), until: before(startsAt, hours(50)) }),
    freshFor: 12,
    startsWithin: { from: 50, to: 72 },
  },
  reminderDayBefore: {
    window: ({ startsAt }) => {
      const day = addDays(dateOf(startsAt), -1);
      return { from: at(day, '16:00'), until: at(day, '21:00') };
    },
    freshFor: 6,
    startsWithin: { from: 0, to: 34 },
  },
  reminderSoon: {
    window: ({ startsAt }) => ({ from: before(startsAt, hours(2)), until: before(startsAt, minutes(15)) }),
    freshFor: 2,
    startsWithin: { from: 0, to: 2 },
  },
  ratingInvitation: {
    window: ({ endsAt }) => ({ from: after(endsAt, hours(2)), until: after(endsAt, hours(72)) }),
    freshFor: 0,
    startsWithin: { from: -96, to: -2 },
  },
};

/** An instant at a time of day at which no clock changes. */
function at(day: string, time: string): Date {
  const instant = instantOf(day, time);
  if (!instant) throw new Error(`no ${time} on ${day}`);
  return instant;
}

/**
 * Whether a reminder of a booked appointment should be sent now (reference 11.3). Not for a very recent booking.
 */
export function isDue(kind: ReminderKind, appointment: Remindable, now: Date): boolean {
  const { window, freshFor } = reminderTimes[kind];
  const { from, until } = window(appointment);
  return from <= now && now < until && appointment.bookedAt <= before(from, hours(freshFor));
}

/**
 * Seconds to wait before the next attempt after this many failed ones (reference 11.2): half a minute, doubled each
 * time, at most an hour. Null after a day of attempts.
 */
export function pauseAfter(failures: number): number | null {
  return failures > 30 ? null : Math.min(30 * 2 ** (failures - 1), 3_600);
}

/** The states of a mail: it waits, waits after a failed attempt, or is finished in one of three ways. */
export const mailStates = ['waiting', 'retrying', 'sent', 'failed', 'overtaken'] as const;
export type MailState = (typeof mailStates)[number];

/** Days after the announcement within which people can keep their account by signing in. */
export const noticeDays = 30;
