// Reads the settings of an installed portal for its commands. This is plain JavaScript without dependencies, because
// the scripts are not part of the build.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';

/** The settings file of the systemd units in deploy/. */
const defaultFile = '/etc/portal/portal.env';

/** The variables that identify an installation. If one of them is set, the default file is not read. */
const installationVariables = ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR', 'DATA_DIR_FILE'];

/** An error in the settings file. The message is one line for the operator. */
export class SettingsFileError extends Error {}

/**
 * Returns the environment of a command: `env` and the settings in a file. The file is the one that SETTINGS_FILE names
 * or, if `env` does not identify an installation, the default file. A variable of `env` that is not empty overrides the
 * file. `file` is the path of the file that was read, or null.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ env: NodeJS.ProcessEnv; file: string | null }}
 */
export function withSettingsFile(env) {
  const identifiesInstallation = installationVariables.some((name) => env[name]);
  const fallbackFile = !identifiesInstallation && exists(defaultFile) ? defaultFile : null;
  const file = env['SETTINGS_FILE'] || fallbackFile;
  if (file === null) return { env, file };
  const nonEmptyVariables = Object.entries(env).filter(([, value]) => value);
  return { env: { ...parseSettings(readText(file), file), ...Object.fromEntries(nonEmptyVariables) }, file };
}

/**
 * Whether a path exists. Throws the error of the system if that is unknown, because a folder above it may not be entered.
 * @param {string} path
 */
export const exists = (path) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * Returns a sentence for operators about a path that the system does not let this user read or write. Returns null for
 * an error of another kind.
 * @param {unknown} error @returns {string | null}
 */
export function describePathError(error) {
  const { code, errno, path, syscall } = /** @type {NodeJS.ErrnoException} */ (error);
  if (syscall === undefined || path === undefined) return null;
  return `${path} cannot be ${syscall === 'open' ? 'opened' : 'accessed'}: ${describeReason(errno)} (${code}).`;
}

/** @param {number | undefined} errno */
const describeReason = (errno) => getSystemErrorMap().get(errno ?? 0)?.[1] ?? 'unknown reason';

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, errno } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') throw new SettingsFileError(`There is no file ${file} with settings.`);
    const advice = code === 'EACCES' ? " Run this as the portal's user or as root." : '';
    throw new SettingsFileError(`The settings in ${file} cannot be read: ${describeReason(errno)} (${code}).${advice}`);
  }
}

/** Matches a line whose value systemd and a shell read in the same way: a plain word, or text in quotes. */
const settingLine = /^([A-Za-z_][A-Za-z0-9_]*)=(?:'([^']*)'|"([^"$`\\]*)"|(?!#)([^\s'"$`\\&;<>|()~]*))\s*$/;

/**
 * Reads the settings from `text`, which has lines NAME=value. Throws SettingsFileError at the first line that systemd,
 * a shell and this program might read differently.
 * @param {string} text @param {string} file @returns {Record<string, string>}
 */
export function parseSettings(text, file) {
  /** @type {Record<string, string>} */
  const settings = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, name, singleQuoted, doubleQuoted, unquoted] = settingLine.exec(line) ?? [];
    if (name === undefined)
      throw new SettingsFileError(
        `Line ${index + 1} of ${file} must read NAME='value', with the value in single quotes.`,
      );
    settings[name] = singleQuoted ?? doubleQuoted ?? unquoted ?? '';
  }
  return settings;
}

/**
 * Returns the account that should run a command which root has started: the owner of the data folder, so that the
 * portal can use the files that the command writes there. Returns an empty object if root owns the folder, if it does
 * not exist, or if the caller is not root.
 * @param {NodeJS.ProcessEnv} env @returns {{ uid: number; gid: number } | {}}
 */
export function findOwnerOfData(env) {
  if (process.getuid?.() !== 0) return {};
  const dataFolder = statSync(resolve(env['DATA_DIR'] || 'data'), { throwIfNoEntry: false });
  return dataFolder && dataFolder.uid !== 0 ? { uid: dataFolder.uid, gid: dataFolder.gid } : {};
}
