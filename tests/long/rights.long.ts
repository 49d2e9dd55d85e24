import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { recordFigure } from './figure.ts';

const root = resolve(import.meta.dirname, '../..');

/** Each call has one cell for each kind of caller. */
const callerKindCount = 5;

/** The part of Vitest's report that this test reads. */
interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

test('every call serves or refuses each kind of caller as the table of rights says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-rights-'));
  const reportFile = join(folder, 'report.json');
  // tests/system/rights.test.ts checks the table of rights; the code below counts its cells.
  const args = ['run', 'tests/system/rights.test.ts', '--reporter=json', `--outputFile=${reportFile}`];
  spawnSync(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, stdio: 'inherit' });
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const cells = tests.filter(({ title }) => / (?:serves|refuses) \w+$/.test(title));
  const sessionCallCount = cells.filter(({ title }) => title.endsWith(' refuses nobody')).length;
  const failedCount = tests.filter(({ status }) => status !== 'passed').length;
  recordFigure({
    subject: 'Rights: every call by every kind of caller, and other people’s ids',
    result:
      `${cells.length / callerKindCount} calls × ${callerKindCount} callers, ` +
      `${sessionCallCount} closed calls × 2 more (no role, a password to choose), ` +
      `and other people’s ids compared with unknown ones: ` +
      `${cells.length + 2 * sessionCallCount} cells, ${failedCount} wrong`,
    goal: '0 wrong',
    isMet: cells.length > 0 && failedCount === 0,
  });
  expect({ failedCount, hasCells: cells.length > 0 }).toEqual({ failedCount: 0, hasCells: true });
});
