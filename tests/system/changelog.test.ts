import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const readRootFile = (name: string) => readFileSync(join(root, name), 'utf8');

test('the changelog has valid headings, and its newest release has the version of the product', () => {
  const [firstHeading, ...releaseHeadings] = [...readRootFile('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(
    ([, heading = '']) => heading,
  );
  expect(firstHeading).toBe('[Unreleased]');
  for (const heading of releaseHeadings) expect(heading).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  const { version } = JSON.parse(readRootFile('package.json')) as { version: string };
  expect(releaseHeadings[0]).toMatch(`[${version}] `);
  expect(JSON.parse(readRootFile('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } });
  for (const [, kind] of readRootFile('CHANGELOG.md').matchAll(/^### (.*)$/gm))
    expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(kind);
});
