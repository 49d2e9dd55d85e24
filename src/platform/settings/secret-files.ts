import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { describeSystemReason } from '../system-error.ts';

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
      throw new SecretFileError(`${nameSecretFile(`${name}_FILE`, file)} ${describeReadError(error)}.`);
    }
  }
  return envWithSecrets;
}

/**
 * Throws SecretFileError if the file with the keys of the store cannot be read. The library of the store would treat it
 * as a file without keys.
 */
export function checkStoreKeyFile(env: Readonly<Record<string, string | undefined>>): void {
  const name = 'AWS_SHARED_CREDENTIALS_FILE';
  const file = env[name];
  if (!file) return;
  try {
    readFileSync(file);
  } catch (error) {
    throw new SecretFileError(`${nameSecretFile(name, file)} ${describeReadError(error)}.`);
  }
}

/**
 * Returns the subject of a sentence about the file that a setting names, with its path. A value that is not an absolute
 * path is left out, because it may be the secret itself.
 */
function nameSecretFile(setting: string, file: string): string {
  return `The file${isAbsolute(file) ? ` ${file}` : ''} named by ${setting}`;
}

/** Returns why a file could not be read, as the end of a sentence about the file, such as 'is missing'. */
export function describeReadError(error: unknown): string {
  const { code } = error as { code?: unknown };
  return code === 'ENOENT' ? 'is missing' : `cannot be read: ${describeSystemReason(error)}`;
}
