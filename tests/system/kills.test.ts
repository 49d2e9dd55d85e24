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

// More kills would make this test too slow. `npm run long -- kills` tests hundreds of kills.
const killCount = 5;
const writers = Array.from({ length: 8 }, (): WriteKind => 'booking');

let killablePortal: KillablePortal;
beforeAll(async () => {
  killablePortal = await startKillablePortal();
});
afterAll(() => killablePortal.close());

test('no acknowledged booking is lost when the app is killed under booking load', async () => {
  const kill = async () => {
    await killablePortal.killApp();
    await killablePortal.restartApp();
  };
  const { damage, summary } = await killUnderLoad(killablePortal, { killCount, writers, kill });
  console.info(`The app: ${summary}`);
  expect(damage).toEqual(noDamage);
}, 240_000);

test('no acknowledged booking is lost when the database is killed under booking load, and the app restarts the database', async () => {
  const kill = () => killablePortal.killDatabase('SIGKILL');
  const { damage, summary } = await killUnderLoad(killablePortal, { killCount, writers, kill });
  console.info(`The database: ${summary}`);
  expect(damage).toEqual(noDamage);
  expect(killablePortal.getCurrentPortal().child.exitCode).toBeNull();
}, 240_000);

const listTemporaryFiles = () => readdir(join(killablePortal.dataDir, 'tmp')).catch(() => []);

test('after a kill during the inspection of a document, the next start removes the temporary files', async () => {
  const [session = ''] = await seedParticipantSessions(killablePortal.db, 1);
  const form = new FormData();
  for (const { bytes } of endlessFiles) form.append(`file_${session}_0`, new Blob([bytes()]), 'CV.pdf');
  const response = fetch(killablePortal.getCurrentPortal().url + servicePath(uploadFiles), {
    method: 'POST',
    body: form,
  });
  const failure = response.catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await listTemporaryFiles()).not.toEqual([]), { timeout: 60_000 });
  await killablePortal.killApp();
  expect(await failure).toBeInstanceOf(Error);
  expect(await listTemporaryFiles()).not.toEqual([]);

  await killablePortal.restartApp();
  await vi.waitFor(async () => expect(await listTemporaryFiles()).toEqual([]), { timeout: 60_000 });
});

test('a kill while a participant downloads the archive of their own data leaves no temporary file', async () => {
  const [sessionId = ''] = await seedParticipantSessions(killablePortal.db, 1);
  const { key } = await killablePortal.db
    .selectFrom('document')
    .select('store_key as key')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await openStore(undefined, killablePortal.dataDir).put(key, Readable.from([randomBytes(20_000_000)]));
  const headers = { 'content-type': 'application/json' };
  const exportRequest = request(killablePortal.getCurrentPortal().url + servicePath(exportOwnData), {
    method: 'POST',
    headers,
  });
  exportRequest.on('error', () => {});
  exportRequest.end(JSON.stringify({ sessionId }));
  const [response] = (await once(exportRequest, 'response')) as [IncomingMessage];
  response.on('error', () => {}).pause();
  expect(Number(response.headers['content-length'])).toBeGreaterThan(20_000_000);
  expect(await listTemporaryFiles()).toEqual([]);
  await killablePortal.killApp();
  expect(await listTemporaryFiles()).toEqual([]);
  await killablePortal.restartApp();
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
  // The jobs of an ended worker are unlocked within seconds. The jobs of a running worker would stay locked for five
  // minutes.
  await vi.waitFor(() => expect(state.received).toHaveLength(2), { timeout: 60_000 });
  const [firstMessageId, secondMessageId] = state.received.map(
    ({ bytes }) => /^Message-ID: (.+)$/im.exec(bytes.toString())?.[1],
  );
  expect(secondMessageId).toBe(firstMessageId);
}, 240_000);
