import { statuses, type Status } from '../../../shared/coaching.ts';
import { isTooLong } from '../../appointments/rules.ts';
import type { BookingToMove, CoachInterval } from '../reschedule/rules.ts';

/** An appointment that staff move, and what is already at the new time; read under the locks. */
export interface MoveFacts {
  row: Omit<BookingToMove, 'status'> & { status: Status; participant: number | null };
  /** For the old row of a moved booking: the row that the booking moved to, with its status. */
  successor: (CoachInterval & { appointment: number; status: string }) | null;
  /** A free Einzelcoaching in exactly the new interval that is held for nobody (reference 12.3). */
  equalFree: number | null;
  /** Whether another free, booked or missed appointment of the new coach overlaps the new interval. */
  overlapping: boolean;
  /** Whether an absence of the new coach overlaps the new interval. */
  absent: boolean;
  /** Whether another booking of the participant overlaps the new interval. */
  participantBusy: boolean;
  participantActive: boolean;
  targetActive: boolean;
  now: Date;
}

const isSameInterval = (a: CoachInterval, b: CoachInterval) =>
  a.coach === b.coach && +a.startsAt === +b.startsAt && +a.endsAt === +b.endsAt;

/**
 * The row that already holds the appointment at its new time (reference 4.17): the appointment itself, or the row to
 * which the same move has already taken it; the call then succeeds without effect. Null if it has yet to be moved.
 */
export function findMovedRow(appointment: number, { row, successor }: MoveFacts, to: CoachInterval): number | null {
  if (row.status === statuses.free || row.status === statuses.booked)
    return isSameInterval(row, to) ? appointment : null;
  return successor?.status === statuses.booked && isSameInterval(successor, to) ? successor.appointment : null;
}

export type MoveRefusal =
  'tooLong' | 'notBooked' | 'started' | 'inactive' | 'inPast' | 'absent' | 'overlap' | 'participantOverlap';

/** Why staff cannot move an appointment: the first reason in reference 4.17; null if they can. */
export function whyNotMove(facts: MoveFacts, to: CoachInterval): MoveRefusal | null {
  const { row, equalFree, absent, overlapping, participantBusy, participantActive, targetActive, now } = facts;
  // The limit does not apply to a free appointment.
  if (row.status === statuses.booked && isTooLong(to)) return 'tooLong';
  if (row.status === statuses.missed || row.status === statuses.cancelled) return 'notBooked';
  if (row.startsAt <= now) return 'started';
  if (!targetActive || !participantActive) return 'inactive';
  if (to.startsAt <= now) return 'inPast';
  if (absent) return 'absent';
  // A booking replaces a free appointment at exactly that time; a free appointment cannot.
  if (overlapping || (row.status === statuses.free && equalFree !== null)) return 'overlap';
  return participantBusy ? 'participantOverlap' : null;
}
