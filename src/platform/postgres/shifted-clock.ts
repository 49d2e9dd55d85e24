/** The environment variables with which libfaketime shifts the clock of a process. */
const variableNames = ['FAKETIME', 'DONT_FAKE_MONOTONIC', 'LD_PRELOAD'];

/** The variables that shift the clock of this process (`npm test -- --at`); empty if the clock is not shifted. */
export function shiftedClock(): Record<string, string> {
  const { env } = process;
  return env['FAKETIME'] === undefined ? {} : Object.fromEntries(variableNames.map((name) => [name, env[name] ?? '']));
}

/**
 * The command to put in front of a PostgreSQL program, after that of `runAs`, so that the program has the clock of this
 * process. If the command of `runAs` itself ran with libfaketime, it would leave files of root where the program needs
 * its own.
 */
export function withSameClock(): string[] {
  const variables = Object.entries(shiftedClock()).map(([name, value]) => `${name}=${value}`);
  return variables.length === 0 ? [] : ['env', ...variables];
}
