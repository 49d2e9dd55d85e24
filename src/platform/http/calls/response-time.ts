import { setTimeout as sleep } from 'node:timers/promises';

/**
 * In milliseconds. The slowest refusal of a sign-in takes 4 ms of work on two idle cores, and 75 ms where a process gets
 * a quarter of a core; two commits come on top, of up to 10 ms each on a slow disk.
 */
const minResponseTime = 100;

/**
 * Runs `work` and returns its result, or throws its error, but not before `minResponseTime` has passed. So the response
 * time does not reveal what was wrong, or whether an account exists.
 */
export async function withMinResponseTime<T>(work: () => Promise<T>): Promise<T> {
  const minimum = sleep(minResponseTime);
  try {
    return await work();
  } finally {
    await minimum;
  }
}
