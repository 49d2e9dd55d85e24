import { once } from 'node:events';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { bookAppointment } from '../booking/contract.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { deleteFile, downloadFile, getFiles, uploadFiles } from './contract.ts';
import { removeFiles } from './jobs.ts';
import { startS3 } from '../../../tests/support/s3.ts';

/** The connection to the store: open, closed, or cut off after so many bytes of an answer. */
type Connection = 'open' | 'closed' | { cutAfter: number };

let connection: Connection = 'open';
let world: World;
let s3: Awaited<ReturnType<typeof startS3>>;
let docx: Buffer;
let log = '';
const sockets = new Set<Socket>();
const proxy = createServer((client) => {
  sockets.add(client);
  client.on('error', () => {});
  if (connection === 'closed') return client.destroy();
  const maxBytes = typeof connection === 'object' ? connection.cutAfter : Infinity;
  const store = connect(s3.port, '127.0.0.1');
  let sent = 0;
  store.on('error', () => client.destroy()).on('close', () => client.destroy());
  client.on('close', () => store.destroy());
  client.pipe(store);
  store.on('data', (chunk: Buffer) => {
    const remaining = maxBytes - sent;
    sent += chunk.length;
    client.write(chunk.subarray(0, Math.max(0, remaining)), () => sent > maxBytes && client.destroy());
  });
});

/** Sets the kind of connection for the future, and cuts existing ones. */
function switchTo(next: Connection) {
  connection = next;
  for (const socket of sockets) socket.destroy();
  sockets.clear();
}

beforeAll(async () => {
  s3 = await startS3();
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const logStream = { write: (line: string) => (log += line) } as never;
  world = await openWorld({
    env: { FILE_STORE_URL: `s3://documents?endpoint=${endpoint}`, LOG_LEVEL: 'error' },
    logStream,
  });
  docx = await readFile(resolve(import.meta.dirname, 'testdata/documents/embedded-style-map.docx'));
});
beforeEach(() => {
  switchTo('open');
  log = '';
});
afterAll(async () => {
  switchTo('closed');
  await world.close();
  proxy.close();
  await s3.close();
});

async function signedInParticipant() {
  const id = await world.participant();
  return { id, session: await world.signIn(id) };
}

const upload = (session: string) =>
  world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'Geheimnis.docx', bytes: docx }]);

async function uploadDocument(session: string): Promise<number> {
  expect((await upload(session)).status).toBe(200);
  const { body } = await world.call(getFiles, session);
  return body.files?.uploadParticiopant.find(({ name }) => name === 'Geheimnis.docx')?.id ?? 0;
}

const unavailable = { status: 503, code: 'later', message: 'Das geht gerade nicht. Bitte versuche es später erneut.' };
const outcome = ({ status, body }: { status: number; body: { meta: { code?: string; message?: string } } }) => ({
  status,
  code: body.meta.code,
  message: body.meta.message,
});

/** The queued removals of objects, which wait for the store. */
async function queuedRemovals(): Promise<{ keys: string[] }[]> {
  const { rows } = await sql<{ payload: { keys: string[] } }>`
    SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'forgetFiles'
  `.execute(world.db);
  return rows.map(({ payload }) => payload);
}

const storedObjects = async () =>
  (await readdir(s3.folder, { recursive: true })).filter((name) => /[0-9a-f]{32}/.test(name));

test('while the store is unavailable, uploads and downloads are answered with 503, bookings work and deletions wait [5.2]', async () => {
  const { id, session } = await signedInParticipant();
  const fileId = await uploadDocument(session);
  const slot = await world.appointment(await world.coach(), inDays(3, '10:00'));
  switchTo('closed');
  expect(outcome(await upload(session))).toEqual(unavailable);
  expect(outcome(await world.call(downloadFile, session, { fileId }))).toEqual(unavailable);
  expect((await world.call(bookAppointment, session, { appointmentId: slot })).status).toBe(200);
  expect(log).not.toContain('Geheimnis');
  expect((await world.call(deleteFile, session, { fileId })).status).toBe(200);
  const rows = await world.db.selectFrom('document').select('name').where('participant_id', '=', id).execute();
  expect(rows).toEqual([{ name: 'Lebenslauf.docx' }]);

  switchTo('open');
  for (const job of await queuedRemovals()) await removeFiles(world.app, job);
  expect(await storedObjects()).toEqual([]);
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(world.db);
});

test('a process that has never written to its own disk accepts uploads', async () => {
  await rm(world.dataDir, { recursive: true });
  const { session } = await signedInParticipant();
  expect(await uploadDocument(session)).toBeGreaterThan(0);
  expect((await stat(world.dataDir)).mode & 0o777).toBe(0o700);
});

test('a download that the store cuts off is answered with an error, not with half a document', async () => {
  const { session } = await signedInParticipant();
  const fileId = await uploadDocument(session);
  switchTo({ cutAfter: 20_000 });
  expect(outcome(await world.call(downloadFile, session, { fileId }))).toEqual(unavailable);
  switchTo('open');
  const whole = await world.call(downloadFile, session, { fileId }).catch((error: unknown) => error);
  // The bytes of a document are not JSON, which shows that they arrived.
  expect(whole).toBeInstanceOf(SyntaxError);
});

test('an upload is not kept if the store’s answer is cut off', async () => {
  const { id, session } = await signedInParticipant();
  switchTo({ cutAfter: 0 });
  expect(outcome(await upload(session))).toEqual(unavailable);
  switchTo('open');
  const rows = await world.db.selectFrom('document').select('name').where('participant_id', '=', id).execute();
  expect(rows).toEqual([{ name: 'Lebenslauf.docx' }]);
  const keys = (await queuedRemovals()).flatMap((job) => job.keys);
  expect(keys).toHaveLength(1);
});
