import { type Deadline, statuses } from '../../../shared/coaching.ts';
import { whyNotLeave, whyNotTake, type Booker, type NotBookable, type Slot } from '../rules.ts';

/** An interval in a coach's calendar. */
export interface CoachInterval {
  coach: number;
  startsAt: Date;
  endsAt: Date;
}

/** The booking that is to move, read under its lock. */
export interface MovedBooking extends CoachInterval, Deadline {
  status: string;
  quotaNumber: number | null;
  coachActive: boolean;
}

/** What decides whether a participant may reschedule, read under the locks. */
export interface RescheduleFacts {
  booking: MovedBooking;
  slot: Slot & CoachInterval & { movedFrom: number | null };
  /** `busy`: a booked appointment other than the one that moves overlaps the slot. */
  booker: Omit<Booker, 'quotaNumbers'>;
  now: Date;
}

/** Whether this very booking has already moved to this slot: then the same call succeeds again (reference 4.15). */
export function alreadyMoved({ slot, booker }: RescheduleFacts, from: number): boolean {
  return slot.status === statuses.booked && slot.movedFrom === from && slot.participant === booker.id;
}

/** Why a booking cannot move to a slot, the first reason in the order of reference 4.15; null when it can. */
export function whyNotReschedule({
  booking,
  slot,
  booker,
  now,
}: RescheduleFacts): 'notBooked' | 'tooLate' | Exclude<NotBookable, 'limitReached'> | null {
  const reason = whyNotLeave(booking, now) ?? whyNotTake(slot, booker.id, now);
  if (reason) return reason;
  if (!booker.active) return 'inactive';
  if (!booker.hasEditableFile) return 'noEditableFile';
  return booker.busy ? 'overlap' : null;
}

/**
 * Whether the slot that a booking leaves becomes free again (reference 4.15): not if `release` is false, it has begun,
 * overlaps the new slot of the same coach, or belongs to an inactive coach.
 */
export function opensAgain(
  left: CoachInterval & { coachActive: boolean },
  taken: CoachInterval,
  { release, now }: { release: boolean; now: Date },
): boolean {
  const overlapping = left.coach === taken.coach && left.startsAt < taken.endsAt && taken.startsAt < left.endsAt;
  return release && left.coachActive && left.startsAt > now && !overlapping;
}

/** The participant of a move, and its two rows with their coaches. */
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
 * The mails of a move (reference 4.15), one to each person: those who have the appointment now get its event with the
 * new time; a coach who no longer has it gets a CANCEL of the event.
 */
export function mailsOf({ participant, from, to, byStaff }: MoveParties): MoveMail[] {
  const kind = byStaff ? 'appointmentMovedByStaff' : 'appointmentRescheduled';
  const have = [...new Set([participant, to.coach])];
  const mails: MoveMail[] = have.map((person) => ({ kind, person, appointment: to.appointment }));
  if (have.includes(from.coach)) return mails;
  return [...mails, { kind: 'appointmentHandedOver', person: from.coach, appointment: from.appointment }];
}
