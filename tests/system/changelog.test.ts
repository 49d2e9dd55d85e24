import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

test('the changelog has valid headings, and its newest release has the version of the product', () => {
  const [firstHeading, ...releases] = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(
    ([, heading = '']) => heading,
  );
  expect(firstHeading).toBe('[Unreleased]');
  for (const release of releases) expect(release).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(releases[0]).toMatch(`[${version}] `);
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } });
  for (const [, kind] of read('CHANGELOG.md').matchAll(/^### (.*)$/gm))
    expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(kind);
});
