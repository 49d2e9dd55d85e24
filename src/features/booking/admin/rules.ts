import { type CancelKind, statuses, type Status } from '../../../shared/coaching.ts';

/** What an admin can set an appointment to, in the order of the menu (reference 4.10). */
export const adminActions = ['cancelled', 'goodwill', 'missed', 'booked'] as const;
export type AdminAction = (typeof adminActions)[number];

/**
 * One change of a row, named for what it does: `cancel` cancels it and gives its quota number back, `release` opens a
 * new free row in the same slot, `miss` marks it as missed, `restoreBooking` makes a missed one booked again,
 * `changeCancelKind` changes the kind of a cancellation, `rebook` deletes the new free row, makes the cancelled one
 * booked again and takes a quota number.
 */
export type Step = 'cancel' | 'release' | 'miss' | 'restoreBooking' | 'changeCancelKind' | 'rebook';

/**
 * The states as an admin sees them: a cancellation by anybody is one state, goodwill is another, and the row that a
 * moved booking has left is final.
 */
type AdminState = Status | 'goodwill' | 'rescheduled';

/**
 * The steps from each state to the one that an admin sets (reference 4.10), in order; none for the current state.
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

/** Facts of an appointment that an admin changes, read under its lock. */
export interface ChangedBooking {
  status: Status;
  cancelKind: CancelKind | null;
  startsAt: Date;
  /** The participant may book and the coach may be booked. */
  active: boolean;
}

/** The state of a row as admins see it. */
function stateOf({ status, cancelKind }: ChangedBooking): AdminState {
  return status === statuses.cancelled && (cancelKind === 'goodwill' || cancelKind === 'rescheduled')
    ? cancelKind
    : status;
}

/**
 * How an admin's action is carried out (reference 4.10): the steps, in their order, or the reason why it cannot be.
 * `release` false keeps the slot of a cancelled booking closed. What has begun is corrected for inactive people,
 * too; what is still ahead is not booked for them.
 */
export function stepsOf(
  booking: ChangedBooking,
  action: AdminAction,
  { release, now }: { release: boolean; now: Date },
): readonly Step[] | 'notBooked' | 'notStarted' | 'inactive' {
  const actions = adminSteps[stateOf(booking)];
  if (actions === 'notBooked') return actions;
  const steps = actions[action];
  const ahead = booking.startsAt > now;
  if (steps.includes('miss') && ahead) return 'notStarted';
  if (steps.includes('rebook') && ahead && !booking.active) return 'inactive';
  return steps.filter((step) => step !== 'release' || (release && ahead));
}
