import type { RecordedChange } from '../../appointments/exports.ts';
import type { BookingSnapshot } from '../../mail/outcome/rules.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { releaseSlot } from '../sql.ts';
import { buildMoveMails, shouldReopenOldSlot, type CoachInterval, type BookingToMove } from './rules.ts';
import { moveBooking, type Move } from './sql.ts';

/** An allowed move of a locked booking. */
interface AllowedMove extends Omit<Move, 'quotaNumber'> {
  booking: BookingToMove;
  participant: number;
  /** The new coach and time. */
  to: CoachInterval;
  /** The id of a free appointment at the new time, which becomes the booking; null to insert a new row. */
  freeSlot: number | null;
  /** Whether the old slot becomes free again. */
  release: boolean;
}

/**
 * Moves a booking (reference 4.15), and opens its old slot again if `shouldReopenOldSlot` allows it. Returns the change
 * and the ids of the freed slots, both for the caller to pass to `recordChange`. Fails if a constraint is violated.
 */
export async function moveToSlot(
  tx: Tx,
  allowedMove: AllowedMove,
): Promise<{ change: RecordedChange & { before: BookingSnapshot }; freedSlots: number[] }> {
  const { booking, participant, to, freeSlot, release, ...move } = allowedMove;
  const { from, byStaff, by, at } = move;
  const appointment = await moveBooking(tx, { ...move, quotaNumber: booking.quotaNumber }, freeSlot ?? to);
  const freedSlots = shouldReopenOldSlot(booking, to, { release, now: at }) ? [await releaseSlot(tx, from)] : [];
  const mails = buildMoveMails({
    participant,
    from: { appointment: from, coach: booking.coach },
    to: { appointment, coach: to.coach },
    byStaff,
  });
  const change = {
    appointment,
    before: toBookedSnapshot(booking),
    after: toBookedSnapshot(to),
    participant,
    previousAppointment: from,
    mails,
    byParticipant: !byStaff,
    action: byStaff ? 'movedByStaff' : 'rescheduled',
    by,
    at,
  } as const;
  return { change, freedSlots };
}

const toBookedSnapshot = ({ coach, startsAt, endsAt }: CoachInterval) =>
  ({ state: 'booked', coach, startsAt, endsAt }) as const;
