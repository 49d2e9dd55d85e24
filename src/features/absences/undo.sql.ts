import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import type { ChangedBooking } from './sql.ts';

/** A stored absence, with the facts that decide whether it can be undone. */
export interface StoredAbsence {
  coach: number;
  plannedAt: Date;
  /** Null while the absence applies. */
  endedBy: 'undone' | 'ended' | null;
}

/** Locks and returns an absence, which may have ended; null for an unknown id. Tests can omit the lock. */
export async function lockAbsence(tx: Tx, absence: number, usesLocks: boolean): Promise<StoredAbsence | null> {
  const query = tx
    .selectFrom('absence')
    .select(['coach_id as coach', 'planned_at as plannedAt', sql<StoredAbsence['endedBy']>`ended_by`.as('endedBy')])
    .where('id', '=', absence);
  const row = await (usesLocks ? query.forUpdate() : query).executeTakeFirst();
  return row ? { ...row, plannedAt: row.plannedAt as unknown as Date } : null;
}

/** A booking that an absence has cancelled or handed over, with its participant and its original coach. */
export interface RestorableBooking extends ChangedBooking {
  participant: number;
  coach: number;
  /** The coach to whom the booking was handed over; null if it was cancelled. */
  colleague: number | null;
}

/** Returns the bookings that an absence has cancelled or handed over, in order of id. */
export async function listBookings(tx: Tx, absence: number): Promise<RestorableBooking[]> {
  const { rows } = await sql<RestorableBooking>`
    SELECT c.appointment_id AS appointment, c.moved_to AS "movedTo", c.quota_number AS "quotaNumber",
      a.participant_id AS participant, a.coach_id AS coach, t.coach_id AS colleague
    FROM absence_change c JOIN appointment a ON a.id = c.appointment_id LEFT JOIN appointment t ON t.id = c.moved_to
    WHERE c.absence_id = ${absence} ORDER BY a.id
  `.execute(tx);
  return rows;
}

/**
 * Locks the imports of the slots that an absence has deleted, so that nobody can undo these imports in the meantime.
 */
export async function lockImports(tx: Tx, absence: number): Promise<void> {
  await sql`
    SELECT FROM import
    WHERE id IN (SELECT c.import_id FROM absence_change c WHERE c.absence_id = ${absence}) ORDER BY id FOR KEY SHARE
  `.execute(tx);
}

/**
 * Whether anything that an absence affected has changed since the absence was planned: a booking is not as the absence
 * left it, an import of a deleted slot was undone, the coach is inactive, a participant can no longer book, or a
 * participant has booked, moved or cancelled something else. Must be called after the locks are taken.
 */
export async function hasChanged(tx: Tx, absence: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM absence b JOIN coach o ON o.person_id = b.coach_id
    WHERE b.id = ${absence} AND (NOT o.active OR EXISTS (
      SELECT FROM absence_change c JOIN import i ON i.id = c.import_id
      WHERE c.absence_id = b.id AND i.undone_at IS NOT NULL
    ) OR EXISTS (
      SELECT FROM absence_change c JOIN appointment a ON a.id = c.appointment_id
        JOIN person p ON p.id = a.participant_id LEFT JOIN appointment t ON t.id = c.moved_to
      WHERE c.absence_id = b.id AND (
        a.cancelled_at IS DISTINCT FROM b.planned_at
        OR a.cancel_kind <> CASE WHEN c.moved_to IS NULL THEN 'goodwill' ELSE 'rescheduled' END
        OR c.moved_to IS NOT NULL AND (t.status <> 'G' OR t.moved_from IS DISTINCT FROM a.id)
        OR p.inactive_at IS NOT NULL OR p.confirmed_at IS NULL OR p.role_id IS NOT DISTINCT FROM 2
        OR EXISTS (
          SELECT FROM appointment x
          WHERE x.participant_id = p.id AND greatest(x.booked_at, x.cancelled_at, x.moved_at) > b.planned_at
        )
      )
    ))
  `.execute(tx);
  return rows.length > 0;
}

/** Frees the colleagues' slots to which bookings were handed over. */
export async function freeColleagueSlots(tx: Tx, slots: readonly number[]): Promise<void> {
  await sql`
    UPDATE appointment
    SET status = 'F', participant_id = NULL, self_booked = false, quota_number = NULL, booked_at = NULL,
      booked_by = NULL, moved_from = NULL, moved_at = NULL, moved_by_staff = false, calendar_event = NULL
    WHERE id = ANY (${slots}::bigint[])
  `.execute(tx);
}

/**
 * Restores the bookings of an absence as they were. Constraints refuse times and quota numbers that have been taken in
 * the meantime. A booking that was handed over remains the same calendar event, so its sequence number must not fall.
 */
export async function restoreBookings(tx: Tx, absence: number): Promise<void> {
  await sql`
    UPDATE appointment a
    SET status = 'G', cancel_kind = NULL, cancel_reason = NULL, cancelled_at = NULL, cancelled_by = NULL,
      quota_number = c.quota_number, calendar_sequence = greatest(a.calendar_sequence, t.calendar_sequence)
    FROM absence_change c LEFT JOIN appointment t ON t.id = c.moved_to
    WHERE c.absence_id = ${absence} AND a.id = c.appointment_id
  `.execute(tx);
}

/** Recreates the free slots that an absence has deleted. Constraints refuse an overlap with other appointments. */
export async function restoreSlots(tx: Tx, absence: number): Promise<void> {
  await sql`
    INSERT INTO appointment (coach_id, type_id, series_id, import_id, starts_at, ends_at)
    SELECT b.coach_id, c.type_id, c.series_id, c.import_id, c.starts_at, c.ends_at
    FROM absence_change c JOIN absence b ON b.id = c.absence_id
    WHERE c.absence_id = ${absence} AND c.type_id IS NOT NULL
  `.execute(tx);
}

/** Deletes the stored changes of an absence, which are needed only to undo it. */
export async function deleteChanges(tx: Tx, absence: number): Promise<void> {
  await tx.deleteFrom('absence_change').where('absence_id', '=', absence).execute();
}
