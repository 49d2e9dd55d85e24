import { type CancelKind, statuses, type Status } from '../../../shared/coaching.ts';

/** The states to which an admin can set an appointment, in the order of the menu (reference 4.10). */
export const adminActions = ['cancelled', 'goodwill', 'missed', 'booked'] as const;
export type AdminAction = (typeof adminActions)[number];

/** One of the changes that an admin's action makes to an appointment. */
export type Step =
  /** Cancels the booking and frees its quota number. */
  | 'cancel'
  /** Opens the slot of the cancelled booking again, as a new free appointment. */
  | 'release'
  /** Sets the booking to missed. */
  | 'miss'
  /** Sets a missed appointment back to booked. */
  | 'restoreBooking'
  /** Changes the kind of a cancellation. */
  | 'changeCancelKind'
  /** Deletes the new free appointment, sets the cancelled one back to booked and gives it a quota number. */
  | 'rebook';

/**
 * The state of an appointment as admins see it: its status, except for two kinds of cancellation. `goodwill` is a
 * cancellation as goodwill, and `rescheduled` the old row of a moved booking, which can no longer be changed.
 */
type AdminState = Status | 'goodwill' | 'rescheduled';

/**
 * For each current state and each action, the steps in order (reference 4.10). There are no steps if the appointment
 * already has the state. In a state with 'notBooked', every action is refused.
 */
const adminSteps: Record<AdminState, Record<AdminAction, readonly Step[]> | 'notBooked'> = {
  [statuses.free]: 'notBooked',
  rescheduled: 'notBooked',
  [statuses.booked]: {
    cancelled: ['cancel', 'release'],
    goodwill: ['cancel', 'release'],
    missed: ['miss'],
    booked: [],
  },
  [statuses.missed]: { cancelled: ['cancel'], goodwill: ['cancel'], missed: [], booked: ['restoreBooking'] },
  [statuses.cancelled]: {
    cancelled: [],
    goodwill: ['changeCancelKind'],
    missed: ['rebook', 'miss'],
    booked: ['rebook'],
  },
  goodwill: { cancelled: ['changeCancelKind'], goodwill: [], missed: ['rebook', 'miss'], booked: ['rebook'] },
};

/** Facts about an appointment that an admin changes, read while it is locked. */
export interface BookingToChange {
  status: Status;
  cancelKind: CancelKind | null;
  startsAt: Date;
  /** Whether both the participant and the coach are active. */
  active: boolean;
}

/** Returns the state of an appointment as admins see it. */
function toAdminState({ status, cancelKind }: BookingToChange): AdminState {
  return status === statuses.cancelled && (cancelKind === 'goodwill' || cancelKind === 'rescheduled')
    ? cancelKind
    : status;
}

/**
 * Returns the steps of an admin's action, in order, or the reason why it is refused (reference 4.10). If `release` is
 * false, the slot of a cancelled booking stays closed. If the participant or the coach is inactive, an upcoming
 * appointment cannot be set back to booked, but one that has begun can still be corrected.
 */
export function planSteps(
  booking: BookingToChange,
  action: AdminAction,
  { release, now }: { release: boolean; now: Date },
): readonly Step[] | 'notBooked' | 'notStarted' | 'inactive' {
  const actions = adminSteps[toAdminState(booking)];
  if (actions === 'notBooked') return actions;
  const steps = actions[action];
  const upcoming = booking.startsAt > now;
  if (steps.includes('miss') && upcoming) return 'notStarted';
  if (steps.includes('rebook') && upcoming && !booking.active) return 'inactive';
  return steps.filter((step) => step !== 'release' || (release && upcoming));
}
