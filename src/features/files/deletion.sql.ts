import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';

/**
 * The maximum number of attempts to remove bytes. Later attempts are six hours apart, so the job tries for most of a
 * year. People have a right to this deletion.
 */
const maxAttempts = 1000;

/**
 * Queues the removal of documents' bytes from the store, in the transaction that deletes their rows. If the transaction
 * commits, the bytes are removed later, even if the store is unavailable at that time or the server crashes.
 */
export async function queueFileDeletion(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    SELECT graphile_worker.add_job('forgetFiles', ${JSON.stringify({ keys })}::json, max_attempts => ${maxAttempts})
  `.execute(tx);
}
