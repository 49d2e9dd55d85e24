import { statuses, type CancelKind } from '../../../shared/coaching.ts';
import { isTooLong } from '../../appointments/rules.ts';
import { whyNotTake, type Booker, type Slot } from '../rules.ts';

export type NotBookableFor = 'notBookable' | 'slotTaken' | 'started' | 'inactive' | 'participantOverlap' | 'tooLong';

/** A slot with its end, which decides about its length. */
export type DirectSlot = Slot & { endsAt: Date };

/**
 * Why staff cannot book a slot for a participant, the first reason in the order of reference 4.19; null if they can.
 * A slot that is held for somebody counts as taken, even for its holder: the holder decides about it.
 */
export function whyNotBookFor(slot: DirectSlot, booker: Booker, now: Date): NotBookableFor | null {
  const reason = whyNotTake(slot, null, now);
  if (reason) return reason;
  if (!booker.active) return 'inactive';
  if (booker.busy) return 'participantOverlap';
  return isTooLong(slot) ? 'tooLong' : null;
}

/** Milliseconds for which a direct booking can be undone (reference 4.20). */
const hour = 3_600_000;

/** A row of a coach's calendar, read under its lock. */
export interface DirectBooking {
  status: string;
  startsAt: Date;
  /** When and by whom it was booked; null where it never was. */
  bookedAt: Date | null;
  bookedBy: number | null;
  selfBooked: boolean;
  /** Its participant has moved it here, and so chosen this time. */
  movedByParticipant: boolean;
  cancelKind: CancelKind | null;
  cancelledBy: number | null;
}

/**
 * Why a direct booking cannot be undone (reference 4.20): the refusal, 'done' if the person has cancelled it already,
 * or null to continue. A booking that others made or its participant has moved since is `notBooked`.
 */
export function whyNotTakeBack(
  booking: DirectBooking,
  person: number,
  now: Date,
): 'notBooked' | 'tooLate' | 'done' | null {
  const { status, startsAt, bookedAt, bookedBy, selfBooked, movedByParticipant, cancelKind, cancelledBy } = booking;
  if (bookedAt === null || bookedBy !== person || selfBooked || movedByParticipant) return 'notBooked';
  if (status === statuses.cancelled && cancelKind === 'byAdmin' && cancelledBy === person) return 'done';
  if (status !== statuses.booked) return 'notBooked';
  return startsAt <= now || now.getTime() - bookedAt.getTime() > hour ? 'tooLate' : null;
}
