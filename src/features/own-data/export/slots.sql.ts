import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/db.ts';

/** The maximum number of archives that the whole portal makes at the same time. */
const maxArchives = 2;

const tryLock = async (tx: Tx, name: string) => {
  const { rows } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isLocked"
  `.execute(tx);
  return rows[0]?.isLocked ?? false;
};

/**
 * Reserves a slot for making a person's archive until the transaction ends. Returns false if another archive of the
 * same person is being made, or if all slots are taken.
 */
export async function reserveExportSlot(tx: Tx, person: number): Promise<boolean> {
  if (!(await tryLock(tx, `export of ${person}`))) return false;
  for (let slot = 1; slot <= maxArchives; slot++) if (await tryLock(tx, `export ${slot}`)) return true;
  return false;
}
