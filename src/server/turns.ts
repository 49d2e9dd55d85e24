import { overloaded } from './refusal.ts';

/** Lets a few pieces of work run at once. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Work beyond `atOnce` waits for its turn, first come first served. Beyond `longestQueue` the answer is 503. */
export function turns(atOnce: number, longestQueue: number): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) throw overloaded();
      // The turn is handed over: who ends does not count down while somebody waits.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
