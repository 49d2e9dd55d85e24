import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** The root of the checkout: the nearest folder above the sources, or above dist/server, that has a package.json. */
export const root = checkoutAbove(dirname(fileURLToPath(import.meta.url)));

/** The folder of the checkout's migrations. */
export const migrations = join(root, 'db/migrations');

/** The text of a legal page that comes with the portal, in Markdown. */
export const examplePage = (name: string) => readFileSync(join(root, 'example-pages', `${name}.md`), 'utf8');

/** The version of the product in this checkout. */
export function productVersion(): string {
  const { version } = z.parse(
    z.object({ version: z.string() }),
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  return version;
}

function checkoutAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (folder === dirname(folder)) throw new Error('package.json is missing');
  return checkoutAbove(dirname(folder));
}
