// The settings of an installed portal, for its commands. Plain JavaScript without dependencies, because the scripts are
// not part of the build.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The settings file of the systemd units in deploy/. */
const defaultFile = '/etc/portal/portal.env';

/** The variables that each identify an installation: if one is set, the default file is not read. */
const installationVariables = ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR', 'DATA_DIR_FILE'];

/** An error in the settings file; the message is one line for the operator. */
export class SettingsFileFault extends Error {}

/**
 * The environment of a command: `env`, completed by the settings in the file of SETTINGS_FILE or, if `env` identifies
 * no installation, in the default file. `file` is the file that was read, or null.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ env: NodeJS.ProcessEnv; file: string | null }}
 */
export function withSettingsFile(env) {
  const chosenFile = env['SETTINGS_FILE'] || null;
  const file =
    chosenFile ?? (installationVariables.some((name) => env[name]) || !existsSync(defaultFile) ? null : defaultFile);
  if (file === null) return { env, file };
  const nonEmpty = Object.entries(env).filter(([, value]) => value);
  return { env: { ...settingsIn(textOf(file), file), ...Object.fromEntries(nonEmpty) }, file };
}

/** @param {string} file */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') throw new SettingsFileFault(`There is no file ${file} with settings.`);
    throw new SettingsFileFault(`The settings in ${file} cannot be read: come as the portal's user or as root.`);
  }
}

/** A line whose value systemd and a shell read in the same way: a plain word, or a text in quotes. */
const settingLine = /^([A-Za-z_][A-Za-z0-9_]*)=(?:'([^']*)'|"([^"$`\\]*)"|(?!#)([^\s'"$`\\&;<>|()~]*))\s*$/;

/**
 * The settings in a file of lines NAME=value. Throws SettingsFileFault at the first line that systemd, a shell and this
 * program would not understand in the same way.
 * @param {string} text @param {string} file @returns {Record<string, string>}
 */
export function settingsIn(text, file) {
  /** @type {Record<string, string>} */
  const settings = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, name, single, double, plain] = settingLine.exec(line) ?? [];
    if (name === undefined)
      throw new SettingsFileFault(
        `Line ${index + 1} of ${file} must read NAME='value', with the value in single quotes.`,
      );
    settings[name] = single ?? double ?? plain ?? '';
  }
  return settings;
}

/**
 * The account for a command that root runs: the owner of the data folder, so that the portal can use the files that the
 * command writes there. Empty if root owns the folder, if it does not exist, or if the caller is not root.
 * @param {NodeJS.ProcessEnv} env @returns {{ uid: number; gid: number } | {}}
 */
export function ownerOfData(env) {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(resolve(env['DATA_DIR'] || 'data'), { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : {};
}
