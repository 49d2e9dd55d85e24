import { setTimeout as sleep } from 'node:timers/promises';

/** A program that has run for at least this long counts as healthy and is restarted immediately. Milliseconds. */
export const healthyAfter = 2_000;
/** The longest pause; it is short, because restarts are cheap and people wait for them. Milliseconds. */
const maxPause = 2_000;

/**
 * Waits before a restart, depending on how often the program has failed in a row: not at all after a healthy run, then
 * 0.25 s, doubled each time, at most 2 s. Returns early if `signal` is aborted; does not keep the process alive.
 */
export async function pauseBeforeRestart(failures: number, signal: AbortSignal): Promise<void> {
  if (failures === 0) return;
  const milliseconds = Math.min(250 * 2 ** (failures - 1), maxPause);
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
