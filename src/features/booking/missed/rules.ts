import { instantOf } from '../../../shared/berlin.ts';
import { statuses } from '../../../shared/coaching.ts';

/**
 * How long after its start a coach can set an appointment to missed or back to booked, in milliseconds (reference
 * 4.21).
 */
const changeLimitMs = 168 * 3_600_000;

/**
 * The facts that decide whether a coach can set an appointment to missed or back to booked, read while it is locked.
 */
export interface MissedFacts {
  status: string;
  startsAt: Date;
  rated: boolean;
  /** Who last set it to missed; null if that is unknown. */
  missedBy: number | null;
}

type Refusal = 'notStarted' | 'tooLate' | 'notBooked' | 'alreadyRated' | 'setByAdmin';

/**
 * Returns the first reason (in the order of reference 4.21) why a coach cannot set an appointment to missed or, if
 * `missed` is false, back to booked. Returns 'done' if it already has that status, or null if they can set it. Only the
 * coach and admins can set an appointment to missed, so if the coach did not, an admin did.
 */
export function whyNotSetMissed(
  { status, startsAt, rated, missedBy }: MissedFacts,
  { missed, coach, now }: { missed: boolean; coach: number; now: Date },
): Refusal | 'done' | null {
  if (startsAt > now) return 'notStarted';
  if (now.getTime() - startsAt.getTime() > changeLimitMs) return 'tooLate';
  if (status !== statuses.booked && status !== statuses.missed) return 'notBooked';
  const isMissed = status === statuses.missed;
  if (missed === isMissed) return 'done';
  if (missed) return rated ? 'alreadyRated' : null;
  return missedBy === coach ? null : 'setByAdmin';
}

/**
 * Whether a coach can still say that the participant of an appointment was there or not (reference 4.21); the date is
 * `yyyy-mm-dd`, timeSlot 'HH:mm - HH:mm', and `now` the Berlin wall clock.
 */
export function canReportAttendance(
  { date, timeSlot }: { date: string; timeSlot: string },
  now: { date: string; time: string },
): boolean {
  const start = instantOf(date, timeSlot.slice(0, 5));
  const nowInstant = instantOf(now.date, now.time);
  if (!start || !nowInstant) return false;
  return start <= nowInstant && nowInstant.getTime() - start.getTime() <= changeLimitMs;
}
