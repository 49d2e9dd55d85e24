/** The environment variables with which libfaketime shifts the clock of a process. */
const variableNames = ['FAKETIME', 'DONT_FAKE_MONOTONIC', 'LD_PRELOAD'];

/**
 * Returns the environment variables that shift the clock of this process (`npm test -- --at`), or an empty object if
 * the clock is not shifted.
 */
export function clockShiftVariables(): Record<string, string> {
  const { env } = process;
  return env['FAKETIME'] === undefined ? {} : Object.fromEntries(variableNames.map((name) => [name, env[name] ?? '']));
}

/**
 * Returns the command to put in front of a PostgreSQL program so that the program has the same clock as this process.
 * Put this command after the one from `runAsPrefix`, which must not run with libfaketime: as root, libfaketime would
 * create files that the program needs to create as its own user.
 */
export function buildSameClockPrefix(): string[] {
  const variables = Object.entries(clockShiftVariables()).map(([name, value]) => `${name}=${value}`);
  return variables.length === 0 ? [] : ['env', ...variables];
}
