import { unavailable } from './server-error.ts';

/** Runs `work` as soon as the concurrency limit allows it. Throws the reason of `signal` if the signal fires first. */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Returns a function that runs at most `maxRunning` tasks at the same time. Other tasks wait in order. The function
 * throws 503 if `maxWaiting` tasks are already waiting.
 */
export function limitConcurrency(maxRunning: number, maxWaiting: number): ConcurrencyLimiter {
  let runningCount = 0;
  /** For each waiting task, in order, a function that lets it start. */
  const startCallbacks: (() => void)[] = [];
  return async (work, signal) => {
    signal?.throwIfAborted();
    if (runningCount >= maxRunning) {
      if (startCallbacks.length >= maxWaiting) throw unavailable();
      // A finished task hands its place to the next one, so `runningCount` is not increased here.
      await new Promise<void>((resolve, reject) => {
        startCallbacks.push(resolve);
        const stopWaiting = () => {
          const index = startCallbacks.indexOf(resolve);
          if (index < 0) return;
          startCallbacks.splice(index, 1);
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', stopWaiting, { once: true });
      });
    } else runningCount++;
    try {
      return await work();
    } finally {
      const startNext = startCallbacks.shift();
      if (startNext) startNext();
      else runningCount--;
    }
  };
}
