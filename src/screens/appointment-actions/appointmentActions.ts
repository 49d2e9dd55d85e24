import { wallClock } from '../../shared/berlin.ts';
import { statuses, type Status } from '../../shared/coaching.ts';
import type { WallClock } from '../../web/clock.ts';
import type { OverviewRow, PlanEntry } from '../../features/appointments/contract.ts';

type SharedKey = 'id' | 'date' | 'timeSlot' | 'isSpeedcoaching' | 'reserved' | 'coachId' | 'coachFullName';

/** An appointment that staff can take actions on. It may be cancelled. */
export type StaffAppointment = Pick<OverviewRow, SharedKey | 'participantFullName' | 'participantEmail'> & {
  status: Status;
};

/** A `StaffAppointment` with all that its details show. */
export type DetailedAppointment = Omit<OverviewRow, 'status'> & { status: Status };

/** Converts an entry of the daily plan to a `StaffAppointment`. */
export function toStaffAppointment(entry: PlanEntry): StaffAppointment {
  return { ...entry, isSpeedcoaching: false, reserved: false };
}

/**
 * An action that staff can take on an appointment from its row. 'delete' deletes a free appointment, 'missed' and
 * 'booked' correct the status, and 'person' opens the participant's page.
 */
export type AppointmentAction = 'bookFor' | 'move' | 'delete' | 'cancel' | 'goodwill' | 'missed' | 'booked' | 'person';

/** Whether a coach can still undo a booking that they made in their own calendar (reference 4.20). */
export function canUndoBooking(
  { takeBackUntil }: Pick<OverviewRow, 'takeBackUntil'>,
  asAdmin: boolean,
  now: WallClock,
): boolean {
  if (asAdmin || takeBackUntil === null) return false;
  const { date, time } = wallClock(new Date(takeBackUntil));
  return `${now.date} ${now.time}` < `${date} ${time}`;
}

/**
 * Returns the actions that are possible on an appointment (reference 4.22), in the order of the menu. `isUpcoming` is
 * whether the appointment has not begun yet. Admins can also correct its status (4.10), and its coach can say that the
 * participant was not there while that is possible (`canReport`, 4.21). The server makes the final decision.
 */
export function actionsFor(
  appointment: StaffAppointment,
  { isUpcoming, asAdmin, canReport = false }: { isUpcoming: boolean; asAdmin: boolean; canReport?: boolean },
): AppointmentAction[] {
  const { status, isSpeedcoaching, reserved } = appointment;
  if (status === statuses.free) {
    if (!isUpcoming) return ['delete'];
    return isSpeedcoaching || reserved ? ['move', 'delete'] : ['bookFor', 'move', 'delete'];
  }
  if (status === statuses.cancelled) return asAdmin ? ['booked', 'person'] : ['person'];
  const corrections: AppointmentAction[] = isUpcoming ? ['cancel', 'goodwill'] : ['cancel', 'goodwill', 'missed'];
  if (!asAdmin && canReport) return [status === statuses.missed ? 'booked' : 'missed', 'person'];
  if (status === statuses.missed) return [...(asAdmin ? (['booked', 'cancel', 'goodwill'] as const) : []), 'person'];
  return [...(isUpcoming ? (['move'] as const) : []), ...(asAdmin ? corrections : []), 'person'];
}
