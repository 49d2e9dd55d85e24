// Writes the TypeScript types of the tables of a migrated database: DATABASE_URL=… node scripts/schema.mjs [FILE]
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const [file = join(root, 'src/platform/database/tables.generated.ts')] = process.argv.slice(2);
execFileSync(
  process.execPath,
  [
    join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
    ...['--dialect', 'postgres', '--url', 'env(DATABASE_URL)', '--out-file', file, '--default-schema', 'public'],
    ...['--date-parser', 'string', '--type-mapping', '{"int8":"number"}', '--singularize', '--type-only-imports'],
    ...['--exclude-pattern', 'graphile_worker.*'],
  ],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
writeFileSync(file, readFileSync(file, 'utf8').trimEnd() + '\n');
