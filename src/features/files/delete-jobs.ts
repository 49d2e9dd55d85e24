import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';

/** Tried for most of a year, at last every six hours: what somebody has a right to have deleted is never given up. */
const attempts = 1000;

/**
 * Queues the removal of bytes from the store, in the transaction that removes their rows: they go if, and only if, it
 * commits, also when the store is away at that moment or the server dies.
 */
export async function queueForgetFiles(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    SELECT graphile_worker.add_job('forgetFiles', ${JSON.stringify({ keys })}::json, max_attempts => ${attempts})
  `.execute(tx);
}

const payload = z.object({ keys: z.array(z.string()) });

/** Removes the objects of a job from the store; what is gone already is no fault, a store that is away throws. */
export async function forgetFiles({ store }: Pick<App, 'store'>, job: unknown): Promise<void> {
  for (const key of z.parse(payload, job).keys) await store.remove(key);
}
