import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doNightlyWork } from './nightly.ts';
import { openWorld, type World } from '../../tests/support/world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'portal-nightly-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** Does the nightly work with `backupDir` as the folder for backups, and returns the log lines. */
async function runNightlyWork(backupDir: string | undefined): Promise<string> {
  let lines = '';
  const log = pino({}, { write: (line: string) => (lines += line) });
  await doNightlyWork({ ...world.app, settings: { ...world.app.settings, backupDir } }, log);
  return lines;
}

/** Returns the errors of the recorded backups, oldest first; null for a backup that was made. */
const listFaults = async () =>
  (await world.db.selectFrom('backup').select('fault').orderBy('id').execute()).map(({ fault }) => fault);

test('the nightly work makes a backup and removes backups older than the configured number of days', async () => {
  const buildBackupName = (ageInDays: number) =>
    `portal-${new Date(Date.now() - ageInDays * 86_400_000).toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz.age`;
  const keptFiles = [buildBackupName(29), 'notes.txt'];
  for (const name of [...keptFiles, buildBackupName(31)]) await writeFile(join(folder, name), '');
  const lines = await runNightlyWork(folder);
  const names = await readdir(folder);
  expect(names).toEqual(expect.arrayContaining(keptFiles));
  expect(names).toHaveLength(3);
  expect(lines).toContain('A backup was made.');
  expect(await listFaults()).toEqual([null]);
});

test('an unavailable backup folder does not stop the doctor, and no old backup is removed', async () => {
  const lines = await runNightlyWork(join(folder, 'away'));
  expect(lines).toMatch(/"step":"backup".*A step of the nightly work failed\./);
  expect(await listFaults()).toEqual([null, 'ENOENT']);
  expect(lines).toMatch(/"check":"disks".*cannot be read/);
});

test('no backup is made unless a folder for backups is configured', async () => {
  expect(await runNightlyWork(undefined)).not.toContain('A backup was made.');
  expect(await readdir(world.dataDir)).not.toContain('backups');
});
