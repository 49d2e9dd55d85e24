import { sql } from 'kysely';
import { audit, type Entry } from './steps.ts';
import type { Tx } from '../../platform/database/db.ts';

/**
 * Logs that a member of staff has opened somebody's documents. Whoever opens those of more than `most` people within
 * 24 hours gets an entry for that, too, once in 24 hours; then the answer is true.
 */
export async function auditLook(
  tx: Tx,
  entry: Entry & { actor: number; person: number },
  most: number,
): Promise<boolean> {
  await audit(tx, entry);
  // As a subquery the volatile clock is read once and bounds the index; otherwise all entries of all years are read.
  const { rows } = await sql<{ people: number; logged: boolean }>`
    SELECT count(DISTINCT person_id) AS people, coalesce(bool_or(action = 'readMuch'), false) AS logged
    FROM audit
    WHERE actor_id = ${entry.actor} AND at > (SELECT clock_timestamp() - interval '24 hours')
      AND action IN ('filesListed', 'fileDownloaded', 'readMuch')
  `.execute(tx);
  if (!rows[0] || rows[0].people <= most || rows[0].logged) return false;
  await audit(tx, { actor: entry.actor, action: 'readMuch' });
  return true;
}
