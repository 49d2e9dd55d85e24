import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { recordFigure } from './figure.ts';

const root = resolve(import.meta.dirname, '../..');

/** The number of kinds of callers. Each call has one cell for each kind. */
const callerKinds = 5;

/** The part of Vitest's report that this test reads. */
interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

test('every call serves or refuses each kind of caller as the table of rights says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-rights-'));
  const file = join(folder, 'report.json');
  // tests/system/rights.test.ts checks the table of rights; the code below counts its cells.
  const args = ['run', 'tests/system/rights.test.ts', '--reporter=json', `--outputFile=${file}`];
  spawnSync(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, stdio: 'inherit' });
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const cells = tests.filter(({ title }) => / (?:serves|refuses) \w+$/.test(title));
  const closedCalls = cells.filter(({ title }) => title.endsWith(' refuses nobody')).length;
  const failed = tests.filter(({ status }) => status !== 'passed').length;
  recordFigure({
    subject: 'Rights: every call by every kind of caller, and other people’s ids',
    result:
      `${cells.length / callerKinds} calls × ${callerKinds} callers, ` +
      `${closedCalls} closed calls × 2 more (no role, a password to choose), ` +
      `and other people’s ids compared with unknown ones: ${cells.length + 2 * closedCalls} cells, ${failed} wrong`,
    goal: '0 wrong',
    holds: cells.length > 0 && failed === 0,
  });
  expect({ failed, hasCells: cells.length > 0 }).toEqual({ failed: 0, hasCells: true });
});
