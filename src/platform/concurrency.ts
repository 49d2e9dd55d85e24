import { overloaded } from './server-error.ts';

/** Runs work as soon as the concurrency limit allows it; throws the reason of `signal` if that fires first. */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Runs at most `maxRunning` tasks at a time; others wait in order. Throws 503 if `maxWaiting` are already waiting. */
export function limitConcurrency(maxRunning: number, maxWaiting: number): ConcurrencyLimiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work, signal) => {
    signal?.throwIfAborted();
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw overloaded();
      // A finished task lets the next one run in its stead, so `running` does not change here.
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        const leave = () => {
          const index = waiting.indexOf(resolve);
          if (index < 0) return;
          waiting.splice(index, 1);
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
