import { addDays, dateOf, instantOf } from '../../shared/berlin.ts';

/** The kinds of reminder to a participant, each of which can be switched off, in the order they are sent. */
export const reminderKinds = ['reminderThreeDays', 'reminderDayBefore', 'reminderSoon', 'ratingInvitation'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Whether a kind of mail is a reminder (reference 11.3). */
export function isReminder(kind: string): kind is ReminderKind {
  return reminderKinds.some((reminder) => reminder === kind);
}

/** These minutes in milliseconds. */
const minutes = (count: number) => count * 60_000;
/** These hours in milliseconds. */
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
   * When the reminder is useful (reference 11.3). Outside this window it is not sent, for example after an outage.
   * Hours are elapsed hours, even across a clock change. The day before the appointment is a Berlin day.
   */
  window: (appointment: Pick<Remindable, 'startsAt' | 'endsAt'>) => { from: Date; until: Date };
  /**
   * The hours that must have passed between the booking and the beginning of the window. After a later booking no
   * reminder is sent, because the mail about the booking is recent enough.
   */
  minHoursSinceBooking: number;
  /**
   * How many hours from now an appointment can start for which the reminder may be due; negative hours are in the past.
   * The database reads only these appointments. An appointment starts at most 32 hours after 16:00 of the day before,
   * 33 if the clock goes back in between. It lasts at most a day.
   */
  startsWithinHours: { from: number; to: number };
}

/** When each kind of reminder is sent. */
export const reminderTimes: Record<ReminderKind, ReminderTimes> = {
  reminderThreeDays: {
    // The mail names the deadline for cancelling, which is 48 hours before the start. At least two hours must remain.
    window: ({ startsAt }) => ({ from: minus(startsAt, hours(72)), until: minus(startsAt, hours(50)) }),
    minHoursSinceBooking: 12,
    startsWithinHours: { from: 50, to: 72 },
  },
  reminderDayBefore: {
    window: ({ startsAt }) => {
      const day = addDays(dateOf(startsAt), -1);
      return { from: instantAt(day, '16:00'), until: instantAt(day, '21:00') };
    },
    minHoursSinceBooking: 6,
    startsWithinHours: { from: 0, to: 34 },
  },
  reminderSoon: {
    window: ({ startsAt }) => ({ from: minus(startsAt, hours(2)), until: minus(startsAt, minutes(15)) }),
    minHoursSinceBooking: 2,
    startsWithinHours: { from: 0, to: 2 },
  },
  ratingInvitation: {
    window: ({ endsAt }) => ({ from: plus(endsAt, hours(2)), until: plus(endsAt, hours(72)) }),
    minHoursSinceBooking: 0,
    startsWithinHours: { from: -96, to: -2 },
  },
};

/** The instant of a time of day on a Berlin day; `time` must not be one that a clock change can skip. */
function instantAt(day: string, time: string): Date {
  const instant = instantOf(day, time);
  if (!instant) throw new Error(`no ${time} on ${day}`);
  return instant;
}

/** Whether a reminder of a booked appointment is due now (reference 11.3). False if it was booked shortly before. */
export function isDue(kind: ReminderKind, appointment: Remindable, now: Date): boolean {
  const { window, minHoursSinceBooking } = reminderTimes[kind];
  const { from, until } = window(appointment);
  return from <= now && now < until && appointment.bookedAt <= minus(from, hours(minHoursSinceBooking));
}

/**
 * The seconds to wait before the next attempt after this many failures (reference 11.2): half a minute, doubled each
 * time, at most an hour. Null after a day of attempts.
 */
export function retryPause(failures: number): number | null {
  return failures > 30 ? null : Math.min(30 * 2 ** (failures - 1), 3_600);
}

/** The states of a mail: waiting, waiting after a failed attempt, sent, given up, or superseded (`overtaken`). */
export const mailStates = ['waiting', 'retrying', 'sent', 'failed', 'overtaken'] as const;
export type MailState = (typeof mailStates)[number];

/** How many days before an unused account is deleted its owner is warned by mail; signing in keeps the account. */
export const deletionNoticeDays = 30;
