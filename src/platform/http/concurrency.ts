import { overloaded } from '../api-error.ts';

/** Runs work as soon as the limit of concurrency allows it. */
export type LimitedRun = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `atOnce` pieces of work at a time; others wait in order. Beyond `longestQueue` waiting ones throws 503.
 */
export function limitConcurrency(atOnce: number, longestQueue: number): LimitedRun {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) throw overloaded();
      // Finished work hands its place over, so `running` does not change here.
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
