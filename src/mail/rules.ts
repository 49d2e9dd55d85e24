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

/** What can become of a mail: it waits, waits after a failed try, or is done with in one of three ways. */
export const mailStates = ['waiting', 'retrying', 'sent', 'failed', 'overtaken'] as const;
export type MailState = (typeof mailStates)[number];

/**
 * Each kind of mail in the words of the team, and whether it can be sent again. A one-time password can not: whoever
 * needs one asks for it, and nobody else has to. Nor can the news of a change, which would tell it a second time.
 */
export const mailKinds = {
  confirmation: { label: 'Registrierung bestätigen', again: true },
  temporaryPassword: { label: 'Vorläufiges Passwort', again: false },
  passwordChanged: { label: 'Passwort geändert', again: false },
  emailChanged: { label: 'E-Mail-Adresse geändert', again: false },
  emailReplaced: { label: 'E-Mail-Adresse geändert, an die alte', again: false },
  secondFactorOn: { label: 'Zwei Schritte eingeschaltet', again: false },
  secondFactorOff: { label: 'Zwei Schritte abgeschaltet', again: false },
  recoveryCodeUsed: { label: 'Wiederherstellungscode benutzt', again: false },
  registrationTried: { label: 'Registrierung mit bekannter Adresse', again: false },
  readMuch: { label: 'Sehr viele Unterlagen angesehen', again: false },
  fileFromCoach: { label: 'Unterlagen vom Coach', again: true },
  accountEnds: { label: 'Konto endet bald', again: true },
  appointmentBooked: { label: 'Termin gebucht', again: true },
  appointmentCancelled: { label: 'Termin storniert', again: true },
  appointmentCancelledByUs: { label: 'Termin vom Team storniert', again: true },
  appointmentGoodwill: { label: 'Kulanz', again: true },
  appointmentMissed: { label: 'Termin versäumt', again: true },
  appointmentSetBack: { label: 'Termin wieder gebucht', again: true },
  reminderThreeDays: { label: 'Erinnerung drei Tage vorher', again: true },
  reminderDayBefore: { label: 'Erinnerung am Tag vorher', again: true },
  reminderSoon: { label: 'Erinnerung zwei Stunden vorher', again: true },
  ratingInvitation: { label: 'Einladung zur Bewertung', again: true },
} as const satisfies Record<string, { label: string; again: boolean }>;

/** Why a mail is not sent again: it still waits, or it makes no sense; null when it can be. */
export function whyNotAgain(mail: {
  state: MailState;
  kind: string;
  reachable: boolean;
}): 'waiting' | 'notAgain' | null {
  if (mail.state === 'waiting' || mail.state === 'retrying') return 'waiting';
  const kind = mailKinds[mail.kind as keyof typeof mailKinds] as { again: boolean } | undefined;
  return kind?.again && mail.state !== 'overtaken' && mail.reachable ? null : 'notAgain';
}
