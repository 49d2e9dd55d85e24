import { setTimeout as sleep } from 'node:timers/promises';

/** In milliseconds; longer than the work takes, so the response time does not reveal whether an account exists. */
const minResponseTime = 50;

/** Runs `work` and returns its result, but not before `minResponseTime` has passed. */
export async function withMinResponseTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(minResponseTime)]);
  return result;
}
