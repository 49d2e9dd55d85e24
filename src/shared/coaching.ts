import { germanMoment } from './berlin.ts';

/** The two types of coachings (reference 1.1). */
export const coachingTypes = ['Einzelcoaching', 'Speedcoaching'] as const;
export type CoachingType = (typeof coachingTypes)[number];

/**
 * The statuses of an appointment, as stored and sent (reference 4.1). Only SQL and the wire schemas spell out the
 * letters.
 */
export const statuses = { free: 'F', booked: 'G', missed: 'V', cancelled: 'K' } as const;
export type Status = (typeof statuses)[keyof typeof statuses];

/**
 * How a row was cancelled (reference 4.1); `rescheduled` is the old row of a moved booking (4.15).
 */
export const cancelKinds = ['byParticipant', 'byAdmin', 'goodwill', 'rescheduled'] as const;
export type CancelKind = (typeof cancelKinds)[number];
/** Self-booked Einzelcoachings in G or V that a participant may hold (reference 4.5). */
export const maxSelfBooked = 3;

/** Hours before the start until which a booking can be cancelled (reference 4.8). */
export const cancellableHours = 48;

/** What decides until when a booking can be cancelled or rescheduled (reference 4.8). */
export interface Deadline {
  startsAt: Date;
  /** Moved by staff: it can be cancelled until it begins. */
  movedByStaff: boolean;
}

/**
 * The last instant at which a booking can be cancelled (reference 4.8): 48 real hours before its start, across clock
 * changes too. For a booking moved by staff it is the start, and the start itself is too late.
 */
export function cancellableUntil({ startsAt, movedByStaff }: Deadline): Date {
  return movedByStaff ? startsAt : new Date(startsAt.getTime() - cancellableHours * 3_600_000);
}

/**
 * Whether a booked appointment can still be cancelled or rescheduled (reference 4.8); checks both calls and
 * computes `stornoPossible`.
 */
export function canCancel(booking: Deadline, now: Date): boolean {
  const until = cancellableUntil(booking);
  return booking.movedByStaff ? now < until : now <= until;
}

/** The deadline in words: 'bis Mo, 30.11.2026, 09:00 Uhr' or 'bis zum Beginn'. */
export function deadlineOf(booking: Deadline): string {
  return booking.movedByStaff ? 'bis zum Beginn' : `bis ${germanMoment(cancellableUntil(booking))}`;
}
