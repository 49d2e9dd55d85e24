import { shiftedClock } from '../../src/platform/postgres/shifted-clock.ts';

/** By how many milliseconds `npm test -- --at` shifts the clock of this process; 0 without it. */
export const clockShift = 1_000 * Number.parseInt(process.env['FAKETIME'] ?? '0', 10);

/**
 * Whether the ages of files are meaningless: the kernel, which writes the times of files, does not shift its clock. The
 * few tests that need them are skipped then.
 */
export const fileAgesAreUnknown = clockShift !== 0;

/**
 * Whether PostgreSQL never ends a wait for a lock: libfaketime shows the machine's clock to its signal handlers, which
 * check the timeout. The tests that need it are skipped then.
 */
export const locksAreAwaitedForEver = clockShift !== 0;

/** The environment of a program that inherits only PATH and the clock from this process. */
export function bareEnvironment(): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], ...shiftedClock() };
}

/** This process's environment with the clock of the machine: the browser hangs with a shifted one. */
export function unshiftedEnvironment(): NodeJS.ProcessEnv {
  const names = Object.keys(shiftedClock());
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.includes(name)));
}
