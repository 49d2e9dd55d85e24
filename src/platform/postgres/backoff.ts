import { setTimeout as sleep } from 'node:timers/promises';

/** A run of at least this length counts as healthy, and the next restart is immediate again. Milliseconds. */
export const healthyAfter = 2_000;
/** Restarts are cheap, and people wait for them: cap the delay. Milliseconds. */
const longestPause = 2_000;

/**
 * Waits before a restart, depending on how often the program has failed in a row: not at all after a healthy run, then
 * 0.25 s, doubled each time, at most 2 s. Returns at once if `signal` is aborted; does not keep the process alive.
 */
export async function pauseBeforeRestart(failures: number, signal: AbortSignal): Promise<void> {
  if (failures === 0) return;
  const milliseconds = Math.min(250 * 2 ** (failures - 1), longestPause);
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
