import { sql } from 'kysely';
import { now, type Tx } from '../../../platform/database/db.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import type { MissedFacts } from './rules.ts';

/**
 * Locks an appointment and returns the facts that decide whether it can be set to missed or back to booked, or null
 * for an unknown id. The caller has already locked the participant. `now` is read after locking.
 */
export async function lockAppointment(
  tx: Tx,
  { clock, usesLocks }: Pick<App, 'clock' | 'usesLocks'>,
  appointment: number,
): Promise<(Omit<MissedFacts, 'missedBy'> & { now: Date }) | null> {
  const { rows } = await sql<Omit<MissedFacts, 'missedBy'> & { now: Date }>`
    WITH locked AS MATERIALIZED (
      SELECT * FROM appointment WHERE id = ${appointment} ${usesLocks ? sql`FOR UPDATE` : sql``}
    )
    SELECT status, starts_at AS "startsAt", ${now(clock)} AS now,
      EXISTS (SELECT FROM rating r WHERE r.appointment_id = locked.id) AS rated
    FROM locked
  `.execute(tx);
  return rows[0] ?? null;
}

/**
 * Stores when the coach confirmed that the participant of a locked booking was there. Returns false if that had been
 * confirmed before.
 */
export async function saveAttended(tx: Tx, appointment: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('appointment')
    .set({ attended_at: at })
    .where('id', '=', appointment)
    .where('attended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
