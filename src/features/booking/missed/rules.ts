import { statuses } from '../../../shared/coaching.ts';

/** Milliseconds from the start for which a coach sets an appointment to missed or back (reference 4.21). */
const week = 168 * 3_600_000;

/** A row of a coach's calendar, read under its lock. */
export interface HeldAppointment {
  status: string;
  startsAt: Date;
  rated: boolean;
  /** Who set it to missed last; null if that is unknown. */
  missedBy: number | null;
}

type NotSettable = 'notStarted' | 'tooLate' | 'notBooked' | 'alreadyRated' | 'setByAdmin';

/**
 * Why a coach cannot set an appointment to missed or back: the first reason in the order of reference 4.21, 'done' if
 * it is set so already, or null to continue. An admin has set what the coach has not, because nobody else can.
 */
export function whyNotSetMissed(
  { status, startsAt, rated, missedBy }: HeldAppointment,
  { missed, coach, now }: { missed: boolean; coach: number; now: Date },
): NotSettable | 'done' | null {
  if (startsAt > now) return 'notStarted';
  if (now.getTime() - startsAt.getTime() > week) return 'tooLate';
  if (status !== statuses.booked && status !== statuses.missed) return 'notBooked';
  if (missed === (status === statuses.missed)) return 'done';
  if (missed) return rated ? 'alreadyRated' : null;
  return missedBy === coach ? null : 'setByAdmin';
}
