import * as z from 'zod/mini';
import type { App } from '../../platform/http/calls/handler.ts';

const payloadSchema = z.object({ keys: z.array(z.string()) });

/**
 * Removes objects from the file store; the job's payload contains their keys. Ignores missing objects; throws if the
 * store is unavailable.
 */
export async function removeFiles({ store }: Pick<App, 'store'>, payload: unknown): Promise<void> {
  for (const key of z.parse(payloadSchema, payload).keys) await store.remove(key);
}
