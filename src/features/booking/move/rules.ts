import { statuses, type Status } from '../../../shared/coaching.ts';
import { isTooLong } from '../../appointments/rules.ts';
import type { MovedBooking, CoachInterval } from '../reschedule/rules.ts';

/** An appointment that staff move, and what is already at its new place; read under the locks. */
export interface MoveFacts {
  row: Omit<MovedBooking, 'status'> & { status: Status; participant: number | null };
  /** For a K whose booking was moved: the row that the booking moved to, with its status. */
  successor: (CoachInterval & { appointment: number; status: string }) | null;
  /** A free Einzelcoaching of precisely the new interval that is held for nobody (reference 12.3). */
  equalFree: number | null;
  /** Another live row of the new coach overlaps the new interval. */
  overlapping: boolean;
  /** The new coach is absent at some time of the new interval. */
  absent: boolean;
  /** Another booking of the participant overlaps the new interval. */
  participantBusy: boolean;
  participantActive: boolean;
  targetActive: boolean;
  now: Date;
}

const isSame = (a: CoachInterval, b: CoachInterval) =>
  a.coach === b.coach && +a.startsAt === +b.startsAt && +a.endsAt === +b.endsAt;

/**
 * The row that already has the appointment at its new place (reference 4.17): the appointment itself, or the row that
 * the same move made before. Then the call succeeds without effect; null if there is something to do.
 */
export function alreadyThere(appointment: number, { row, successor }: MoveFacts, to: CoachInterval): number | null {
  if (row.status === statuses.free || row.status === statuses.booked) return isSame(row, to) ? appointment : null;
  return successor?.status === statuses.booked && isSame(successor, to) ? successor.appointment : null;
}

export type NotMovable =
  'tooLong' | 'notBooked' | 'started' | 'inactive' | 'inPast' | 'absent' | 'overlap' | 'participantOverlap';

/** Why staff cannot move an appointment, the first reason in the order of reference 4.17; null when they can. */
export function whyNotMove(facts: MoveFacts, to: CoachInterval): NotMovable | null {
  const { row, equalFree, absent, overlapping, participantBusy, participantActive, targetActive, now } = facts;
  // A free appointment may be longer.
  if (row.status === statuses.booked && isTooLong(to)) return 'tooLong';
  if (row.status === statuses.missed || row.status === statuses.cancelled) return 'notBooked';
  if (row.startsAt <= now) return 'started';
  if (!targetActive || !participantActive) return 'inactive';
  if (to.startsAt <= now) return 'inPast';
  if (absent) return 'absent';
  // A booking uses up an equal free appointment; a free appointment cannot.
  if (overlapping || (row.status === statuses.free && equalFree !== null)) return 'overlap';
  return participantBusy ? 'participantOverlap' : null;
}
