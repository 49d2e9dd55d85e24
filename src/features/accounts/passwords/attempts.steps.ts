import type { ServerError } from '../../../platform/server-error.ts';
import type { Counter, RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts';

/** An attempt that has been counted. */
interface Attempt {
  /** The 429 error with the seconds to wait if a limit is reached; otherwise null. */
  refusal: ServerError | null;
  /** Removes the attempt from its counters, because it succeeded. */
  forgive: () => Promise<void>;
}

/**
 * Counts an attempt. A trusted device has a counter of its own (`own`), which no stranger can use up. Without such a
 * counter, or once it is full, the attempt counts in the `shared` counters, which everyone behind the network address
 * has in common, up to the first full one.
 */
export async function countAttempt(rateLimiter: RateLimiter, own: Counter | null, shared: Counter[]): Promise<Attempt> {
  const counted: Counter[] = [];
  const countIn = async (counter: Counter) => {
    const refusal = await rateLimiter.full(...counter);
    if (!refusal) counted.push(counter);
    return refusal;
  };
  let refusal: ServerError | null = null;
  if (!own || (await countIn(own))) for (const counter of shared) refusal ??= await countIn(counter);
  return {
    refusal,
    forgive: async () => {
      for (const counter of counted) await rateLimiter.forgive(...counter);
    },
  };
}
