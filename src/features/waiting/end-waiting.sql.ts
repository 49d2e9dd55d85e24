import { sql } from 'kysely';
import { now, type Clock, type Tx } from '../../platform/database/db.ts';

/**
 * Ends all entries of a locked participant who loses access (reference 12.5), and returns the slots that were held for
 * them, to be offered to others (`offerFreed`). A slot that somebody is booking right now is skipped: a job offers it
 * soon.
 */
export async function endWaiting(tx: Tx, clock: Clock, person: number): Promise<number[]> {
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
