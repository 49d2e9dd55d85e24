import { sql } from 'kysely';
import { insertEntriesSql } from '../audit/exports.ts';
import { now, nowShifted, refusalOfWrite, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import type { CancelKind } from '../../shared/coaching.ts';
import { prepare, prepareFinal } from '../../platform/database/prepared.ts';
import { insertMailsSql } from '../mail/exports.ts';
import type { Booker, Hold, OwnBooking, Slot } from './rules.ts';

/** The participant and the coach of an appointment; a free one has no participant. */
export interface Parties {
  participant: number | null;
  coach: number;
}

/** Returns the parties of an appointment without locking; null for an unknown id or an anonymised participant. */
export async function findParties(db: Db | Tx, appointment: number): Promise<Parties | null> {
  const parties = await db
    .selectFrom('appointment as a')
    .leftJoin('person as p', 'p.id', 'a.participant_id')
    .select(['a.participant_id as participant', 'a.coach_id as coach'])
    .where('a.id', '=', appointment)
    .where('p.anonymised_at', 'is', null)
    .executeTakeFirst();
  return parties ?? null;
}

/** The facts that decide about a booking, read under the locks of participant and slot, the clock last. */
export interface BookingFacts {
  slot: Slot;
  booker: Booker;
  coach: number;
  now: Date;
}

type LockedRow = Omit<Slot, 'type' | 'hold'> &
  Omit<Booker, 'id'> & { coach: number; now: Date; type: Slot['type'] | null } & (Hold | Record<keyof Hold, null>);

const lock = prepare<LockedRow>(
  'booking.lock',
  // Read the hold after locking.
  `SELECT f.*, h.*, ${nowShifted('$4')} AS now
  FROM lock_booking($1, $2, $3) f LEFT JOIN LATERAL hold_of(CASE WHEN f.status = 'F' THEN $2 END) h ON true`,
);

/** Locks a participant, then a slot, and reads the facts of the booking. */
export async function lockBooking(
  tx: Tx,
  { clock, locks }: App,
  participant: number,
  slot: number,
): Promise<BookingFacts | 'noProfile' | 'noSlot'> {
  const [row] = await lock(tx, participant, slot, locks, clock.shiftMs);
  if (!row) return 'noProfile';
  if (row.type === null) return 'noSlot';
  const { type, status, startsAt, active, hasEditableFile, quotaNumbers, busy, coach, now, holder, heldUntil } = row;
  const hold = holder === null ? null : { holder, heldUntil };
  return {
    slot: { type, status, participant: row.participant, startsAt, hold },
    booker: { id: participant, active, hasEditableFile, quotaNumbers, busy },
    coach,
    now,
  };
}

const takeMailAndAudit = prepareFinal(
  'booking.takeMailAndAudit',
  `WITH taken AS (
    UPDATE appointment SET status = 'G', participant_id = $2, self_booked = true, quota_number = $3,
      booked_at = $4, booked_by = $2, booking_note = nullif($6, '')
    WHERE id = $1
  ), mails AS (
    ${insertMailsSql(`SELECT 'appointmentBooked', person, $1::bigint FROM unnest(ARRAY[$2::bigint, $5]) person`)}
  )
  ${insertEntriesSql(`VALUES ($2, 'booked', $2, $1)`)}`,
);

/**
 * Gives a locked free slot to a participant, queues the mails to both parties and writes the audit entry; the
 * constraints refuse what the rule could not see. It uses one statement instead of `recordChange`, because many people
 * book at the same moment: a booking costs one round trip to the database, and has no earlier mails to withdraw.
 */
export function bookSlotWithMailsAndAudit(
  tx: Tx,
  slot: number,
  { booker, coach, now }: BookingFacts,
  { quotaNumber, note }: { quotaNumber: number; note: string },
) {
  return refusalOfWrite(
    { appointment_quota_once: 'limitReached' as const, appointment_participant_overlap: 'overlap' as const },
    () => takeMailAndAudit(tx, slot, booker.id, quotaNumber, now, coach, note),
  );
}

/**
 * Stores the participant's note to the coach in a locked booking; '' clears it. Returns false if that would change the
 * note of an appointment that has begun; nothing is stored then.
 */
export async function updateBookingNote(tx: Tx, appointment: number, note: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appointment')
    .set({ booking_note: note || null })
    .where('id', '=', appointment)
    .where((e) => e.or([e('starts_at', '>', at), e('booking_note', 'is not distinct from', note || null)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A participant's appointment, with its coach and the clock. */
type LockedOwnBooking = OwnBooking & { endsAt: Date; coach: number; now: Date };

/** Locks an appointment of the participant; null for any other id. The clock is read after the lock. */
export async function lockOwnBooking(
  tx: Tx,
  clock: Clock,
  appointment: number,
  participant: number,
): Promise<LockedOwnBooking | null> {
  const { rows } = await sql<LockedOwnBooking>`
    WITH own AS MATERIALIZED (
      SELECT * FROM appointment WHERE id = ${appointment} AND participant_id = ${participant} FOR UPDATE
    )
    SELECT status, starts_at AS "startsAt", ends_at AS "endsAt", moved_by_staff AS "movedByStaff",
      coach_id AS coach, ${now(clock)} AS now, cancel_kind IS NOT DISTINCT FROM 'byParticipant' AS "cancelledBySelf"
    FROM own
  `.execute(tx);
  return rows[0] ?? null;
}

/** A cancellation by the participant, with an optional reason, or by staff. */
export interface Cancellation {
  kind: Exclude<CancelKind, 'rescheduled'>;
  /** Who cancels; null for the system. */
  by: number | null;
  reason?: string;
  /** Whether staff undo a direct booking: then its participant is not one of the coach's own (reference 8.10). */
  undoesDirectBooking?: boolean;
  at: Date;
}

/** Sets a booking to K and frees its quota number. */
export async function cancelBooking(
  tx: Tx,
  appointment: number,
  { kind, by, reason, undoesDirectBooking = false, at }: Cancellation,
): Promise<void> {
  await tx
    .updateTable('appointment')
    .set({
      status: 'K',
      quota_number: null,
      cancel_kind: kind,
      cancel_reason: reason || null,
      cancelled_at: at,
      cancelled_by: by,
      taken_back: undoesDirectBooking,
    })
    .where('id', '=', appointment)
    .execute();
}

/**
 * Opens the slot of a cancelled booking again as a new free row of the same series (reference 4.1), and returns its id.
 * Callers offer it to the waiting list (`offerFreedSlots`) at the end of the transaction.
 */
export async function releaseSlot(tx: Tx, appointment: number): Promise<number> {
  const { id } = await tx
    .insertInto('appointment')
    .columns(['coach_id', 'type_id', 'series_id', 'import_id', 'starts_at', 'ends_at', 'given_up_by'])
    .expression((e) =>
      e
        .selectFrom('appointment')
        .select(['coach_id', 'type_id', 'series_id', 'import_id', 'starts_at', 'ends_at', 'participant_id'])
        .where('id', '=', appointment),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
