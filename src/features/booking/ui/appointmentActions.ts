import { wallClock } from '../../../shared/berlin.ts';
import { statuses, type Status } from '../../../shared/coaching.ts';
import type { Now } from '../../../web/clock.ts';
import type { OverviewRow, PlanEntry } from '../../appointments/contract.ts';

type Known = 'id' | 'date' | 'timeSlot' | 'isSpeedcoaching' | 'reserved' | 'coachId' | 'coachFullName';

/** What the deeds need to know about an appointment, which may be cancelled. */
export type DeedRow = Pick<OverviewRow, Known | 'participantFullName' | 'participantEmail'> & { status: Status };

/** An appointment of the plan as the deeds know it. */
export function deedRowOf(entry: PlanEntry): DeedRow {
  return { ...entry, isSpeedcoaching: false, reserved: false };
}

/** What staff do with an appointment from its row. */
export type Deed = 'bookFor' | 'move' | 'cancel' | 'goodwill' | 'missed' | 'booked' | 'person';

/** The names of the deeds in menus. */
export const deedNames: Record<Deed, string> = {
  bookFor: 'Für jemanden buchen',
  move: 'Verschieben',
  cancel: 'Stornieren',
  goodwill: 'Kulanz',
  missed: 'Versäumt',
  booked: 'Gebucht',
  person: 'Zur Person',
};

/** Whether a coach can still take back a booking of the own calendar (reference 4.20). */
export function canTakeBack(
  { takeBackUntil }: Pick<OverviewRow, 'takeBackUntil'>,
  asAdmin: boolean,
  now: Now,
): boolean {
  if (asAdmin || takeBackUntil === null) return false;
  const { date, time } = wallClock(new Date(takeBackUntil));
  return `${now.date} ${now.time}` < `${date} ${time}`;
}

/**
 * What can be done with an appointment (reference 4.22), in the order of the menu; `ahead`: it has not begun. Admins
 * correct its state as well (4.10). The calls themselves decide.
 */
export function deedsOf(row: DeedRow, { ahead, asAdmin }: { ahead: boolean; asAdmin: boolean }): Deed[] {
  const { status, isSpeedcoaching, reserved } = row;
  if (status === statuses.free) {
    if (!ahead) return [];
    return isSpeedcoaching || reserved ? ['move'] : ['bookFor', 'move'];
  }
  if (status === statuses.cancelled) return asAdmin ? ['booked', 'person'] : ['person'];
  const corrections: Deed[] = ahead ? ['cancel', 'goodwill'] : ['cancel', 'goodwill', 'missed'];
  if (status === statuses.missed) return [...(asAdmin ? (['booked', 'cancel', 'goodwill'] as const) : []), 'person'];
  return [...(ahead ? (['move'] as const) : []), ...(asAdmin ? corrections : []), 'person'];
}
