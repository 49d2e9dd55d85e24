import { addDays, dateOf, instantOf } from '../../shared/berlin.ts';

/** The kinds of reminder, in the order in which a participant gets them. Each kind can be switched off. */
export const reminderKinds = ['reminderThreeDays', 'reminderDayBefore', 'reminderSoon', 'ratingInvitation'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Whether a kind of mail is a reminder (reference 11.3). */
export function isReminder(kind: string): kind is ReminderKind {
  return reminderKinds.some((reminder) => reminder === kind);
}

/** Converts minutes to milliseconds. */
const minutes = (count: number) => count * 60_000;
/** Converts hours to milliseconds. */
const hours = (count: number) => count * 3_600_000;
const minus = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds);
const plus = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);

/** The facts about a booked appointment that decide when its reminders are due. */
export interface BookingTimes {
  startsAt: Date;
  endsAt: Date;
  /** When the appointment was booked or last moved. */
  bookedAt: Date;
}

interface ReminderTimes {
  /**
   * The time in which the reminder is useful (reference 11.3). Outside this window, for example after an outage, the
   * reminder is not sent. Hours are elapsed hours, even across a clock change. The day before the appointment is a
   * Berlin day.
   */
  window: (appointment: Pick<BookingTimes, 'startsAt' | 'endsAt'>) => { from: Date; until: Date };
  /**
   * The minimum number of hours between the booking and the beginning of the window. For a later booking no reminder is
   * sent, because the mail about the booking is still recent.
   */
  minHoursSinceBooking: number;
  /**
   * The reminder can be due only for appointments that start in this range, in hours from now; negative hours are in
   * the past. The query for due reminders reads only these appointments.
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
    // It is 32 hours from 16:00 to the end of the next day, or 33 if the clock goes back in between.
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
    // The appointment lasts at most a day, and the window ends 72 hours after its end.
    startsWithinHours: { from: -96, to: -2 },
  },
};

/** Returns the instant of a time of day on a Berlin day. Throws for a time that a clock change skips. */
function instantAt(day: string, time: string): Date {
  const instant = instantOf(day, time);
  if (!instant) throw new Error(`no ${time} on ${day}`);
  return instant;
}

/**
 * Whether a reminder of a booked appointment is due now (reference 11.3). False if the appointment was booked or moved
 * too soon before the reminder.
 */
export function isDue(kind: ReminderKind, appointment: BookingTimes, now: Date): boolean {
  const { window, minHoursSinceBooking } = reminderTimes[kind];
  const { from, until } = window(appointment);
  return from <= now && now < until && appointment.bookedAt <= minus(from, hours(minHoursSinceBooking));
}

/** The number of times that sending a mail is retried. With the pauses between them, the retries take about a day. */
const maxRetries = 30;

/**
 * The number of seconds to wait before a mail is retried after this many failures (reference 11.2): half a minute,
 * doubled each time, at most an hour. Null if the mail is not retried any further.
 */
export function secondsUntilRetry(failures: number): number | null {
  return failures > maxRetries ? null : Math.min(30 * 2 ** (failures - 1), 3_600);
}

/** The states of a mail: waiting, waiting after a failed attempt, sent, given up, or superseded (`overtaken`). */
export const mailStates = ['waiting', 'retrying', 'sent', 'failed', 'overtaken'] as const;
export type MailState = (typeof mailStates)[number];

/**
 * What the list of mails can be filtered by: a state, or `undelivered` for the mails that are tried again or have
 * failed, unless the same mail has been sent again since.
 */
export const stateFilters = [...mailStates, 'undelivered'] as const;
export type StateFilter = (typeof stateFilters)[number];

const unreachableCodes = ['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'EDNS', 'ENOTFOUND', 'ESOCKET', 'ETIMEDOUT'];

/**
 * Says in German why a mail could not be sent. `fault` is the code of the error, followed by the mail server's reply
 * code if there is one: 'EENVELOPE 550' (reference 10.7).
 */
export function faultReason(fault: string): string {
  const [code = '', reply = ''] = fault.split(' ');
  if (unreachableCodes.includes(code)) return 'Der Mailserver ist nicht erreichbar';
  if (code === 'EAUTH') return 'Der Mailserver lehnt die Anmeldung des Portals ab';
  if (code === 'ETLS') return 'Die Verbindung zum Mailserver ist nicht sicher';
  if (reply === '452' || reply === '552') return 'Das Postfach ist voll';
  if (code === 'EENVELOPE' && reply.startsWith('5')) return 'Das Postfach gibt es nicht, oder es nimmt nichts an';
  if (code === 'EENVELOPE' && reply === '') return 'Die Adresse ist ungültig';
  if (reply.startsWith('4')) return 'Das Postfach nimmt gerade nichts an';
  if (reply.startsWith('5')) return 'Der Mailserver nimmt diese E-Mail nicht an';
  return 'Das Portal konnte die E-Mail nicht übergeben';
}

/**
 * The number of days between the mail that announces the deletion of an unused account and the deletion. If the owner
 * signs in within these days, the account is kept.
 */
export const deletionNoticeDays = 30;
