import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { recordFigure } from './figure.ts';

const root = resolve(import.meta.dirname, '../..');

/** The part of Vitest's report that is needed. */
interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

test('every caller gets from every call what the table of rights allows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-rights-'));
  const file = join(folder, 'report.json');
  // The test of this file checks the table; the code below counts its cells.
  const args = ['run', 'tests/system/rights.test.ts', '--reporter=json', `--outputFile=${file}`];
  spawnSync(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, stdio: 'inherit' });
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const cells = tests.filter(({ title }) => / (?:serves|refuses) \w+$/.test(title));
  const closed = cells.filter(({ title }) => title.endsWith(' refuses nobody')).length;
  const wrong = tests.filter(({ status }) => status !== 'passed').length;
  recordFigure({
    what: 'Rights: every call by every kind of caller, and other people’s ids',
    result:
      `${cells.length / 5} calls × 5 callers, ${closed} closed calls × 2 more (no role, a password to choose), and other ` +
      `people’s ids compared with unknown ones: ${cells.length + 2 * closed} cells, ${wrong} wrong`,
    goal: '0 wrong',
    holds: cells.length > 0 && wrong === 0,
  });
  expect({ wrong, any: cells.length > 0 }).toEqual({ wrong: 0, any: true });
});
