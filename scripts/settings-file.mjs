// The settings of an installed portal, for its commands. Plain JavaScript without dependencies, as they lie beside the
// build.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where the units of deploy/ have their settings. */
const usual = '/etc/portal/portal.env';

/** Each of them names an installation; whoever sets one means that installation. */
const naming = ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR', 'DATA_DIR_FILE'];

/** What was wrong with the file: one line for the operator. */
export class SettingsFileFault extends Error {}

/**
 * The environment of a command: the given one and, if that names no installation, the settings of the units' file or
 * of the one that SETTINGS_FILE names. `file` is the file that was read, or null.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ env: NodeJS.ProcessEnv; file: string | null }}
 */
export function withSettingsFile(env) {
  const named = env['SETTINGS_FILE'] || null;
  const file = named ?? (naming.some((name) => env[name]) || !existsSync(usual) ? null : usual);
  if (file === null) return { env, file };
  const given = Object.entries(env).filter(([, value]) => value);
  return { env: { ...settingsIn(textOf(file), file), ...Object.fromEntries(given) }, file };
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

/** A value that systemd and a shell read alike: a plain word, or a text in quotes. */
const line = /^([A-Za-z_][A-Za-z0-9_]*)=(?:'([^']*)'|"([^"$`\\]*)"|(?!#)([^\s'"$`\\&;<>|()~]*))\s*$/;

/**
 * The settings in a file of lines NAME=value. Throws SettingsFileFault at the first line that systemd, a shell and this
 * program would not understand alike.
 * @param {string} text @param {string} file @returns {Record<string, string>}
 */
export function settingsIn(text, file) {
  /** @type {Record<string, string>} */
  const settings = {};
  for (const [index, one] of text.split('\n').entries()) {
    if (/^\s*(#.*)?$/.test(one)) continue;
    const [, name, single, double, plain] = line.exec(one) ?? [];
    if (name === undefined)
      throw new SettingsFileFault(
        `Line ${index + 1} of ${file} must read NAME='value', with the value in single quotes.`,
      );
    settings[name] = single ?? double ?? plain ?? '';
  }
  return settings;
}

/**
 * The account of a command that root has called: the owner of the data folder, so that the portal can use what the
 * command writes there. Empty if root owns the folder, if it does not exist, or if the caller is not root.
 * @param {NodeJS.ProcessEnv} env @returns {{ uid: number; gid: number } | {}}
 */
export function ownerOfData(env) {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(resolve(env['DATA_DIR'] || 'data'), { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : {};
}
