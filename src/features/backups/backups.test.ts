import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { getBackupState } from './contract.ts';
import { readBackupState, recordBackup } from './exports.ts';
import { reportMissingBackup } from './jobs.ts';

let world: World;
let admin: number;
let session: string;
beforeAll(async () => {
  world = await openWorld({ runsJobs: false });
  admin = await world.addAdmin();
  session = await world.signIn(admin);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.shiftMs = 0;
  await world.db.deleteFrom('backup').execute();
  await world.db.deleteFrom('mail').execute();
});

const hourMs = 3_600_000;
/** The application with a folder for backups. */
const app = () => ({ ...world.app, settings: { ...world.app.settings, backupDir: world.dataDir } });
const countMails = async () => {
  const mails = await world.db.selectFrom('mail').select(['kind', 'person_id']).execute();
  return mails.filter(({ kind, person_id }) => kind === 'backupMissing' && person_id === admin).length;
};

test('without a folder for backups none is made, and no admin hears of it [10.11]', async () => {
  await recordBackup(world.db, world.clock, 'ENOSPC');
  expect((await world.call(getBackupState, session)).body.data).toEqual({ state: 'off', madeAt: null, fault: null });
  await reportMissingBackup(world.app);
  expect(await countMails()).toBe(0);
});

test('every active admin hears of a failed backup by mail, once in 24 hours, until one was made [10.11]', async () => {
  const inactiveAdmin = await world.addAdmin();
  await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', inactiveAdmin).execute();
  await recordBackup(world.db, world.clock, null);
  await reportMissingBackup(app());
  expect(await countMails()).toBe(0);
  await recordBackup(world.db, world.clock, 'ENOSPC');
  await reportMissingBackup(app());
  await reportMissingBackup(app());
  expect(await countMails()).toBe(1);
  const recipients = await world.db.selectFrom('mail').select('person_id').execute();
  expect(recipients.map(({ person_id }) => person_id)).not.toContain(inactiveAdmin);
  world.clock.shiftMs = 25 * hourMs;
  await reportMissingBackup(app());
  expect(await countMails()).toBe(2);
  await recordBackup(world.db, world.clock, null);
  world.clock.shiftMs = 50 * hourMs;
  await reportMissingBackup(app());
  expect(await countMails()).toBe(2);
  world.clock.shiftMs = 52 * hourMs;
  await reportMissingBackup(app());
  expect(await countMails()).toBe(3);
});

test('a backup made by command after a failed night is the end of the warning [10.11]', async () => {
  await recordBackup(world.db, world.clock, 'EROFS');
  world.clock.shiftMs = 2 * hourMs;
  expect(await readBackupState(world.db, app())).toMatchObject({ state: 'failed', lastFault: 'EROFS' });
  const madeAt = new Date(Math.floor((Date.now() + hourMs) / 1000) * 1000);
  const path = join(world.dataDir, `portal-${madeAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`);
  await writeFile(path, 'backup');
  try {
    expect(await readBackupState(world.db, app())).toMatchObject({ state: 'fine', madeAt, lastFault: null });
    await reportMissingBackup(app());
    expect(await countMails()).toBe(0);
  } finally {
    await rm(path);
  }
});

test('attempts are kept for 90 days [10.11]', async () => {
  await recordBackup(world.db, world.clock, null);
  world.clock.shiftMs = 91 * 24 * hourMs;
  await recordBackup(world.db, world.clock, 'x'.repeat(60));
  const attempts = await world.db.selectFrom('backup').select('fault').execute();
  expect(attempts).toEqual([{ fault: 'x'.repeat(40) }]);
});
