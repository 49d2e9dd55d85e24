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

/** Why neither the coach nor an admin can set an appointment to missed or back to booked. */
type Refusal = 'notStarted' | 'notBooked' | 'alreadyRated';
type CoachRefusal = Refusal | 'tooLate' | 'setByAdmin';

/**
 * Returns the first reason (in the order of reference 4.21) why a coach cannot set an appointment to missed or, if
 * `missed` is false, back to booked. Returns 'done' if it already has that status, or null if they can set it. Only the
 * coach and admins can set an appointment to missed, so if the coach did not, an admin did.
 */
export function whyNotSetMissed(
  facts: MissedFacts,
  { missed, coach, now }: { missed: boolean; coach: number; now: Date },
): CoachRefusal | 'done' | null {
  const { status, startsAt, missedBy } = facts;
  const reason = whyNotSetMissedAsAdmin(facts, { missed, now });
  if (reason === 'notStarted') return reason;
  if (now.getTime() - startsAt.getTime() > changeLimitMs) return 'tooLate';
  if (reason) return reason;
  return status === statuses.missed && missedBy !== coach ? 'setByAdmin' : null;
}

/**
 * Like `whyNotSetMissed`, for an admin, who is not bound to the week after the start and can change what another person
 * has set.
 */
export function whyNotSetMissedAsAdmin(
  { status, startsAt, rated }: Omit<MissedFacts, 'missedBy'>,
  { missed, now }: { missed: boolean; now: Date },
): Refusal | 'done' | null {
  if (startsAt > now) return 'notStarted';
  if (status !== statuses.booked && status !== statuses.missed) return 'notBooked';
  if (missed === (status === statuses.missed)) return 'done';
  return missed && rated ? 'alreadyRated' : null;
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
