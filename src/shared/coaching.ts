import { germanMoment } from './berlin.ts';

/** The two types of coachings (reference 1.1). */
export const coachingTypes = ['Einzelcoaching', 'Speedcoaching'] as const;
export type CoachingType = (typeof coachingTypes)[number];

/**
 * The statuses of an appointment, as stored and sent (reference 4.1). Only SQL and the wire schemas contain the letters
 * themselves.
 */
export const statuses = { free: 'F', booked: 'G', missed: 'V', cancelled: 'K' } as const;
export type Status = (typeof statuses)[keyof typeof statuses];

/** How an appointment was cancelled (reference 4.1); `rescheduled` is the old row of a moved booking (4.15). */
export const cancelKinds = ['byParticipant', 'byAdmin', 'goodwill', 'rescheduled'] as const;
export type CancelKind = (typeof cancelKinds)[number];
/** The number of self-booked Einzelcoachings in status G or V that a participant may have (reference 4.5). */
export const maxSelfBooked = 3;

/** Hours before the start until which a booking can be cancelled (reference 4.8). */
export const cancellableHours = 48;

/** The facts that decide until when a booking can be cancelled or rescheduled (reference 4.8). */
export interface Deadline {
  startsAt: Date;
  /** Whether staff have moved the booking: it can then be cancelled until it begins. */
  movedByStaff: boolean;
}

/**
 * The last instant at which a booking can be cancelled (reference 4.8): exactly 48 hours before its start, even across
 * clock changes. For a booking moved by staff, returns its start, at which it is already too late.
 */
export function cancellableUntil({ startsAt, movedByStaff }: Deadline): Date {
  return movedByStaff ? startsAt : new Date(startsAt.getTime() - cancellableHours * 3_600_000);
}

/**
 * Whether a booked appointment can still be cancelled or rescheduled (reference 4.8); used by both calls and for
 * `stornoPossible`.
 */
export function canCancel(booking: Deadline, now: Date): boolean {
  const until = cancellableUntil(booking);
  return booking.movedByStaff ? now < until : now <= until;
}

/** The deadline in words: 'bis Mo, 30.11.2026, 09:00 Uhr' or 'bis zum Beginn'. */
export function deadlineOf(booking: Deadline): string {
  return booking.movedByStaff ? 'bis zum Beginn' : `bis ${germanMoment(cancellableUntil(booking))}`;
}
