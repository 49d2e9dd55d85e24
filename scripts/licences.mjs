// Collects the licences of everything that an installation contains, after a build: what the bundler has put into the
// two builds (its lists are in `.vite`), the packages beside them, the parts of the PDF reader, and the font.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name: string; version: string; licence: string | null; text: string | null }} Package */

/**
 * Writes dist/licences.json: the packages in the order of their names, and each text once; and the font's licence beside
 * the font. `root` is the folder of the checkout.
 * @param {string} root
 */
export function writeLicences(root) {
  /** @type {Package[]} */
  const packages = [
    ...takeBundled(root, 'web'),
    ...takeBundled(root, 'server'),
    ...readInstalled(root),
    ...readPdfParts(root),
    font(root),
  ];
  const unique = new Map(packages.map((entry) => [`${entry.name}@${entry.version}`, entry]));
  const sorted = [...unique.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
  const texts = [...new Set(sorted.map(({ text }) => text).filter((text) => text !== null))];
  const entries = sorted.map(({ text, ...entry }) => ({ ...entry, text: text === null ? null : texts.indexOf(text) }));
  writeFileSync(join(root, 'dist', 'licences.json'), JSON.stringify({ packages: entries, texts }));
  copyFileSync(join(root, fontLicence), join(root, 'dist/web/assets/atkinson-OFL.txt'));
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
    text: text ?? findText(root, join(root, 'node_modules', name), identifier),
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
    .map(([path]) => readPackage(root, join(root, path)));
}

/** @param {string} root @param {string} folder @returns {Package} */
function readPackage(root, folder) {
  const { name, version, license } = /** @type {{ name: string; version: string; license?: unknown }} */ (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  );
  const licence = typeof license === 'string' ? license : null;
  return { name, version, licence, text: findText(root, folder, licence) };
}

/** The texts that packages refer to without a copy, by the licence's SPDX id. The LGPL is an addition to the GPL. */
const standardTexts = new Map([
  ['Apache-2.0', ['LICENSE']],
  ['LGPL-3.0-or-later', ['scripts/licence-texts/LGPL-3.0.txt', 'scripts/licence-texts/GPL-3.0.txt']],
]);

/**
 * Returns all licences and notices in a package's folder. Without one, returns what its README says about licences, and
 * the standard text of its licence; null if it has neither.
 * @param {string} root @param {string} folder @param {string | null} licence
 */
function findText(root, folder, licence) {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const read = (/** @type {string} */ path) => readFileSync(path, 'utf8').trim();
  const files = names.filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  if (files.length > 0) return files.map((name) => read(join(folder, name))).join('\n\n');
  const readme = names.find((name) => /^readme/i.test(name));
  const section = readme && /^#+ *Licen[cs](?:e|ing)\b.*\n([^]*)/im.exec(read(join(folder, readme)))?.[1]?.trim();
  const standard = (standardTexts.get(licence ?? '') ?? []).map((path) => read(join(root, path)));
  return [section, ...standard].filter(Boolean).join('\n\n') || null;
}

/**
 * Lists what is in folders of pdfjs-dist and has licences of its own: fonts, decoders, tables of characters. The build has
 * a copy of these folders, which scripts/pdf-reader.ts makes.
 * @param {string} root @returns {Package[]}
 */
function readPdfParts(root) {
  const folder = join(root, 'node_modules/pdfjs-dist');
  const { version } = readPackage(root, folder);
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && readdirSync(join(folder, entry.name)).some((name) => /^LICENSE/.test(name)),
    )
    .map(({ name }) => ({
      name: `pdfjs-dist/${name}`,
      version,
      licence: null,
      text: findText(root, join(folder, name), null),
    }));
}

const fontLicence = 'src/web/font/OFL.txt';

/** @param {string} root @returns {Package} */
function font(root) {
  const text = readFileSync(join(root, fontLicence), 'utf8').trim();
  return { name: 'Atkinson Hyperlegible Next', version: '2.001', licence: 'OFL-1.1', text };
}
