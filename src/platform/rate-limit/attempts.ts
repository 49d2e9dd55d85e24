import type { ServerError } from '../server-error.ts';
import type { Counter, RateLimiter } from './rate-limiter.ts';

/** An attempt that has been counted. */
interface Attempt {
  /** The 429 error with the seconds to wait if a limit is reached; otherwise null. */
  refusal: ServerError | null;
  /** Removes the attempt from its counters, because it succeeded. */
  uncount: () => Promise<void>;
}

/**
 * Counts an attempt. On a trusted device it is counted in `ownCounter`, which no stranger can use up. If `ownCounter`
 * is null or full, the attempt is counted in the `sharedCounters` of everyone behind the network address, in order, up
 * to the first full counter.
 */
export async function countAttempt(
  rateLimiter: RateLimiter,
  ownCounter: Counter | null,
  sharedCounters: Counter[],
): Promise<Attempt> {
  const usedCounters: Counter[] = [];
  const countIn = async (counter: Counter) => {
    const refusal = await rateLimiter.countAttemptOrReturnError(...counter);
    if (!refusal) usedCounters.push(counter);
    return refusal;
  };
  let refusal: ServerError | null = null;
  if (!ownCounter || (await countIn(ownCounter)))
    for (const counter of sharedCounters) refusal ??= await countIn(counter);
  return {
    refusal,
    uncount: async () => {
      for (const counter of usedCounters) await rateLimiter.uncountAttempt(...counter);
    },
  };
}
