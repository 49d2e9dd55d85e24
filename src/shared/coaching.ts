import { germanMoment } from './berlin.ts';

/** The types of coachings (reference 1.1). */
export const coachingTypes = ['Einzelcoaching', 'Speedcoaching'] as const;
export type CoachingType = (typeof coachingTypes)[number];

/**
 * The statuses of an appointment (reference 4.1), with the letters that are stored and sent. Only SQL and the schemas
 * of calls contain the letters themselves.
 */
export const statuses = { free: 'F', booked: 'G', missed: 'V', cancelled: 'K' } as const;
export type Status = (typeof statuses)[keyof typeof statuses];

/**
 * How an appointment was cancelled (reference 4.1). `rescheduled` marks the old appointment after a booking was
 * rescheduled (4.15).
 */
export const cancelKinds = ['byParticipant', 'byAdmin', 'goodwill', 'rescheduled'] as const;
export type CancelKind = (typeof cancelKinds)[number];

/** How many Einzelcoachings with status G or V a participant may have booked without staff (reference 4.5). */
export const maxSelfBooked = 3;

/** A booking can be cancelled until this many hours before its start (reference 4.8). */
export const cancellableHours = 48;

/** The facts that determine the deadline for cancelling or rescheduling a booking (reference 4.8). */
export interface DeadlineFacts {
  startsAt: Date;
  /** Whether staff have moved the booking. If so, it can be cancelled until it begins. */
  movedByStaff: boolean;
}

/**
 * Returns the deadline for cancelling a booking (reference 4.8). Usually the deadline is exactly 48 hours before the
 * start, even if the clocks change in between, and cancelling at that instant is still possible. If staff have moved
 * the booking, the deadline is its start, and cancelling at that instant is already too late.
 */
export function cancellableUntil({ startsAt, movedByStaff }: DeadlineFacts): Date {
  return movedByStaff ? startsAt : new Date(startsAt.getTime() - cancellableHours * 3_600_000);
}

/**
 * Whether a booked appointment can still be cancelled or rescheduled at `now` (reference 4.8). Clients of participants
 * receive the result as `stornoPossible`.
 */
export function canCancel(booking: DeadlineFacts, now: Date): boolean {
  const deadline = cancellableUntil(booking);
  return booking.movedByStaff ? now < deadline : now <= deadline;
}

/** Returns the deadline for cancelling a booking in German: 'bis Mo, 30.11.2026, 09:00 Uhr' or 'bis zum Beginn'. */
export function formatDeadline(booking: DeadlineFacts): string {
  return booking.movedByStaff ? 'bis zum Beginn' : `bis ${germanMoment(cancellableUntil(booking))}`;
}
