import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** The root folder of the checkout: the nearest folder above this module that has a package.json. */
export const checkoutRoot = findCheckout(dirname(fileURLToPath(import.meta.url)));

/** The folder of the database migrations. */
export const migrationsFolder = join(checkoutRoot, 'db/migrations');

/** Reads the example of a legal page, in Markdown. */
export const readExamplePage = (name: string) =>
  readFileSync(join(checkoutRoot, 'example-pages', `${name}.md`), 'utf8');

/** Reads the licences of what is in the portal, which a build collects. */
export const readLicences = async (): Promise<unknown> =>
  JSON.parse(await readFile(join(checkoutRoot, 'dist/licences.json'), 'utf8'));

/** Reads the version of the portal from package.json. */
export function readProductVersion(): string {
  const { version } = z.parse(
    z.object({ version: z.string() }),
    JSON.parse(readFileSync(join(checkoutRoot, 'package.json'), 'utf8')),
  );
  return version;
}

function findCheckout(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (folder === dirname(folder)) throw new Error('package.json is missing');
  return findCheckout(dirname(folder));
}
