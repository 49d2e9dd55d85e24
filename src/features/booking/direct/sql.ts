import { sql } from 'kysely';
import { now, catchViolation, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import type { DirectBooking } from './rules.ts';

/**
 * Books a locked free slot for a participant on behalf of staff, without a quota number. Returns 'participantOverlap'
 * if another booking of the participant overlaps the slot.
 */
export function bookSlotDirectly(tx: Tx, appointment: number, booking: { participant: number; by: number; at: Date }) {
  return catchViolation({ appointment_participant_overlap: 'participantOverlap' as const }, () =>
    tx
      .updateTable('appointment')
      .set({ status: 'G', participant_id: booking.participant, booked_at: booking.at, booked_by: booking.by })
      .where('id', '=', appointment)
      .execute(),
  );
}

/** Returns the end of a locked slot. */
export async function selectSlotEnd(tx: Tx, appointment: number): Promise<Date> {
  const query = tx.selectFrom('appointment').select('ends_at').where('id', '=', appointment);
  return (await query.executeTakeFirstOrThrow()).ends_at;
}

/**
 * Locks an appointment and returns the facts that decide whether its booking can be undone, or null for an unknown id.
 * The caller has already locked the participant. `now` is read after locking.
 */
export async function lockDirectBooking(
  tx: Tx,
  { clock, usesLocks }: Pick<App, 'clock' | 'usesLocks'>,
  appointment: number,
): Promise<(DirectBooking & { now: Date }) | null> {
  const { rows } = await sql<DirectBooking & { now: Date }>`
    WITH booking AS MATERIALIZED (
      SELECT * FROM appointment WHERE id = ${appointment} ${usesLocks ? sql`FOR UPDATE` : sql``}
    )
    SELECT status, starts_at AS "startsAt", booked_at AS "bookedAt", booked_by AS "bookedBy",
      self_booked AS "selfBooked", moved_from IS NOT NULL AND NOT moved_by_staff AS "movedByParticipant",
      cancel_kind AS "cancelKind", cancelled_by AS "cancelledBy", ${now(clock)} AS now
    FROM booking
  `.execute(tx);
  return rows[0] ?? null;
}
