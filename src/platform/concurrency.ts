import { overloaded } from './server-error.ts';

/** Runs work as soon as the limit of concurrency allows it; throws the reason of `signal` if it fires before. */
export type LimitedRun = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Runs at most `atOnce` pieces of work at a time; others wait in order. Beyond `longestQueue` waiting ones throws 503.
 */
export function limitConcurrency(atOnce: number, longestQueue: number): LimitedRun {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work, signal) => {
    signal?.throwIfAborted();
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) throw overloaded();
      // Finished work hands its place over, so `running` does not change here.
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        const leave = () => {
          const place = waiting.indexOf(resolve);
          if (place < 0) return;
          waiting.splice(place, 1);
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', leave, { once: true });
      });
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
