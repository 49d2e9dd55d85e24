import { unavailable } from './server-error.ts';

/** Runs `work` as soon as the concurrency limit allows it. Throws the reason of `signal` if the signal fires first. */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Returns a function that runs at most `maxRunning` tasks at the same time. Other tasks wait in order. The function
 * throws 503 if `maxWaiting` tasks are already waiting.
 */
export function limitConcurrency(maxRunning: number, maxWaiting: number): ConcurrencyLimiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work, signal) => {
    signal?.throwIfAborted();
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw unavailable();
      // A finished task hands its place to the next one, so `running` is not increased here.
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        const stopWaiting = () => {
          const index = waiting.indexOf(resolve);
          if (index < 0) return;
          waiting.splice(index, 1);
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', stopWaiting, { once: true });
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
