import * as z from 'zod/mini';
import type { App } from '../../platform/http/calls/handler.ts';

const payload = z.object({ keys: z.array(z.string()) });

/** Removes the objects of a job from the store; a missing object is not an error, an unavailable store throws. */
export async function removeFiles({ store }: Pick<App, 'store'>, job: unknown): Promise<void> {
  for (const key of z.parse(payload, job).keys) await store.remove(key);
}
