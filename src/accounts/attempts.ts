import type { Refused } from '../server/refusal.ts';
import type { Counter, Throttle } from '../server/throttle.ts';

/** An attempt that has been counted. */
interface Attempt {
  /** 429, with the seconds to wait, where a limit is reached; else null. */
  refusal: Refused | null;
  /** Takes the attempt back where it was counted: it succeeded. */
  forgive: () => Promise<void>;
}

/**
 * Counts an attempt: that of a known device at its own counter (`own`), which no stranger can fill; without one, or once
 * that is full, at those that everybody behind a network address shares, the first of which that is full ends the count.
 */
export async function countAttempt(throttle: Throttle, own: Counter | null, shared: Counter[]): Promise<Attempt> {
  const counted: Counter[] = [];
  const full = async (counter: Counter) => {
    const refusal = await throttle.full(...counter);
    if (!refusal) counted.push(counter);
    return refusal;
  };
  let refusal: Refused | null = null;
  if (!own || (await full(own))) for (const counter of shared) refusal ??= await full(counter);
  return {
    refusal,
    forgive: async () => {
      for (const counter of counted) await throttle.forgive(...counter);
    },
  };
}
