import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../support/sources.ts';

let folder: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** A repository with version 0.1.0, which is tagged, and with a change after it. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-release-'));
  git('init', '--quiet');
  git('config', 'user.email', 'release@test.example');
  git('config', 'user.name', 'Release');
  mkdirSync(join(folder, 'db/migrations'), { recursive: true });
  write('package.json', '{\n  "version": "0.1.0",\n  "dependencies": { "a": "0.1.0" }\n}\n');
  write('package-lock.json', JSON.stringify({ version: '0.1.0', packages: { '': { version: '0.1.0' } } }));
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something.\n\n## [0.1.0] - 2026-11-21\n\n- All.\n',
  );
  write('db/migrations/0001_portal.sql', 'CREATE TABLE a (id int);');
  mkdirSync(join(folder, 'docs/papers'), { recursive: true });
  write('docs/papers/tom.md', '# TOM\n\n> Es beschreibt das\n> Portal in der Version 0.1.0. Angaben\n');
  commit();
  git('tag', '-a', 'v0.1.0', '-m', 'Release 0.1.0');
});
afterEach(() => rmSync(folder, { recursive: true }));

function commit() {
  git('add', '--all');
  git('commit', '--quiet', '-m', 'Change');
}

function release(...args: string[]) {
  const { status, stderr } = spawnSync('node', [join(root, 'scripts/release.mjs'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, message: stderr.trim() };
}

test('a release has the version in both files and in the papers, a dated heading in the changelog, and a tag', () => {
  write('db/migrations/0002_more.sql', 'ALTER TABLE a ADD COLUMN b int;');
  commit();
  expect(release('0.2.0')).toEqual({ status: 0, message: '' });
  expect(read('package.json')).toContain('"version": "0.2.0"');
  expect(read('package.json')).toContain('"a": "0.1.0"');
  expect(JSON.parse(read('package-lock.json'))).toEqual({ version: '0.2.0', packages: { '': { version: '0.2.0' } } });
  expect(read('CHANGELOG.md')).toMatch(/^## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- Som/m);
  expect(read('docs/papers/tom.md')).toContain('Version 0.2.0. Angaben');
  expect(git('tag', '--points-at', 'HEAD')).toBe('v0.2.0');
  expect(git('status', '--porcelain')).toBe('');
});

test.each(['', '1', '0.2', 'v0.2.0'])("'%s' is no version", (version) => {
  expect(release(version)).toEqual({ status: 1, message: 'Name the version: npm run release -- 0.2.0' });
});

test.each(['0.1.0', '0.0.9'])('%s is not newer than the last release', (version) => {
  expect(release(version)).toEqual({ status: 1, message: `${version} is not newer than 0.1.0.` });
});

test('a release needs a changelog, and everything committed', () => {
  write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-11-21\n\n- All.\n');
  expect(release('0.2.0').message).toBe('Commit your changes first.');
  commit();
  expect(release('0.2.0').message).toBe('CHANGELOG.md has no changes under [Unreleased].');
});

test('a release needs the tag of the last one, to see which migrations are new', () => {
  git('tag', '-d', 'v0.1.0');
  git('tag', 'v0.0.1');
  expect(release('0.2.0')).toEqual({
    status: 1,
    message: '0.1.0 has no tag, so its migrations are unknown: git tag -a v0.1.0 COMMIT',
  });
});

test('a version that has a tag already is refused before anything is committed', () => {
  git('tag', 'v0.2.0');
  const head = git('rev-parse', 'HEAD');
  expect(release('0.2.0')).toEqual({ status: 1, message: 'v0.2.0 is a tag already.' });
  expect(git('rev-parse', 'HEAD')).toBe(head);
  expect(git('status', '--porcelain')).toBe('');
});

test('a new column that must have a value is fine with a default', () => {
  write(
    'db/migrations/0002_more.sql',
    'ALTER TABLE a ADD COLUMN b int CHECK (b IS NOT NULL OR id > 1), ADD COLUMN c int NOT NULL DEFAULT 1;',
  );
  commit();
  expect(release('0.2.0')).toEqual({ status: 0, message: '' });
});

test.each([
  ['changed', '0001_portal.sql', 'CREATE TABLE a (id bigint);', 'belongs to v0.1.0 and was changed.'],
  ['new', '0002_less.sql', 'ALTER TABLE a DROP COLUMN id;', 'removes something that v0.1.0 uses (DROP COLUMN).'],
  ['new', '0002_other.sql', 'ALTER TABLE a RENAME TO b;', 'removes something that v0.1.0 uses (RENAME).'],
  ['new', '0002_required.sql', 'ALTER TABLE a ALTER id SET NOT NULL;', 'removes something that v0.1.0 uses (ALTER'],
  [
    'new',
    '0002_column.sql',
    'ALTER TABLE a ADD COLUMN b int DEFAULT 1, ADD COLUMN c int NOT NULL;',
    'removes something',
  ],
  ['new', '0002_type.sql', 'ALTER TABLE a ALTER COLUMN id TYPE text;', 'removes something that v0.1.0 uses (ALTER'],
])('a %s migration, %s, that the last release could not bear is refused', (_kind, name, text, reason) => {
  write(`db/migrations/${name}`, text);
  commit();
  const { status, message } = release('0.2.0');
  expect(status).toBe(1);
  expect(message).toContain(`db/migrations/${name} ${reason}`);
  expect(git('tag', '--points-at', 'HEAD')).toBe('');
});
