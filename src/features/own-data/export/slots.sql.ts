import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/db.ts';

/** Archives that are made at once in the whole portal. */
const mostAtOnce = 2;

const tryLock = async (tx: Tx, name: string) => {
  const { rows } = await sql<{ got: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS got
  `.execute(tx);
  return rows[0]?.got ?? false;
};

/**
 * Takes a place for making a person's archive, for as long as the transaction lasts; false if another one of the person
 * is being made, or all places are taken.
 */
export async function takeSlot(tx: Tx, person: number): Promise<boolean> {
  if (!(await tryLock(tx, `export of ${person}`))) return false;
  for (let slot = 1; slot <= mostAtOnce; slot++) if (await tryLock(tx, `export ${slot}`)) return true;
  return false;
}
