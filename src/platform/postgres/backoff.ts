import { setTimeout as sleep } from 'node:timers/promises';

/** A program that has run for at least this long, in milliseconds, was healthy and is restarted without a pause. */
export const healthyAfterMs = 2_000;
/** The longest pause, in milliseconds. It is short, because restarts are cheap and people wait for them. */
const maxPauseMs = 2_000;

/**
 * Waits before a restart. `failures` is the number of failures since the program was last healthy. Without a failure
 * there is no pause. After the first failure the pause is 0.25 s, and each further failure doubles it, up to 2 s.
 * Returns early if `signal` is aborted. Does not keep the process alive.
 */
export async function pauseBeforeRestart(failures: number, signal: AbortSignal): Promise<void> {
  if (failures === 0) return;
  const milliseconds = Math.min(250 * 2 ** (failures - 1), maxPauseMs);
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
