import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';

/**
 * Retried for most of a year, in the end every six hours: people have a right to this deletion.
 */
const attempts = 1000;

/**
 * Queues the removal of bytes from the store, in the transaction that deletes their rows: they are removed if, and only
 * if, it commits, even if the store is unavailable then or the server crashes.
 */
export async function queueFileDeletion(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    SELECT graphile_worker.add_job('forgetFiles', ${JSON.stringify({ keys })}::json, max_attempts => ${attempts})
  `.execute(tx);
}
