import { statuses, type CancelKind } from '../../../shared/coaching.ts';
import { isTooLong } from '../../appointments/rules.ts';
import { whyNotTakeSlot, type Booker, type Slot } from '../rules.ts';

export type DirectBookingRefusal =
  'notBookable' | 'slotTaken' | 'started' | 'inactive' | 'participantOverlap' | 'tooLong';

/** A slot and its end; the end is needed because the length of a direct booking is limited (reference 7.19). */
export type DirectSlot = Slot & { endsAt: Date };

/**
 * Returns the first reason (in the order of reference 4.19) why staff cannot book a slot for a participant, or null if
 * they can. A held slot counts as taken even if it is held for this participant, who alone decides whether to accept
 * it.
 */
export function whyNotBookDirectly(slot: DirectSlot, booker: Booker, now: Date): DirectBookingRefusal | null {
  const reason = whyNotTakeSlot(slot, null, now);
  if (reason) return reason;
  if (!booker.active) return 'inactive';
  if (booker.busy) return 'participantOverlap';
  return isTooLong(slot) ? 'tooLong' : null;
}

/** How long a direct booking can be undone after it was made, in milliseconds (reference 4.20). */
const undoLimitMs = 3_600_000;

/** The facts that decide whether a direct booking can be undone, read while the booking is locked. */
export interface DirectBooking {
  status: string;
  startsAt: Date;
  /** When it was booked; null if it never was. */
  bookedAt: Date | null;
  /** Who booked it; null if it was never booked. */
  bookedBy: number | null;
  selfBooked: boolean;
  /** Whether the participant rescheduled it to its current time. */
  movedByParticipant: boolean;
  cancelKind: CancelKind | null;
  cancelledBy: number | null;
}

/**
 * Returns why a person cannot undo a direct booking (reference 4.20), 'done' if they have already undone it, or null if
 * they can. A booking that someone else made, or that its participant has rescheduled since, is refused as `notBooked`.
 */
export function whyNotUndoBooking(
  booking: DirectBooking,
  person: number,
  now: Date,
): 'notBooked' | 'tooLate' | 'done' | null {
  const { status, startsAt, bookedAt, bookedBy, selfBooked, movedByParticipant, cancelKind, cancelledBy } = booking;
  if (bookedAt === null || bookedBy !== person || selfBooked || movedByParticipant) return 'notBooked';
  if (status === statuses.cancelled && cancelKind === 'byAdmin' && cancelledBy === person) return 'done';
  if (status !== statuses.booked) return 'notBooked';
  return startsAt <= now || now.getTime() - bookedAt.getTime() > undoLimitMs ? 'tooLate' : null;
}
