import type { RecordedChange } from '../../appointments/exports.ts';
import type { BookingSnapshot } from '../../mail/outcome/rules.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { releaseSlot } from '../sql.ts';
import { mailsAboutMove, reopensOldSlot, type CoachInterval, type BookingToMove } from './rules.ts';
import { moveBooking, type Move } from './sql.ts';

/** A move that was decided under the locks: the booking and its new time. */
interface DecidedMove extends Omit<Move, 'quotaNumber'> {
  booking: BookingToMove;
  participant: number;
  to: CoachInterval;
  /** The free row that becomes the booking; null to make a new row. */
  slot: number | null;
  /** False keeps the old slot closed. */
  release: boolean;
}

/**
 * Moves a booking (reference 4.15), and opens its old slot again if `reopensOldSlot` allows. Returns the change for the
 * caller to record (`recordChange`) and the freed slots to offer. A constraint may refuse the move.
 */
export async function moveToSlot(
  tx: Tx,
  decidedMove: DecidedMove,
): Promise<{ change: RecordedChange & { before: BookingSnapshot }; freed: number[] }> {
  const { booking, participant, to, slot, release, ...move } = decidedMove;
  const { from, byStaff, by, at } = move;
  const appointment = await moveBooking(tx, { ...move, quotaNumber: booking.quotaNumber }, slot ?? to);
  const freed = reopensOldSlot(booking, to, { release, now: at }) ? [await releaseSlot(tx, from)] : [];
  const mails = mailsAboutMove({
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
    previousRow: from,
    mails,
    byParticipant: !byStaff,
    action: byStaff ? 'movedByStaff' : 'rescheduled',
    by,
    at,
  } as const;
  return { change, freed };
}

const toBookedSnapshot = ({ coach, startsAt, endsAt }: CoachInterval) =>
  ({ state: 'booked', coach, startsAt, endsAt }) as const;
