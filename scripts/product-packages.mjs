// What an installation contains. Most packages are bundled at the build and are packages for development in
// package.json, so the build answers the question, and npm does not.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the packages of the npm registry that are in the two builds or installed beside them, as `name@version`. Returns
 * null if the checkout at `root` is not built.
 * @param {string} root @returns {Set<string> | null}
 */
export function listProductPackages(root) {
  const file = join(root, 'dist', 'licences.json');
  if (!existsSync(file)) return null;
  const { packages } = /** @type {{ packages: { name: string; version: string }[] }} */ (
    JSON.parse(readFileSync(file, 'utf8'))
  );
  // The font is not a package.
  const locked = new Set(readLockedPackages(root).values());
  return new Set(packages.map(({ name, version }) => `${name}@${version}`).filter((id) => locked.has(id)));
}

/**
 * Reads the packages of the lock file: `name@version` by the folder that npm installs it to.
 * @param {string} root @returns {Map<string, string>}
 */
export function readLockedPackages(root) {
  const { packages } = /** @type {{ packages: Record<string, { name?: string; version: string }> }} */ (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  );
  const entries = Object.entries(packages).filter(([path]) => path !== '');
  return new Map(
    entries.map(([path, { name = path.replace(/^.*node_modules\//, ''), version }]) => [path, `${name}@${version}`]),
  );
}
