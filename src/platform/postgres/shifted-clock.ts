/** The environment by which libfaketime shifts the clock of a process. */
const names = ['FAKETIME', 'DONT_FAKE_MONOTONIC', 'LD_PRELOAD'];

/** The variables that shift the clock of this process (`npm test -- --at`); none if it is that of the machine. */
export function shiftedClock(): Record<string, string> {
  const { env } = process;
  return env['FAKETIME'] === undefined ? {} : Object.fromEntries(names.map((name) => [name, env[name] ?? '']));
}

/**
 * The command to put in front of a PostgreSQL program, after that of `runAs`, so that it has the clock of this process.
 * If `runAs` ran with libfaketime, root's files would be left where the program needs its own.
 */
export function withSameClock(): string[] {
  const variables = Object.entries(shiftedClock()).map(([name, value]) => `${name}=${value}`);
  return variables.length === 0 ? [] : ['env', ...variables];
}
