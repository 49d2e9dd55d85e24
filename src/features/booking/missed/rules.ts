import { statuses } from '../../../shared/coaching.ts';

/** For how many milliseconds after the start a coach can set an appointment to missed or back (reference 4.21). */
const changeLimit = 168 * 3_600_000;

/** The facts that decide whether a coach can set an appointment to missed or back, read under its lock. */
export interface MissedFacts {
  status: string;
  startsAt: Date;
  rated: boolean;
  /** Who last set it to missed; null if that is unknown. */
  missedBy: number | null;
}

type Refusal = 'notStarted' | 'tooLate' | 'notBooked' | 'alreadyRated' | 'setByAdmin';

/**
 * Why a coach cannot set an appointment to missed or back: the first reason in reference 4.21; 'done' if it already has
 * that status, null if they can. If the coach did not set it to missed, an admin did, because nobody else can.
 */
export function whyNotSetMissed(
  { status, startsAt, rated, missedBy }: MissedFacts,
  { missed, coach, now }: { missed: boolean; coach: number; now: Date },
): Refusal | 'done' | null {
  if (startsAt > now) return 'notStarted';
  if (now.getTime() - startsAt.getTime() > changeLimit) return 'tooLate';
  if (status !== statuses.booked && status !== statuses.missed) return 'notBooked';
  if (missed === (status === statuses.missed)) return 'done';
  if (missed) return rated ? 'alreadyRated' : null;
  return missedBy === coach ? null : 'setByAdmin';
}
