import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { endlessFiles } from '../../src/features/files/testdata/busy.ts';
import { queueMails } from '../../src/features/mail/outbox.sql.ts';
import { exportOwnData } from '../../src/features/own-data/export/contract.ts';
import { transact } from '../../src/platform/database/db.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openStore } from '../../src/platform/storage/store.ts';
import { seedParticipantSessions } from '../support/bookings.ts';
import { killUnderLoad, noDamage, startKillablePortal, type KillablePortal } from '../support/kills.ts';
import { addPerson } from '../support/people.ts';
import { startSmtp } from '../support/smtp.ts';
import type { WriteKind } from '../support/writers.ts';

// More kills are too slow for this test. `npm run long -- kills` tests hundreds of kills.
const kills = 8;
const writers = Array.from({ length: 8 }, (): WriteKind => 'booking');

let victim: KillablePortal;
beforeAll(async () => {
  victim = await startKillablePortal();
});
afterAll(() => victim.close());

test('no acknowledged booking is lost when the app is killed under booking load', async () => {
  const kill = async () => {
    await victim.killApp();
    await victim.restartApp();
  };
  const { damage, summary } = await killUnderLoad(victim, { killCount: kills, writers, kill });
  console.info(`The app: ${summary}`);
  expect(damage).toEqual(noDamage);
}, 240_000);

test('no acknowledged booking is lost when the database is killed under booking load, and the app restarts the database', async () => {
  const kill = () => victim.killDatabase('SIGKILL');
  const { damage, summary } = await killUnderLoad(victim, { killCount: kills, writers, kill });
  console.info(`The database: ${summary}`);
  expect(damage).toEqual(noDamage);
  expect(victim.currentPortal().child.exitCode).toBeNull();
}, 240_000);

const listTemporaryFiles = () => readdir(join(victim.dataDir, 'tmp')).catch(() => []);

test('after a kill during the inspection of a document, the next start removes the temporary files', async () => {
  const [session = ''] = await seedParticipantSessions(victim.db, 1);
  const form = new FormData();
  for (const { bytes } of endlessFiles) form.append(`file_${session}_0`, new Blob([bytes()]), 'CV.pdf');
  const response = fetch(victim.currentPortal().url + servicePath(uploadFiles), { method: 'POST', body: form });
  const failure = response.catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await listTemporaryFiles()).not.toEqual([]), { timeout: 60_000 });
  await victim.killApp();
  expect(await failure).toBeInstanceOf(Error);
  expect(await listTemporaryFiles()).not.toEqual([]);

  await victim.restartApp();
  await vi.waitFor(async () => expect(await listTemporaryFiles()).toEqual([]), { timeout: 60_000 });
});

test('a kill while a participant downloads the archive of their own data leaves no temporary file', async () => {
  const [sessionId = ''] = await seedParticipantSessions(victim.db, 1);
  const { key } = await victim.db
    .selectFrom('document')
    .select('store_key as key')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await openStore(undefined, victim.dataDir).put(key, Readable.from([randomBytes(20_000_000)]));
  const headers = { 'content-type': 'application/json' };
  const exportRequest = request(victim.currentPortal().url + servicePath(exportOwnData), { method: 'POST', headers });
  exportRequest.on('error', () => {});
  exportRequest.end(JSON.stringify({ sessionId }));
  const [response] = (await once(exportRequest, 'response')) as [IncomingMessage];
  response.on('error', () => {}).pause();
  expect(Number(response.headers['content-length'])).toBeGreaterThan(20_000_000);
  expect(await listTemporaryFiles()).toEqual([]);
  await victim.killApp();
  expect(await listTemporaryFiles()).toEqual([]);
  await victim.restartApp();
});

test('a mail that the app was sending when it was killed is sent within seconds of the next start [11.2]', async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const portalWithMails = await startKillablePortal({ env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` } });
  onTestFinished(() => portalWithMails.close());
  const { state } = smtp;
  state.beforeAnswer = () => new Promise(() => {});
  const person = await addPerson(portalWithMails.db, { first_name: 'Ada', gender: 'f', email: 'ada@example.org' });
  await transact(portalWithMails.db, (tx) => queueMails(tx, [{ kind: 'passwordChanged', person }]));
  await vi.waitFor(() => expect(state.received).toHaveLength(1), { timeout: 60_000 });
  await portalWithMails.killApp();
  state.beforeAnswer = () => Promise.resolve();
  await portalWithMails.restartApp();
  // The jobs of an ended worker are unlocked within seconds; those of a running worker would stay locked for five
  // minutes.
  await vi.waitFor(() => expect(state.received).toHaveLength(2), { timeout: 60_000 });
  const [first, second] = state.received.map(({ bytes }) => /^Message-ID: (.+)$/im.exec(bytes.toString())?.[1]);
  expect(second).toBe(first);
}, 240_000);
