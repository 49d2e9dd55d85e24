// Collects the licences of everything that an installation contains, after a build: what the bundler has put into the
// two builds (its lists are in `.vite`), the packages beside them, and the font.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name: string; version: string; licence: string | null; text: string | null }} Package */

/**
 * Writes dist/licences.json: the packages in the order of their names, and each text once. `root` is the folder of the
 * checkout.
 * @param {string} root
 */
export function writeLicences(root) {
  /** @type {Package[]} */
  const packages = [...takeBundled(root, 'web'), ...takeBundled(root, 'server'), ...readInstalled(root), font(root)];
  const unique = new Map(packages.map((entry) => [`${entry.name}@${entry.version}`, entry]));
  const sorted = [...unique.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
  const texts = [...new Set(sorted.map(({ text }) => text).filter((text) => text !== null))];
  const entries = sorted.map(({ text, ...entry }) => ({ ...entry, text: text === null ? null : texts.indexOf(text) }));
  writeFileSync(join(root, 'dist', 'licences.json'), JSON.stringify({ packages: entries, texts }));
}

/**
 * Reads the bundler's list of a build and removes it, since the web server would serve it.
 * @param {string} root @param {'web' | 'server'} build @returns {Package[]}
 */
function takeBundled(root, build) {
  const folder = join(root, 'dist', build, '.vite');
  const list = /** @type {{ name: string; version: string; identifier?: string; text?: string }[]} */ (
    JSON.parse(readFileSync(join(folder, 'licences.json'), 'utf8'))
  );
  rmSync(folder, { recursive: true });
  return list.map(({ name, version, identifier = null, text = null }) => ({
    name,
    version,
    licence: identifier,
    text,
  }));
}

/**
 * Lists the installed packages that are needed to run the portal.
 * @param {string} root @returns {Package[]}
 */
function readInstalled(root) {
  const { packages } = /** @type {{ packages: Record<string, { dev?: boolean; devOptional?: boolean }> }} */ (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  );
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && existsSync(join(root, path)))
    .map(([path]) => readPackage(join(root, path)));
}

/** @param {string} folder @returns {Package} */
function readPackage(folder) {
  const { name, version, license } = /** @type {{ name: string; version: string; license?: unknown }} */ (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  );
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim();
  return { name, version, licence: typeof license === 'string' ? license : null, text };
}

/** @param {string} root @returns {Package} */
function font(root) {
  const text = readFileSync(join(root, 'src/web/font/OFL.txt'), 'utf8').trim();
  return { name: 'Atkinson Hyperlegible Next', version: '2.001', licence: 'OFL-1.1', text };
}
