import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { maxEntries } from './rules.ts';

/**
 * Ends all entries of a participant who loses access (reference 12.5). The participant's row must be locked. Returns
 * the slots that were held for the participant. The caller must offer these to others with `offerFreedSlots`. A slot
 * that another person is booking right now is left out; a job offers it later.
 */
export async function endWaitingListEntries(tx: Tx, clock: Clock, person: number): Promise<number[]> {
  const { rows } = await sql<{ slot: number }>`
    WITH ended AS (
      UPDATE waiting_entry SET ended_at = clock_timestamp(), ended_by = 'account', place = NULL
      WHERE person_id = ${person} AND ended_at IS NULL
    ), locked AS MATERIALIZED (
      SELECT o.id FROM waiting_offer o JOIN appointment a ON a.id = o.appointment_id
      WHERE o.person_id = ${person} AND o.outcome IS NULL FOR UPDATE OF a SKIP LOCKED
    ), offers AS (
      UPDATE waiting_offer
      SET held_until = greatest(held_from, least(held_until, ${now(clock)})),
        outcome = CASE WHEN id IN (SELECT id FROM locked) THEN 'expired' END
      WHERE person_id = ${person} AND outcome IS NULL
      RETURNING appointment_id AS slot, outcome
    )
    SELECT slot FROM offers WHERE outcome IS NOT NULL
  `.execute(tx);
  return rows.map(({ slot }) => slot);
}

/**
 * Reopens entries after bookings have been restored (reference 12.5): the entries for rescheduling one of these
 * bookings, if they ended together with the booking at or after `since`. An entry that had followed a booking to the
 * appointment `movedTo` refers to the restored appointment again. An entry stays ended if its participant has no place
 * left on the list. Violates a constraint if the participant has created the same entry again. The rows of the
 * participants must be locked.
 */
export async function reopenEntries(
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
      SELECT place, row_number() OVER (ORDER BY place) AS turn FROM generate_series(1, ${maxEntries}::int) place
      WHERE NOT EXISTS (SELECT FROM waiting_entry o WHERE o.person_id = ended.person_id AND o.place = place.place)
    ) p
    WHERE e.id = ended.id AND p.turn = ended.turn
  `.execute(tx);
}

/** Deletes entries on the waiting list, with their offers, a year after they ended. */
export async function deleteOldWaitingEntries(db: Db, clock: Clock): Promise<void> {
  await sql`DELETE FROM waiting_entry WHERE ended_at <= ${now(clock)} - interval '12 months'`.execute(db);
}
