import { readFileSync } from 'node:fs';

/** What an operator is told of a file that cannot be taken: the name of the setting, never what stands in it. */
export class SecretFileFault extends Error {}

/**
 * An environment in which `NAME_FILE` has become `NAME` for each of the settings named: the text of that file without the
 * line break at its end, as systemd and containers hand secrets over. Throws SecretFileFault for a file that cannot be
 * read, and for a setting that is given both ways.
 */
export function withSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): Record<string, string | undefined> {
  const filled = { ...env };
  for (const name of settings) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new SecretFileFault(`The setting ${name} is given twice, by itself and by a file.`);
    try {
      filled[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new SecretFileFault(`The file named by ${name}_FILE ${whyUnreadable(error)}.`);
    }
  }
  return filled;
}

/** What to say of a file that could not be read. */
export function whyUnreadable(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === 'ENOENT') return 'is missing';
  return code === 'EACCES' ? 'may not be read by this user' : 'cannot be read';
}
