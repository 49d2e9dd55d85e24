import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** The checkout's root, from src/server as well as from dist/server. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The folder with the checkout's migrations. */
export const migrations = join(root, 'db/migrations');

/** The version of the product that this checkout holds. */
export function productVersion(): string {
  const { version } = z.parse(
    z.object({ version: z.string() }),
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  return version;
}
