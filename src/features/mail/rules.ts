import { addDays, dateOf, instantOf } from '../../shared/berlin.ts';

/** The kinds of reminder to a participant, each of which can be switched off, in the order they are sent. */
export const reminderKinds = ['reminderThreeDays', 'reminderDayBefore', 'reminderSoon', 'ratingInvitation'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Whether a kind of mail is a reminder (reference 11.3). */
export function isReminder(kind: string): kind is ReminderKind {
  return reminderKinds.some((reminder) => reminder === kind);
}

const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;
const minus = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds);
const plus = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);

/** The facts about a booked appointment that decide when its reminders are due. */
export interface Remindable {
  startsAt: Date;
  endsAt: Date;
  /** When it was booked or last moved. */
  bookedAt: Date;
}

interface ReminderTimes {
  /**
   * When the reminder is useful (reference 11.3). Outside this time it is not sent, for example after an outage. Hours
   * are elapsed hours, even across a clock change; the day before is a Berlin day.
   */
  window: (appointment: Pick<Remindable, 'startsAt' | 'endsAt'>) => { from: Date; until: Date };
  /** If it was booked less than this many hours before the window, the mail about the booking replaces the reminder. */
  freshFor: number;
  /**
   * The reminder can only be due for appointments that start between these hours from now, so the database reads only
   * those. An appointment may start up to 32 hours after 16:00 of the day before, 33 if the clock goes back in between;
   * it lasts at most a day.
   */
  startsWithin: { from: number; to: number };
}

/** When each reminder is sent. */
export const reminderTimes: Record<ReminderKind, ReminderTimes> = {
  reminderThreeDays: {
    // The mail names the deadline for cancelling, 48 hours before the start; at least two hours must remain until then.
    window: ({ startsAt }) => ({ from: minus(startsAt, hours(72)), until: minus(startsAt, hours(50)) }),
    freshFor: 12,
    startsWithin: { from: 50, to: 72 },
  },
  reminderDayBefore: {
    window: ({ startsAt }) => {
      const day = addDays(dateOf(startsAt), -1);
      return { from: instantAt(day, '16:00'), until: instantAt(day, '21:00') };
    },
    freshFor: 6,
    startsWithin: { from: 0, to: 34 },
  },
  reminderSoon: {
    window: ({ startsAt }) => ({ from: minus(startsAt, hours(2)), until: minus(startsAt, minutes(15)) }),
    freshFor: 2,
    startsWithin: { from: 0, to: 2 },
  },
  ratingInvitation: {
    window: ({ endsAt }) => ({ from: plus(endsAt, hours(2)), until: plus(endsAt, hours(72)) }),
    freshFor: 0,
    startsWithin: { from: -96, to: -2 },
  },
};

/** The instant of a Berlin day and time of day, for times at which the clock never changes. */
function instantAt(day: string, time: string): Date {
  const instant = instantOf(day, time);
  if (!instant) throw new Error(`no ${time} on ${day}`);
  return instant;
}

/**
 * Whether a reminder of a booked appointment should be sent now (reference 11.3); false for a very recent booking.
 */
export function isDue(kind: ReminderKind, appointment: Remindable, now: Date): boolean {
  const { window, freshFor } = reminderTimes[kind];
  const { from, until } = window(appointment);
  return from <= now && now < until && appointment.bookedAt <= minus(from, hours(freshFor));
}

/**
 * The seconds to wait before the next attempt after this many failures (reference 11.2): half a minute, doubled each
 * time, at most an hour. Null after a day of attempts.
 */
export function retryPause(failures: number): number | null {
  return failures > 30 ? null : Math.min(30 * 2 ** (failures - 1), 3_600);
}

/** The states of a mail: it waits, waits after a failed attempt, or is finished in one of three ways. */
export const mailStates = ['waiting', 'retrying', 'sent', 'failed', 'overtaken'] as const;
export type MailState = (typeof mailStates)[number];

/** For how many days after the warning people can keep their account by signing in. */
export const deletionNoticeDays = 30;
