import { statuses, type CancelKind } from '../../../shared/coaching.ts';
import { isTooLong } from '../../appointments/rules.ts';
import { whyNotTakeSlot, type Booker, type Slot } from '../rules.ts';

export type DirectBookingRefusal =
  'notBookable' | 'slotTaken' | 'started' | 'inactive' | 'participantOverlap' | 'tooLong';

/** A slot with its end, because the length of a direct booking is limited. */
export type DirectSlot = Slot & { endsAt: Date };

/**
 * Why staff cannot book a slot for a participant: the first reason in reference 4.19; null if they can. A held slot
 * counts as taken even for its holder, because only the holder decides whether to accept it.
 */
export function whyNotBookDirectly(slot: DirectSlot, booker: Booker, now: Date): DirectBookingRefusal | null {
  const reason = whyNotTakeSlot(slot, null, now);
  if (reason) return reason;
  if (!booker.active) return 'inactive';
  if (booker.busy) return 'participantOverlap';
  return isTooLong(slot) ? 'tooLong' : null;
}

/** For how many milliseconds a direct booking can be undone (reference 4.20). */
const undoLimit = 3_600_000;

/** The facts that decide whether a direct booking can be undone, read under its lock. */
export interface DirectBooking {
  status: string;
  startsAt: Date;
  /** When and by whom it was booked; null if it never was. */
  bookedAt: Date | null;
  bookedBy: number | null;
  selfBooked: boolean;
  /** Whether its participant rescheduled it to this time, and so chose it themselves. */
  movedByParticipant: boolean;
  cancelKind: CancelKind | null;
  cancelledBy: number | null;
}

/**
 * Why a person cannot undo a direct booking (reference 4.20); 'done' if they have already undone it, null if they can.
 * A booking that someone else made, or that its participant has since rescheduled, is `notBooked`.
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
  return startsAt <= now || now.getTime() - bookedAt.getTime() > undoLimit ? 'tooLate' : null;
}
