import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { migrationsFolder } from '../../src/platform/settings/paths.ts';
import { migrationsIn } from '../../src/platform/database/migrate.ts';
import { openEmptyDatabase } from '../support/migrations.ts';
import { waitUntilReady, startBuiltPortal } from '../support/built-portal.ts';
import { recordFigure } from './figure.ts';
import { runSmokeTest } from './smoke.ts';

/*
 * Tests that after a bad release, the previous version can run on the new schema and data. The previous version is the
 * last commit without the newest migration; it runs with today's packages.
 */

const root = resolve(import.meta.dirname, '../..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1_000_000_000 }).trim();

/**
 * The tests of the previous version that can run on today's schema: they test the main calls, each in a new database.
 * Tests that compare the whole database with a list of tables and columns fit only the old schema and are left out.
 * Each pattern names a folder and a file. The folder may be anywhere in `src`, because older versions had it elsewhere.
 */
const reusableTests = [
  'booking/booking',
  'booking/list',
  '(booking/admin|corrections)/[\\w-]+',
  'accounts/(accounts|passwords|registration)',
  'files/(files|staff)',
  'appointments/(ui/)?[\\w-]+',
  'participants/administration',
  'ratings/[\\w-]+',
  'coaches/coaches',
  'audit/audit',
];

/** Returns the paths of the reusable tests in a commit; throws if one is missing. */
function findReusableTests(commit: string): string[] {
  const paths = git('ls-tree', '-r', '--name-only', commit).split('\n');
  return reusableTests.flatMap((pattern) => {
    const matches = paths.filter((path) => new RegExp(`^src/([\\w-]+/)*${pattern}\\.test\\.ts$`).test(path));
    if (matches.length === 0) throw new Error(`${commit} has no test ${pattern}`);
    return matches;
  });
}

/** Returns the last commit without the newest migration; the newest commit if that migration is not committed yet. */
function findPreviousVersion(): { commit: string; migration: string } {
  const migration = migrationsIn(migrationsFolder).at(-1) ?? '';
  const addingCommit = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `db/migrations/${migration}`);
  return { commit: git('rev-parse', '--short', addingCommit ? `${addingCommit}^` : 'HEAD'), migration };
}

/** Checks a commit out into a new folder and builds its server; returns the folder. */
function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-release-'));
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, folder], { cwd: root });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(join(folder, 'node_modules/.bin/vite'), ['build', '--config', 'vite.server.config.ts'], {
    cwd: folder,
    stdio: 'ignore',
  });
  return folder;
}

test('the previous version works on the schema and data of the current one, which then works again', async () => {
  const { commit, migration } = findPreviousVersion();
  const oldFolder = checkOut(commit);
  const database = await openEmptyDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-release-data-'));
  const env = { DATABASE_URL: database.appUrl, DATABASE_MIGRATE_URL: database.url, DATA_DIR: dataDir, DEMO: '1' };
  const oldMain = join(oldFolder, 'dist/server/main.js');
  const smokeResult = { callCount: 0, failures: [] as string[] };
  // Without a program, the current version is started.
  for (const program of [undefined, oldMain, undefined]) {
    const portal = await startBuiltPortal(env, program ? { program } : {});
    await waitUntilReady(portal);
    const { callCount, failures } = await runSmokeTest(portal.url);
    smokeResult.callCount += callCount;
    smokeResult.failures.push(...failures.map((failure) => `${program ? 'previous' : 'current'} version: ${failure}`));
    await portal.stop();
  }
  const doctor = await runCommand('doctor', [], env);
  await database.close();

  // The tests of the previous version create their databases from the migrations in its folder. These are replaced with
  // today's migrations.
  for (const name of migrationsIn(migrationsFolder))
    copyFileSync(join(migrationsFolder, name), join(oldFolder, 'db/migrations', name));
  const reportFile = join(oldFolder, 'report.json');
  spawnSync(
    join(oldFolder, 'node_modules/.bin/vitest'),
    ['run', '--reporter=json', `--outputFile=${reportFile}`, ...findReusableTests(commit)],
    {
      cwd: oldFolder,
      stdio: 'ignore',
      env: { ...process.env, VITEST: '', VITEST_WORKER_ID: '' },
    },
  );
  const testReport = JSON.parse(readFileSync(reportFile, 'utf8')) as {
    numTotalTests: number;
    numPassedTests: number;
    testResults: { assertionResults: { status: string; fullName: string }[] }[];
  };
  const failedTests = testReport.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  for (const folder of [oldFolder, dataDir]) rmSync(folder, { recursive: true });

  recordFigure({
    subject: 'A bad release: the previous version on today’s schema and data',
    result:
      `${commit}, which does not know ${migration}: ` +
      `${smokeResult.callCount} calls by HTTP before, with and after it, ${smokeResult.failures.length} failed; ` +
      `${testReport.numPassedTests} of ${testReport.numTotalTests} of its own tests pass on today’s schema; ` +
      `doctor ends with ${doctor.code}`,
    goal: '0, all, 0',
    isMet:
      smokeResult.failures.length === 0 &&
      failedTests.length === 0 &&
      testReport.numTotalTests > 0 &&
      doctor.code === 0,
  });
  expect({ failures: smokeResult.failures, failedTests, doctor: doctor.code === 0 ? '' : doctor.output }).toEqual({
    failures: [],
    failedTests: [],
    doctor: '',
  });
});
