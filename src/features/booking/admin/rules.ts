import { type CancelKind, statuses, type Status } from '../../../shared/coaching.ts';

/** The states to which an admin can set an appointment, in the order of the menu (reference 4.10). */
export const adminActions = ['cancelled', 'goodwill', 'missed', 'booked'] as const;
export type AdminAction = (typeof adminActions)[number];

/**
 * One change to an appointment: `cancel` cancels it and gives its quota number back, `release` opens a new free row in
 * the same slot, `miss` marks it as missed, `restoreBooking` sets a missed one back to booked, `changeCancelKind`
 * changes the kind of a cancellation, `rebook` deletes the new free row, sets the cancelled one back to booked and
 * takes a quota number.
 */
export type Step = 'cancel' | 'release' | 'miss' | 'restoreBooking' | 'changeCancelKind' | 'rebook';

/**
 * The states as admins see them: cancelled is one state whoever cancelled, goodwill is another; the old row of a moved
 * booking (`rescheduled`) can no longer be changed.
 */
type AdminState = Status | 'goodwill' | 'rescheduled';

/**
 * The steps from each state to the one that an admin sets, in order (reference 4.10); none for the current state.
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

/** Facts about an appointment that an admin changes, read under its lock. */
export interface BookingToChange {
  status: Status;
  cancelKind: CancelKind | null;
  startsAt: Date;
  /** Whether both the participant and the coach are active. */
  active: boolean;
}

/** Returns the state of an appointment as admins see it. */
function stateOf({ status, cancelKind }: BookingToChange): AdminState {
  return status === statuses.cancelled && (cancelKind === 'goodwill' || cancelKind === 'rescheduled')
    ? cancelKind
    : status;
}

/**
 * The steps of an admin's action, in order, or the reason why it is refused (reference 4.10). `release` false keeps the
 * slot of a cancelled booking closed. For inactive people, appointments that have begun can still be corrected, but
 * upcoming ones cannot be booked.
 */
export function stepsForAction(
  booking: BookingToChange,
  action: AdminAction,
  { release, now }: { release: boolean; now: Date },
): readonly Step[] | 'notBooked' | 'notStarted' | 'inactive' {
  const actions = adminSteps[stateOf(booking)];
  if (actions === 'notBooked') return actions;
  const steps = actions[action];
  const upcoming = booking.startsAt > now;
  if (steps.includes('miss') && upcoming) return 'notStarted';
  if (steps.includes('rebook') && upcoming && !booking.active) return 'inactive';
  return steps.filter((step) => step !== 'release' || (release && upcoming));
}
