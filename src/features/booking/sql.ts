import { sql } from 'kysely';
import { insertEntriesSql } from '../audit/exports.ts';
import { now, nowShifted, catchViolation, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import type { CancelKind } from '../../shared/coaching.ts';
import { prepare, prepareWithCommit } from '../../platform/database/prepared.ts';
import { insertMailsSql } from '../mail/exports.ts';
import type { Booker, Hold, OwnBooking, Slot } from './rules.ts';

/** The participant and the coach of an appointment; a free appointment has no participant. */
export interface Parties {
  participant: number | null;
  coach: number;
}

/** Returns the parties of an appointment without a lock, or null for an unknown id or an anonymised participant. */
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

/**
 * The facts that decide whether a booking is possible, read while participant and slot are locked. `now` is read last.
 */
export interface BookingFacts {
  slot: Slot;
  booker: Booker;
  coach: number;
  now: Date;
}

type LockedRow = Omit<Slot, 'type' | 'hold'> &
  Omit<Booker, 'id'> & { coach: number; now: Date; type: Slot['type'] | null } & (Hold | Record<keyof Hold, null>);

const lockAndSelectFacts = prepare<LockedRow>(
  'booking.lock',
  // `hold_of` reads the hold after the locks are taken.
  `SELECT f.*, h.*, ${nowShifted('$4')} AS now
  FROM lock_booking($1, $2, $3) f LEFT JOIN LATERAL hold_of(CASE WHEN f.status = 'F' THEN $2 END) h ON true`,
);

/**
 * Locks a participant, then a slot, and returns the facts that decide whether the participant can book the slot.
 * Returns 'noProfile' if the person has no participant profile, and 'noSlot' for an unknown slot.
 */
export async function lockForBooking(
  tx: Tx,
  { clock, usesLocks }: App,
  participant: number,
  slot: number,
): Promise<BookingFacts | 'noProfile' | 'noSlot'> {
  const [row] = await lockAndSelectFacts(tx, participant, slot, usesLocks, clock.shiftMs);
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

const bookWithMailsAndAudit = prepareWithCommit(
  'booking.bookWithMailsAndAudit',
  `WITH booked AS (
    UPDATE appointment SET status = 'G', participant_id = $2, self_booked = true, quota_number = $3,
      booked_at = $4, booked_by = $2, booking_note = nullif($6, '')
    WHERE id = $1
  ), mails AS (
    ${insertMailsSql(`SELECT 'appointmentBooked', person, $1::bigint FROM unnest(ARRAY[$2::bigint, $5]) person`)}
  )
  ${insertEntriesSql(`VALUES ($2, 'booked', $2, $1)`)}`,
);

/**
 * Books a locked free slot for a participant, queues the mails to participant and coach, and writes the audit entry.
 * Returns the refusal if the booking violates a constraint, or null. This is a single statement instead of a call to
 * `recordChange`, to save round trips when many people book at the same moment. A new booking has no earlier mails to
 * withdraw.
 */
export function bookSlotWithMailsAndAudit(
  tx: Tx,
  slot: number,
  { booker, coach, now }: BookingFacts,
  { quotaNumber, note }: { quotaNumber: number; note: string },
) {
  return catchViolation(
    { appointment_quota_once: 'limitReached' as const, appointment_participant_overlap: 'overlap' as const },
    () => bookWithMailsAndAudit(tx, slot, booker.id, quotaNumber, now, coach, note),
  );
}

/**
 * Stores the participant's note to the coach in a locked booking; '' deletes the note. If the appointment has begun (by
 * the instant `at`) and the note differs from the stored one, stores nothing and returns false.
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

/** Facts about a participant's locked appointment. */
type LockedOwnBooking = OwnBooking & { endsAt: Date; coach: number; now: Date };

/**
 * Locks an appointment of the participant and returns its facts, or null if the participant has no appointment with
 * this id. `now` is read after locking.
 */
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

/** A cancellation by the participant or by staff, with an optional reason. */
export interface Cancellation {
  kind: Exclude<CancelKind, 'rescheduled'>;
  /** Who cancels; null for the system. */
  by: number | null;
  reason?: string;
  /**
   * Whether staff undo a direct booking. An undone booking does not make the participant one of the coach's own
   * participants (reference 8.10).
   */
  undoesDirectBooking?: boolean;
  at: Date;
}

/** Cancels a booking (status K) and frees its quota number. */
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
 * Opens the slot of a cancelled booking again (reference 4.1): inserts a free appointment with the same time, coach and
 * series, and returns its id. `given_up_by` is the participant of the cancelled booking. The caller offers the free
 * appointment to the waiting list (`offerFreedSlots`) at the end of the transaction.
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
