import { sql } from 'kysely';
import { activeParticipantCondition } from '../../people/exports.ts';
import { now, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import type { BookingToChange } from './rules.ts';

/** Locks a coach against changes until the transaction ends. */
export async function lockCoach(tx: Tx, coach: number): Promise<void> {
  await tx.selectFrom('coach').select('active').where('person_id', '=', coach).forShare().execute();
}

/** The facts that decide whether an admin can change an appointment, read while the appointment is locked. */
type LockedBooking = BookingToChange & { endsAt: Date; selfBooked: boolean; quotaNumbers: number[]; now: Date };

/**
 * Locks an appointment and returns the facts that decide whether an admin can change it, or null for an unknown id or
 * an anonymised participant. The caller has already locked participant and coach. `now` is read after locking.
 */
export async function lockBooking(
  tx: Tx,
  app: Pick<App, 'clock' | 'usesLocks'>,
  appointment: number,
): Promise<LockedBooking | null> {
  const { rows } = await sql<LockedBooking>`
    WITH booking AS MATERIALIZED (
      SELECT * FROM appointment WHERE id = ${appointment} ${app.usesLocks ? sql`FOR UPDATE` : sql``}
    )
    SELECT booking.status, booking.cancel_kind AS "cancelKind",
      booking.starts_at AS "startsAt", booking.ends_at AS "endsAt", booking.self_booked AS "selfBooked",
      ${now(app.clock)} AS now,
      c.active AND ${sql.raw(activeParticipantCondition)} AS active,
      ARRAY(SELECT a.quota_number FROM appointment a WHERE a.participant_id = p.id AND a.quota_number IS NOT NULL)
        AS "quotaNumbers"
    FROM booking JOIN coach c ON c.person_id = booking.coach_id JOIN person p ON p.id = booking.participant_id
    WHERE p.anonymised_at IS NULL
  `.execute(tx);
  return rows[0] ?? null;
}

/** Sets a booked appointment to missed, or a missed one back to booked. It keeps its quota number. */
export async function setBookedOrMissed(tx: Tx, appointment: number, status: 'G' | 'V'): Promise<void> {
  await tx.updateTable('appointment').set({ status }).where('id', '=', appointment).execute();
}

/** Changes the kind of a cancellation. */
export async function setCancelKind(tx: Tx, appointment: number, kind: 'byAdmin' | 'goodwill'): Promise<void> {
  await tx.updateTable('appointment').set({ cancel_kind: kind }).where('id', '=', appointment).execute();
}

/**
 * Deletes the free appointment in the slot of a cancelled booking, if it exists. Waits while a concurrent transaction
 * books this appointment.
 */
export async function deleteReleasedSlot(tx: Tx, appointment: number): Promise<void> {
  await sql`
    DELETE FROM appointment released USING appointment booking
    WHERE booking.id = ${appointment} AND released.status = 'F' AND released.coach_id = booking.coach_id
      AND released.type_id = booking.type_id
      AND released.starts_at = booking.starts_at AND released.ends_at = booking.ends_at
  `.execute(tx);
}

/** Sets a cancelled booking back to booked. Without a quota number it does not count as self-booked. */
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
      taken_back: false,
    })
    .where('id', '=', appointment)
    .execute();
}

/**
 * Stores when and by which admin an appointment was set to booked more than 24 hours after its end (reference 7.19).
 */
export async function markRecordedLate(tx: Tx, appointment: number, { by, at }: { by: number; at: Date }) {
  await tx
    .updateTable('appointment')
    .set({ recorded_late_at: at, recorded_late_by: by })
    .where('id', '=', appointment)
    .execute();
}
