import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { command } from '../src/backup/testing.ts';
import { migrations } from '../src/server/checkout.ts';
import { migrationsIn } from '../src/server/migrate.ts';
import { openEmptyDatabase } from '../src/server/testing-migrations.ts';
import { ready, startBuilt, type Started } from '../src/server/testing-start.ts';
import { tell } from './figure.ts';
import { walk } from './walk.ts';

/*
 * A release is bad, and the one before takes its place: on the schema, and on the data, that the bad one has left. The one
 * before is the last commit that does not know the newest migration; it runs with the packages of today.
 */

const root = resolve(import.meta.dirname, '..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1_000_000_000 }).trim();

/**
 * What the version before tests of itself on today's schema: the main deeds, on worlds of its own. Tests that compare the
 * whole database with a list of its tables and columns know their own schema alone, and stay out.
 */
const ownTests = [
  ...['src/booking/booking.', 'src/booking/list.', 'src/accounts/accounts.', 'src/files/files.', 'src/appointments/'],
  ...[
    'src/corrections/',
    'src/participants/administration.',
    'src/ratings/',
    'src/coaches/coaches.',
    'src/audit/audit.',
  ],
];

/** The last commit without the newest migration; the newest commit where that one was not committed yet. */
function before(): { commit: string; migration: string } {
  const migration = migrationsIn(migrations).at(-1) ?? '';
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `db/migrations/${migration}`);
  return { commit: git('rev-parse', '--short', added ? `${added}^` : 'HEAD'), migration };
}

/** A commit in a folder of its own, its server built. */
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

async function end({ child, ended }: Started): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

test('the version before serves on the schema and the data of this one, and this one after it', async () => {
  const { commit, migration } = before();
  const older = checkOut(commit);
  const database = await openEmptyDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-release-data-'));
  const env = { DATABASE_URL: database.appUrl, DATABASE_MIGRATE_URL: database.url, DATA_DIR: dataDir, DEMO: '1' };
  const oldMain = join(older, 'dist/server/main.js');
  const walked = { deeds: 0, faults: [] as string[] };
  for (const program of [undefined, oldMain, undefined]) {
    const portal = await startBuilt(env, program ? { program } : {});
    await ready(portal);
    const { deeds, faults } = await walk(portal.url);
    walked.deeds += deeds;
    walked.faults.push(...faults.map((fault) => `${program ? 'before' : 'this'}: ${fault}`));
    await end(portal);
  }
  const doctor = await command('doctor', [], env);
  await database.close();

  // Its own tests build their worlds from the migrations beside them: today's.
  for (const name of migrationsIn(migrations)) copyFileSync(join(migrations, name), join(older, 'db/migrations', name));
  const report = join(older, 'report.json');
  spawnSync(
    join(older, 'node_modules/.bin/vitest'),
    ['run', '--reporter=json', `--outputFile=${report}`, ...ownTests],
    {
      cwd: older,
      stdio: 'ignore',
      env: { ...process.env, VITEST: '', VITEST_WORKER_ID: '' },
    },
  );
  const results = JSON.parse(readFileSync(report, 'utf8')) as {
    numTotalTests: number;
    numPassedTests: number;
    testResults: { assertionResults: { status: string; fullName: string }[] }[];
  };
  const failed = results.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  for (const folder of [older, dataDir]) rmSync(folder, { recursive: true });

  tell({
    what: 'A bad release: the version before on today’s schema and data',
    result:
      `${commit}, which does not know ${migration}: ${walked.deeds} deeds by HTTP before, with and after it, ${walked.faults.length} went wrong; ` +
      `${results.numPassedTests} of ${results.numTotalTests} of its own tests pass on today’s schema; doctor ends with ${doctor.code}`,
    goal: '0, all, 0',
    holds: walked.faults.length === 0 && failed.length === 0 && results.numTotalTests > 0 && doctor.code === 0,
  });
  expect({ faults: walked.faults, failed, doctor: doctor.code === 0 ? '' : doctor.output }).toEqual({
    faults: [],
    failed: [],
    doctor: '',
  });
});
