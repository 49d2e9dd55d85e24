import { readFileSync } from 'node:fs';

/** A file that cannot be used. The message names the setting, never the content. */
export class SecretFileFault extends Error {}

/**
 * Returns an environment in which each of the given settings that is set as `NAME_FILE` also has its value as `NAME`:
 * the text of that file without the line break at its end. That is how systemd and containers pass secrets. Throws
 * SecretFileFault for a file that cannot be read, and for a setting that is given in both forms.
 */
export function withSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): Record<string, string | undefined> {
  const filled = { ...env };
  for (const name of settings) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new SecretFileFault(`The setting ${name} is given twice, directly and in a file.`);
    try {
      filled[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new SecretFileFault(`The file named by ${name}_FILE ${whyUnreadable(error)}.`);
    }
  }
  return filled;
}

/** The reason why a file could not be read, worded to follow the name of the file in a sentence. */
export function whyUnreadable(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === 'ENOENT') return 'is missing';
  return code === 'EACCES' ? 'may not be read by this user' : 'cannot be read';
}
