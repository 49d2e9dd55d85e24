import { sql } from 'kysely';
import { now, type Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import type { ChangedBooking } from './rules.ts';

/**
 * Whose an appointment is; null for an unknown id. Neither side changes later: a row that has a participant keeps both
 * for good.
 */
export async function findSides(
  tx: Tx,
  appointment: number,
): Promise<{ participant: number | null; coach: number } | null> {
  const found = await tx
    .selectFrom('appointment')
    .select(['participant_id as participant', 'coach_id as coach'])
    .where('id', '=', appointment)
    .executeTakeFirst();
  return found ?? null;
}

/** Holds a coach as they are, active or not, until the transaction ends. */
export async function holdCoach(tx: Tx, coach: number): Promise<void> {
  await tx.selectFrom('coach').select('active').where('person_id', '=', coach).forShare().execute();
}

/**
 * Locks an appointment whose participant and coach are locked, and reads the facts of its change by an admin; the clock
 * is read behind the lock. Null for an unknown id, and for what belongs to somebody anonymised.
 */
export async function lockBooking(
  tx: Tx,
  app: Pick<App, 'clock' | 'locks'>,
  appointment: number,
): Promise<(ChangedBooking & { selfBooked: boolean; quotaNumbers: number[]; now: Date }) | null> {
  const { rows } = await sql<ChangedBooking & { selfBooked: boolean; quotaNumbers: number[]; now: Date }>`
    WITH booking AS MATERIALIZED (
      SELECT * FROM appointment WHERE id = ${appointment} ${app.locks ? sql`FOR UPDATE` : sql``}
    )
    SELECT booking.status, booking.cancel_kind IS NOT DISTINCT FROM 'goodwill' AS goodwill,
      booking.starts_at AS "startsAt", booking.self_booked AS "selfBooked", ${now(app.clock)} AS now,
      c.active AND p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL AND p.role_id IS DISTINCT FROM 2 AS active,
      ARRAY(SELECT a.quota_number FROM appointment a WHERE a.participant_id = p.id AND a.quota_number IS NOT NULL)
        AS "quotaNumbers"
    FROM booking JOIN coach c ON c.person_id = booking.coach_id JOIN person p ON p.id = booking.participant_id
    WHERE p.anonymised_at IS NULL
  `.execute(tx);
  return rows[0] ?? null;
}

/** Makes a booked appointment a missed one, or the other way round; the quota number stays. */
export async function setHeld(tx: Tx, appointment: number, status: 'G' | 'V'): Promise<void> {
  await tx.updateTable('appointment').set({ status }).where('id', '=', appointment).execute();
}

/** Turns a cancellation into one of another kind, nothing else. */
export async function setKind(tx: Tx, appointment: number, kind: 'byAdmin' | 'goodwill'): Promise<void> {
  await tx.updateTable('appointment').set({ cancel_kind: kind }).where('id', '=', appointment).execute();
}

/** Deletes the free row of the same stretch, where there still is one; a booking of it at the same time is waited for. */
export async function dropReleased(tx: Tx, appointment: number): Promise<void> {
  await sql`
    DELETE FROM appointment fresh USING appointment booking
    WHERE booking.id = ${appointment} AND fresh.status = 'F' AND fresh.coach_id = booking.coach_id
      AND fresh.type_id = booking.type_id AND fresh.starts_at = booking.starts_at AND fresh.ends_at = booking.ends_at
  `.execute(tx);
}

/** Turns a cancellation into the booking that it was; without a quota number it counts as not self-booked. */
export async function rebook(tx: Tx, appointment: number, quotaNumber: number | null): Promise<void> {
  await tx
    .updateTable('appointment')
    .set({
      status: 'G',
      self_booked: quotaNumber !== null,
      quota_number: quotaNumber,
      cancel_kind: null,
      cancel_reason: null,
      cancelled_at: null,
      cancelled_by: null,
    })
    .where('id', '=', appointment)
    .execute();
}
