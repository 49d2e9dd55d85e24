import { readFileSync } from 'node:fs';

/**
 * The error for a setting whose file cannot be read, or that is also given directly. The message names the setting, and
 * never contains the secret.
 */
export class SecretFileError extends Error {}

/**
 * Returns a copy of an environment in which the settings that were given in files have their values. The value of the
 * setting `NAME` is the content of the file at the path `NAME_FILE`, without the line break at the end. Containers and
 * systemd pass secrets in this way. Throws SecretFileError if a file cannot be read, or if both `NAME` and `NAME_FILE`
 * are set.
 */
export function addSecretsFromFiles(
  env: Readonly<Record<string, string | undefined>>,
  settingNames: readonly string[],
): Record<string, string | undefined> {
  const envWithSecrets = { ...env };
  for (const name of settingNames) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new SecretFileError(`The setting ${name} is given twice, directly and in a file.`);
    try {
      envWithSecrets[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new SecretFileError(`The file named by ${name}_FILE ${describeReadError(error)}.`);
    }
  }
  return envWithSecrets;
}

/** Returns why a file could not be read, as the end of a sentence about the file, such as 'is missing'. */
export function describeReadError(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === 'ENOENT') return 'is missing';
  return code === 'EACCES' ? 'may not be read by this user' : 'cannot be read';
}
