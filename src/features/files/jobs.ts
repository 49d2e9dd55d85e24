import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';

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

const payload = z.object({ keys: z.array(z.string()) });

/**
 * Removes a job's objects from the store; missing objects are not an error, an unavailable store throws.
 */
export async function forgetFiles({ store }: Pick<App, 'store'>, job: unknown): Promise<void> {
  for (const key of z.parse(payload, job).keys) await store.remove(key);
}
