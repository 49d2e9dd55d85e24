import { setTimeout as sleep } from 'node:timers/promises';

/**
 * In milliseconds. The slowest refusal of a sign-in takes 4 ms of work on two cores and two commits, so there is room for
 * a slow processor and for a disk that takes 15 ms for each commit.
 */
const minResponseTime = 50;

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
