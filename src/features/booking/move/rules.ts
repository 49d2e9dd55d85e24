import { statuses, type Status } from '../../../shared/coaching.ts';
import { isTooLong } from '../../appointments/rules.ts';
import type { BookingToMove, CoachInterval } from '../reschedule/rules.ts';

/** The facts that decide whether staff can move an appointment, read while people and appointments are locked. */
export interface MoveFacts {
  /** The appointment to be moved. */
  row: Omit<BookingToMove, 'status'> & { status: Status; participant: number | null };
  /** The row to which the booking has already been moved; null if it has not been moved. */
  successor: (CoachInterval & { appointment: number; status: string }) | null;
  /**
   * The id of the new coach's free Einzelcoaching at exactly the new time, if it is held for nobody (reference 12.3).
   */
  matchingFreeSlot: number | null;
  /**
   * Whether another free, booked or missed appointment of the new coach, except `matchingFreeSlot`, overlaps the new
   * time.
   */
  overlapping: boolean;
  /** Whether an absence of the new coach overlaps the new time. */
  absent: boolean;
  /** Whether another booking of the participant overlaps the new time. */
  participantBusy: boolean;
  participantActive: boolean;
  newCoachActive: boolean;
  now: Date;
}

const isSameInterval = (a: CoachInterval, b: CoachInterval) =>
  a.coach === b.coach && +a.startsAt === +b.startsAt && +a.endsAt === +b.endsAt;

/**
 * Returns the id of the row that already stores the appointment at its new time (reference 4.17): the appointment's own
 * row, or the row to which an earlier call has moved it. The call then succeeds without effect. Returns null if the
 * appointment has yet to be moved.
 */
export function findMovedRow(appointment: number, { row, successor }: MoveFacts, to: CoachInterval): number | null {
  if (row.status === statuses.free || row.status === statuses.booked)
    return isSameInterval(row, to) ? appointment : null;
  return successor?.status === statuses.booked && isSameInterval(successor, to) ? successor.appointment : null;
}

export type MoveRefusal =
  'tooLong' | 'notBooked' | 'started' | 'inactive' | 'inPast' | 'absent' | 'overlap' | 'participantOverlap';

/**
 * Returns the first reason (in the order of reference 4.17) why staff cannot move an appointment, or null if they can.
 */
export function whyNotMove(facts: MoveFacts, to: CoachInterval): MoveRefusal | null {
  const { row, matchingFreeSlot, absent, overlapping, participantBusy, participantActive, newCoachActive, now } = facts;
  // Only bookings have a maximum length.
  if (row.status === statuses.booked && isTooLong(to)) return 'tooLong';
  if (row.status === statuses.missed || row.status === statuses.cancelled) return 'notBooked';
  if (row.startsAt <= now) return 'started';
  if (!newCoachActive || !participantActive) return 'inactive';
  if (to.startsAt <= now) return 'inPast';
  if (absent) return 'absent';
  // A booking can replace a free Einzelcoaching at exactly the new time; a free appointment cannot.
  if (overlapping || (row.status === statuses.free && matchingFreeSlot !== null)) return 'overlap';
  return participantBusy ? 'participantOverlap' : null;
}
