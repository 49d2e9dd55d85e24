import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';

/** Enough attempts for most of a year, the later ones six hours apart, because people have a right to this deletion. */
const maxAttempts = 1000;

/**
 * Queues the removal of documents' bytes from the store, in the transaction that deletes their rows. The bytes are
 * removed if and only if the transaction commits, even if the store is unavailable at that time or the server crashes.
 */
export async function queueFileDeletion(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    SELECT graphile_worker.add_job('forgetFiles', ${JSON.stringify({ keys })}::json, max_attempts => ${maxAttempts})
  `.execute(tx);
}
