import { clockShiftVariables } from '../../src/platform/postgres/shifted-clock.ts';

/** The milliseconds by which `npm test -- --at` shifts the clock of this process; 0 without `--at`. */
export const clockShiftMs = 1_000 * Number.parseInt(process.env['FAKETIME'] ?? '0', 10);

/**
 * Whether tests cannot rely on the ages of files. A shifted clock does not affect the kernel, which sets the times of
 * files. Tests that need file ages are then skipped.
 */
export const fileAgesAreUnknown = clockShiftMs !== 0;

/**
 * Whether PostgreSQL's lock timeout never fires. With a shifted clock, the signal handlers that check the timeout get
 * the real time from libfaketime. Tests that need the timeout are then skipped.
 */
export const lockTimeoutNeverFires = clockShiftMs !== 0;

/** Returns the environment for a program that inherits only PATH and the shift of the clock from this process. */
export function bareEnvironment(): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], ...clockShiftVariables() };
}

/** Returns this process's environment without the shift of the clock: a browser with a shifted clock hangs. */
export function unshiftedEnvironment(): NodeJS.ProcessEnv {
  const names = Object.keys(clockShiftVariables());
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
}
