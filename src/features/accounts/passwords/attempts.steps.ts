import type { ServerError } from '../../../platform/server-error.ts';
import type { Counter, RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts';

/** An attempt that has been counted. */
interface Attempt {
  /** 429 with the seconds to wait if a limit is reached; else null. */
  refusal: ServerError | null;
  /** Removes the attempt from its counters, because it succeeded. */
  forgive: () => Promise<void>;
}

/**
 * Counts an attempt. A known device has a counter of its own (`own`), which no stranger can fill. Without one, or once
 * it is full, the `shared` counters of everybody behind the network address count the attempt, up to the first full
 * one.
 */
export async function countAttempt(rateLimiter: RateLimiter, own: Counter | null, shared: Counter[]): Promise<Attempt> {
  const counted: Counter[] = [];
  const full = async (counter: Counter) => {
    const refusal = await rateLimiter.full(...counter);
    if (!refusal) counted.push(counter);
    return refusal;
  };
  let refusal: ServerError | null = null;
  if (!own || (await full(own))) for (const counter of shared) refusal ??= await full(counter);
  return {
    refusal,
    forgive: async () => {
      for (const counter of counted) await rateLimiter.forgive(...counter);
    },
  };
}
