import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { mostEntries } from './rules.ts';

/**
 * Lets entries wait again for a slot instead of bookings that are restored (reference 12.5), their participants locked:
 * those that ended since with the booking, and those that had followed it to another row. One that finds no place stays
 * ended; a constraint refuses one that has been made anew.
 */
export async function reopenWaiting(
  tx: Tx,
  bookings: readonly { appointment: number; movedTo: number | null }[],
  since: Date,
): Promise<void> {
  await sql`
    WITH restored AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(bookings)}) AS r (appointment bigint, "movedTo" bigint)
    ), followed AS (
      UPDATE waiting_entry e SET instead_of = r.appointment FROM restored r
      WHERE e.instead_of = r."movedTo"
    ), ended AS (
      SELECT e.id, e.person_id, row_number() OVER (PARTITION BY e.person_id ORDER BY e.joined_at, e.id) AS turn
      FROM waiting_entry e JOIN restored r ON r.appointment = e.instead_of
      WHERE e.ended_by = 'booking' AND e.ended_at >= ${since}
    )
    UPDATE waiting_entry e SET ended_at = NULL, ended_by = NULL, place = p.place
    FROM ended, LATERAL (
      SELECT place, row_number() OVER (ORDER BY place) AS turn FROM generate_series(1, ${mostEntries}::int) place
      WHERE NOT EXISTS (SELECT FROM waiting_entry o WHERE o.person_id = ended.person_id AND o.place = place.place)
    ) p
    WHERE e.id = ended.id AND p.turn = ended.turn
  `.execute(tx);
}
