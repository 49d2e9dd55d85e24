import { addDays, dateOf, instantOf } from '../shared/berlin.ts';

/** The reminders that a participant gets and may switch off, in the order in which they leave. */
export const reminderKinds = ['reminderThreeDays', 'reminderDayBefore', 'reminderSoon', 'ratingInvitation'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Whether a kind of mail is a reminder. */
export function isReminder(kind: string): kind is ReminderKind {
  return reminderKinds.some((reminder) => reminder === kind);
}

const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;
const before = (instant: Date, milliseconds: number) => new Date(instant.getTime() - milliseconds);
const after = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);

/** A booked appointment as reminders see it. */
export interface Remindable {
  startsAt: Date;
  endsAt: Date;
  bookedAt: Date;
}

/**
 * From when until when a reminder is of use. What could not leave in that time, after an outage, does not leave at
 * all. Hours are real ones, also across a clock change; the day before is Berlin's.
 */
export function reminderWindow(
  kind: ReminderKind,
  { startsAt, endsAt }: Pick<Remindable, 'startsAt' | 'endsAt'>,
): { from: Date; until: Date } {
  switch (kind) {
    case 'reminderThreeDays':
      // It says until when one can cancel, 48 hours before the start: two hours are left to do so.
      return { from: before(startsAt, hours(72)), until: before(startsAt, hours(50)) };
    case 'reminderDayBefore': {
      const day = addDays(dateOf(startsAt), -1);
      return { from: at(day, '16:00'), until: at(day, '21:00') };
    }
    case 'reminderSoon':
      return { from: before(startsAt, hours(2)), until: before(startsAt, minutes(15)) };
    case 'ratingInvitation':
      return { from: after(endsAt, hours(2)), until: after(endsAt, hours(72)) };
  }
}

/** No clock is changed at these times of day. */
function at(day: string, time: string): Date {
  const instant = instantOf(day, time);
  if (!instant) throw new Error(`no ${time} on ${day}`);
  return instant;
}

/** Hours for which a booking, which is confirmed by mail, counts as a reminder itself. */
const freshFor: Record<ReminderKind, number> = {
  reminderThreeDays: 12,
  reminderDayBefore: 6,
  reminderSoon: 2,
  ratingInvitation: 0,
};

/** Whether a reminder of a booked appointment should leave now. Not for one that was booked shortly before. */
export function isDue(kind: ReminderKind, appointment: Remindable, now: Date): boolean {
  const { from, until } = reminderWindow(kind, appointment);
  return from <= now && now < until && appointment.bookedAt <= before(from, hours(freshFor[kind]));
}

/**
 * Hours from now between which the appointments start whose reminder may be due: what is looked at in the database.
 * The day before begins 32 hours before the last start of a day, 33 when the clock goes back in between; an appointment
 * lasts at most a day.
 */
export const reminderReach: Record<ReminderKind, { from: number; to: number }> = {
  reminderThreeDays: { from: 50, to: 72 },
  reminderDayBefore: { from: 0, to: 34 },
  reminderSoon: { from: 0, to: 2 },
  ratingInvitation: { from: -96, to: -2 },
};

/** Seconds to wait before the next try after so many failed ones: half a minute, twice as long each time, at most an
 * hour. Null after a day of trying. */
export function pauseAfter(failures: number): number | null {
  return failures > 30 ? null : Math.min(30 * 2 ** (failures - 1), 3_600);
}
