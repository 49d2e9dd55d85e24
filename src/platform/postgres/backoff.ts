import { setTimeout as sleep } from 'node:timers/promises';

/** A program that has run for at least this long, in milliseconds, was healthy and is restarted without a pause. */
export const healthyAfter = 2_000;
/** The longest pause, in milliseconds. It is short, because restarts are cheap and people wait for them. */
const maxPause = 2_000;

/**
 * Waits before a restart. `failures` is how often in a row the program has failed since it was last healthy. Without a
 * failure there is no pause; the first failure costs 0.25 s, each further one doubles that, up to 2 s. Returns early if
 * `signal` is aborted. Does not keep the process alive.
 */
export async function pauseBeforeRestart(failures: number, signal: AbortSignal): Promise<void> {
  if (failures === 0) return;
  const milliseconds = Math.min(250 * 2 ** (failures - 1), maxPause);
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
