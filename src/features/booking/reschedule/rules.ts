import { type DeadlineFacts, statuses } from '../../../shared/coaching.ts';
import { whyNotCancelOrReschedule, whyNotTakeSlot, type Booker, type BookingRefusal, type Slot } from '../rules.ts';

/** An interval in a coach's calendar. */
export interface CoachInterval {
  coach: number;
  startsAt: Date;
  endsAt: Date;
}

/** The booking to be moved, read while it is locked. */
export interface BookingToMove extends CoachInterval, DeadlineFacts {
  status: string;
  quotaNumber: number | null;
  coachActive: boolean;
}

/**
 * The facts that decide whether a participant can reschedule a booking, read while participant, booking and slot are
 * locked.
 */
export interface RescheduleFacts {
  booking: BookingToMove;
  /** The new slot; `movedFrom` is the row from which a booking was moved to it, null if none was. */
  slot: Slot & CoachInterval & { movedFrom: number | null };
  /** `busy` is whether a booking of the participant, other than the one to be moved, overlaps the new slot. */
  booker: Omit<Booker, 'quotaNumbers'>;
  now: Date;
}

/** Whether the booking `from` has already been moved to the slot; repeating the call then succeeds (reference 4.15). */
export function isAlreadyMoved({ slot, booker }: RescheduleFacts, from: number): boolean {
  return slot.status === statuses.booked && slot.movedFrom === from && slot.participant === booker.id;
}

/**
 * Returns the first reason (in the order of reference 4.15) why a participant cannot move a booking to a slot, or null
 * if they can.
 */
export function whyNotReschedule({
  booking,
  slot,
  booker,
  now,
}: RescheduleFacts): 'notBooked' | 'tooLate' | Exclude<BookingRefusal, 'limitReached'> | null {
  const reason = whyNotCancelOrReschedule(booking, now) ?? whyNotTakeSlot(slot, booker.id, now);
  if (reason) return reason;
  if (!booker.active) return 'inactive';
  if (!booker.hasEditableFile) return 'noEditableFile';
  return booker.busy ? 'overlap' : null;
}

/**
 * Whether the old slot of a moved booking becomes free again (reference 4.15). It stays closed if `release` is false,
 * if it has begun, if its coach is inactive, or if it overlaps the new slot of the same coach.
 */
export function shouldReopenOldSlot(
  oldSlot: CoachInterval & { coachActive: boolean },
  newSlot: CoachInterval,
  { release, now }: { release: boolean; now: Date },
): boolean {
  const overlapping =
    oldSlot.coach === newSlot.coach && oldSlot.startsAt < newSlot.endsAt && newSlot.startsAt < oldSlot.endsAt;
  return release && oldSlot.coachActive && oldSlot.startsAt > now && !overlapping;
}

/** The participant of a moved booking, and its old and its new row, each with its coach. */
export interface MoveParties {
  participant: number;
  from: { appointment: number; coach: number };
  to: { appointment: number; coach: number };
  byStaff: boolean;
}

/** A mail about a move, to one person. */
export interface MoveMail {
  kind: 'appointmentRescheduled' | 'appointmentMovedByStaff' | 'appointmentHandedOver';
  person: number;
  appointment: number;
}

/**
 * Returns the mails about a move (reference 4.15), one to each person. The participant and the new coach get the
 * calendar event with the new time. If the coach changes, the old coach gets a CANCEL of the event.
 */
export function buildMoveMails({ participant, from, to, byStaff }: MoveParties): MoveMail[] {
  const kind = byStaff ? 'appointmentMovedByStaff' : 'appointmentRescheduled';
  const recipients = [...new Set([participant, to.coach])];
  const mails: MoveMail[] = recipients.map((person) => ({ kind, person, appointment: to.appointment }));
  if (recipients.includes(from.coach)) return mails;
  return [...mails, { kind: 'appointmentHandedOver', person: from.coach, appointment: from.appointment }];
}
