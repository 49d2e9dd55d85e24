/** What an admin can set an appointment to, in the order of the menu (spec coach §4). */
export const adminActions = ['cancelled', 'goodwill', 'missed', 'booked'] as const;
export type AdminAction = (typeof adminActions)[number];

/**
 * One change of a row, named for what it does: `cancel` makes it K and gives its quota number back, `release` opens a
 * fresh F on the same stretch, `miss` makes it V, `setBack` makes V G again, `changeKind` turns a cancellation into
 * another kind, `rebook` takes the fresh F away, makes K G again and takes a quota number.
 */
export type Step = 'cancel' | 'release' | 'miss' | 'setBack' | 'changeKind' | 'rebook';

/** The states as an admin sees them: a cancellation by whomever is one, goodwill is another. */
type AdminState = 'F' | 'G' | 'V' | 'K' | 'goodwill';

/** The steps from each state to the one that an admin sets (contract §6), in their order; none where it is the present one. */
const adminSteps: Record<AdminState, Record<AdminAction, readonly Step[]> | 'notBooked'> = {
  F: 'notBooked',
  G: { cancelled: ['cancel', 'release'], goodwill: ['cancel', 'release'], missed: ['miss'], booked: [] },
  V: { cancelled: ['cancel'], goodwill: ['cancel'], missed: [], booked: ['setBack'] },
  K: { cancelled: [], goodwill: ['changeKind'], missed: ['rebook', 'miss'], booked: ['rebook'] },
  goodwill: { cancelled: ['changeKind'], goodwill: [], missed: ['rebook', 'miss'], booked: ['rebook'] },
};

/** Facts of an appointment that an admin changes, read under its lock. */
export interface ChangedBooking {
  status: 'F' | 'G' | 'V' | 'K';
  /** The cancellation is a goodwill. */
  goodwill: boolean;
  startsAt: Date;
  /** The participant may book and the coach may be booked. */
  active: boolean;
}

/**
 * How an admin's action is carried out: the steps, in their order, or the reason why it cannot be. `release` false keeps
 * the stretch of a cancelled booking closed. What has begun is corrected for inactive people, too; what is still ahead is
 * not booked for them.
 */
export function stepsOf(
  booking: ChangedBooking,
  action: AdminAction,
  { release, now }: { release: boolean; now: Date },
): readonly Step[] | 'notBooked' | 'notStarted' | 'inactive' {
  const actions = adminSteps[booking.status === 'K' && booking.goodwill ? 'goodwill' : booking.status];
  if (actions === 'notBooked') return actions;
  const steps = actions[action];
  const ahead = booking.startsAt > now;
  if (steps.includes('miss') && ahead) return 'notStarted';
  if (steps.includes('rebook') && ahead && !booking.active) return 'inactive';
  return steps.filter((step) => step !== 'release' || (release && ahead));
}
