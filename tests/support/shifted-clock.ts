import { shiftedClock } from '../../src/platform/postgres/shifted-clock.ts';

/** The milliseconds by which `npm test -- --at` shifts the clock of this process; 0 without `--at`. */
export const clockShift = 1_000 * Number.parseInt(process.env['FAKETIME'] ?? '0', 10);

/**
 * Whether the ages of files are meaningless, because the kernel, which sets the times of files, keeps the real time.
 * The few tests that need file ages are then skipped.
 */
export const fileAgesAreUnknown = clockShift !== 0;

/**
 * Whether PostgreSQL's lock timeout never fires, because libfaketime shows the real time to the signal handlers that
 * check the timeout. The tests that need the timeout are then skipped.
 */
export const lockTimeoutNeverFires = clockShift !== 0;

/** Returns the environment of a program that inherits only PATH and the clock from this process. */
export function bareEnvironment(): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], ...shiftedClock() };
}

/** Returns this process's environment with the real time, because the browser hangs with a shifted clock. */
export function unshiftedEnvironment(): NodeJS.ProcessEnv {
  const names = Object.keys(shiftedClock());
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
}
