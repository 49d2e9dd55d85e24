import { setTimeout as sleep } from 'node:timers/promises';

/** A run at least this long counts as healthy: the next restart is immediate again. Milliseconds. */
export const healthyAfter = 2_000;
/** A try takes a blink and costs next to nothing; people wait for it. Milliseconds. */
const longestPause = 2_000;

/**
 * Waits before something that has failed so many times in a row is started again: not at all after a healthy run, then
 * 0.25 s, doubled each time, at most 2 s. Returns at once when `signal` is aborted; does not keep the process alive.
 */
export async function pauseBeforeRestart(failures: number, signal: AbortSignal): Promise<void> {
  if (failures === 0) return;
  const milliseconds = Math.min(250 * 2 ** (failures - 1), longestPause);
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
