import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const checkout = resolve(import.meta.dirname, '../..');

/**
 * Returns a folder with the built portal and its packages. Every user of this machine can access the folder. It is this
 * checkout, or a copy if other users cannot enter the checkout. `remove` deletes the copy.
 */
export function prepareAccessibleCheckout(): { folder: string; remove: () => void } {
  if (isOpenToAll(checkout)) return { folder: checkout, remove: () => {} };
  const copy = mkdtempSync(join(tmpdir(), 'portal-checkout-'));
  chmodSync(copy, 0o755);
  const parts = ['dist', 'db', 'node_modules', 'package.json'].map((name) => join(checkout, name));
  // Creating hard links takes a second, and copying half a minute. But hard links are impossible between disks.
  const linkResult = spawnSync('cp', ['-al', ...parts, copy]);
  if (linkResult.status !== 0) spawnSync('cp', ['-a', ...parts, copy]);
  return { folder: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}

/** Whether every user can enter a folder: whether the folder and all folders above it are executable for others. */
function isOpenToAll(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (folder === dirname(folder) || isOpenToAll(dirname(folder)));
}
