import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { endlessFiles } from '../../src/features/files/testdata/busy.ts';
import { servicePath } from '../../src/platform/http/calls.ts';
import { seedParticipants } from '../support/bookings.ts';
import { killUnderLoad, noDamage, openVictim, type Victim } from '../support/kills.ts';
import type { Kind } from '../support/writers.ts';

// `npm run long -- kills` takes hundreds.
const kills = 8;
const writers = Array.from({ length: 8 }, (): Kind => 'booking');

let victim: Victim;
beforeAll(async () => {
  victim = await openVictim();
});
afterAll(() => victim.close());

test('kills of the app under booking load: no acknowledged booking is lost', async () => {
  const kill = async () => {
    await victim.killApp();
    await victim.startAgain();
  };
  const { damage, summary } = await killUnderLoad(victim, { kills, writers, kill });
  console.info(`The app: ${summary}`);
  expect(damage).toEqual(noDamage);
}, 240_000);

test('kills of the database under booking load: the app restarts it, and no acknowledged booking is lost', async () => {
  const kill = () => victim.killDatabase('SIGKILL');
  const { damage, summary } = await killUnderLoad(victim, { kills, writers, kill });
  console.info(`The database: ${summary}`);
  expect(damage).toEqual(noDamage);
  expect(victim.portal().child.exitCode).toBeNull();
}, 240_000);

test('a kill while a document is inspected leaves nothing of it after the next start', async () => {
  const [session = ''] = await seedParticipants(victim.db, 1);
  const form = new FormData();
  for (const { bytes } of endlessFiles) form.append(`file_${session}_0`, new Blob([bytes()]), 'CV.pdf');
  const answer = fetch(victim.portal().url + servicePath(uploadFiles), { method: 'POST', body: form });
  const failed = answer.catch((error: unknown) => error);
  const temporary = () => readdir(join(victim.dataDir, 'tmp')).catch(() => []);
  await vi.waitFor(async () => expect(await temporary()).not.toEqual([]), { timeout: 60_000 });
  await victim.killApp();
  expect(await failed).toBeInstanceOf(Error);
  expect(await temporary()).not.toEqual([]);

  await victim.startAgain();
  await vi.waitFor(async () => expect(await temporary()).toEqual([]), { timeout: 60_000 });
});
