import { audit } from '../../audit/exports.ts';
import { queueOutcome, tellOutcome, type MailsOfChanges, type TellingMail, type Change } from '../../mail/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { releaseSlot } from '../sql.ts';
import { mailsOf, opensAgain, type CoachInterval, type MovedBooking, type MoveMail } from './rules.ts';
import { moveBooking, type Move } from './sql.ts';

/** A move that has been decided under the locks: the booking and its new place. */
interface DecidedMove extends Omit<Move, 'quotaNumber'> {
  booking: MovedBooking;
  participant: number;
  to: CoachInterval;
  /** The free row that becomes the booking; null if there is none, so that a new row is made. */
  slot: number | null;
  /** False keeps the old slot closed. */
  release: boolean;
}

/**
 * Moves a booking with its audit entry (reference 4.15), and opens the slot that it leaves again if the rule says so.
 * Returns the row that has the booking now, the slots that are free again, to be offered to those who wait
 * (`offerFreed`) at the end of the transaction, and the mails to queue. A constraint may refuse the move.
 */
async function moveAndAudit(tx: Tx, { booking, participant, to, slot, release, ...move }: DecidedMove) {
  const appointment = await moveBooking(tx, { ...move, quotaNumber: booking.quotaNumber }, slot ?? to);
  const opens = opensAgain(booking, to, { release, now: move.at });
  const freed = opens ? [await releaseSlot(tx, move.from)] : [];
  const from = { appointment: move.from, coach: booking.coach };
  const { byStaff } = move;
  const action = byStaff ? 'movedByStaff' : 'rescheduled';
  await audit(tx, { actor: move.by, action, person: participant, appointment });
  return { appointment, freed, mails: mailsOf({ participant, from, to: { appointment, coach: to.coach }, byStaff }) };
}

/** What the mails about a move tell. */
function changeOf({ booking, to, participant, from, byStaff }: DecidedMove, mails: MoveMail[]): Change {
  const sides = { before: standingAt(booking), after: standingAt(to), participant, left: from };
  return { ...sides, mails, doer: byStaff ? null : participant };
}

const standingAt = ({ coach, startsAt, endsAt }: CoachInterval) =>
  ({ state: 'booked', coach, startsAt, endsAt }) as const;

/** Moves a booking with its audit entry, and answers the mails for the caller to queue (reference 11.7). */
export async function moveAndBuildMails(
  tx: Tx,
  { clock }: Pick<MailsOfChanges, 'clock'>,
  decided: DecidedMove,
): Promise<{ appointment: number; freed: number[]; mails: TellingMail[] }> {
  const { mails, ...moved } = await moveAndAudit(tx, decided);
  return { ...moved, mails: await tellOutcome(tx, clock, changeOf(decided, mails)) };
}

/** The same with its mails queued: those of staff wait, those of a participant leave at once (reference 11.7). */
export async function moveAndQueueMails(tx: Tx, app: MailsOfChanges, decided: DecidedMove) {
  const { mails, ...moved } = await moveAndAudit(tx, decided);
  await queueOutcome(tx, app, changeOf(decided, mails), decided.at);
  return moved;
}
