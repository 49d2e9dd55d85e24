import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkLibraries } from './binaries.ts';
import { createTemporaryDataDir } from '../../../tests/support/embedded-postgres.ts';

test('Library links that are missing after an install without scripts are created at startup', () => {
  const directory = createTemporaryDataDir();
  mkdirSync(join(directory, 'native', 'lib'), { recursive: true });
  writeFileSync(join(directory, 'native', 'lib', 'libpq.so.5.18'), 'library');
  writeFileSync(
    join(directory, 'native', 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
  linkLibraries(directory);
  linkLibraries(directory);
  expect(readFileSync(join(directory, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
});
