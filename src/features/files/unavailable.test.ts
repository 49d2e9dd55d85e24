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
import { startS3StoreForTest } from '../../../tests/support/s3.ts';

/** The state of the connection to the store: open, closed, or cut off after `cutAfter` bytes of an answer. */
type Connection = 'open' | 'closed' | { cutAfter: number };

let connection: Connection = 'open';
let world: World;
let s3: Awaited<ReturnType<typeof startS3StoreForTest>>;
let docx: Buffer;
let log = '';
const sockets = new Set<Socket>();
const proxy = createServer((client) => {
  sockets.add(client);
  client.on('error', () => {});
  if (connection === 'closed') return client.destroy();
  const maxBytes = typeof connection === 'object' ? connection.cutAfter : Infinity;
  const storeSocket = connect(s3.port, '127.0.0.1');
  let sentBytes = 0;
  storeSocket.on('error', () => client.destroy()).on('close', () => client.destroy());
  client.on('close', () => storeSocket.destroy());
  client.pipe(storeSocket);
  storeSocket.on('data', (chunk: Buffer) => {
    const remaining = maxBytes - sentBytes;
    sentBytes += chunk.length;
    client.write(chunk.subarray(0, Math.max(0, remaining)), () => sentBytes > maxBytes && client.destroy());
  });
});

/** Sets the state of future connections, and closes existing ones. */
function setConnection(next: Connection) {
  connection = next;
  for (const socket of sockets) socket.destroy();
  sockets.clear();
}

beforeAll(async () => {
  s3 = await startS3StoreForTest();
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
  setConnection('open');
  log = '';
});
afterAll(async () => {
  setConnection('closed');
  await world.close();
  proxy.close();
  await s3.close();
});

async function addSignedInParticipant() {
  const id = await world.addParticipant();
  return { id, session: await world.signIn(id) };
}

const upload = (session: string) =>
  world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'Geheimnis.docx', bytes: docx }]);

async function uploadDocument(session: string): Promise<number> {
  expect((await upload(session)).status).toBe(200);
  const { body } = await world.call(getFiles, session);
  return body.files?.uploadParticiopant.find(({ name }) => name === 'Geheimnis.docx')?.id ?? 0;
}

const unavailableOutcome = {
  status: 503,
  code: 'later',
  message: 'Das geht gerade nicht. Bitte versuche es später erneut.',
};
const outcomeOf = ({ status, body }: { status: number; body: { meta: { code?: string; message?: string } } }) => ({
  status,
  code: body.meta.code,
  message: body.meta.message,
});

/** Returns the payloads of the queued jobs that remove objects from the store. */
async function selectQueuedRemovals(): Promise<{ keys: string[] }[]> {
  const { rows } = await sql<{ payload: { keys: string[] } }>`
    SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'forgetFiles'
  `.execute(world.db);
  return rows.map(({ payload }) => payload);
}

const listStoredObjects = async () =>
  (await readdir(s3.folder, { recursive: true })).filter((name) => /[0-9a-f]{32}/.test(name));

test('while the store is unavailable, uploads and downloads are answered with 503, bookings work, and deletions are queued [5.2]', async () => {
  const { id, session } = await addSignedInParticipant();
  const fileId = await uploadDocument(session);
  const slot = await world.addAppointment(await world.addCoach(), inDays(3, '10:00'));
  setConnection('closed');
  expect(outcomeOf(await upload(session))).toEqual(unavailableOutcome);
  expect(outcomeOf(await world.call(downloadFile, session, { fileId }))).toEqual(unavailableOutcome);
  expect((await world.call(bookAppointment, session, { appointmentId: slot })).status).toBe(200);
  expect(log).not.toContain('Geheimnis');
  expect((await world.call(deleteFile, session, { fileId })).status).toBe(200);
  const rows = await world.db.selectFrom('document').select('name').where('participant_id', '=', id).execute();
  expect(rows).toEqual([{ name: 'Lebenslauf.docx' }]);

  setConnection('open');
  for (const job of await selectQueuedRemovals()) await removeFiles(world.app, job);
  expect(await listStoredObjects()).toEqual([]);
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(world.db);
});

test('an upload is accepted if the data folder does not exist yet', async () => {
  await rm(world.dataDir, { recursive: true });
  const { session } = await addSignedInParticipant();
  expect(await uploadDocument(session)).toBeGreaterThan(0);
  expect((await stat(world.dataDir)).mode & 0o777).toBe(0o700);
});

test('a download that the store cuts off is answered with an error instead of half a document', async () => {
  const { session } = await addSignedInParticipant();
  const fileId = await uploadDocument(session);
  setConnection({ cutAfter: 20_000 });
  expect(outcomeOf(await world.call(downloadFile, session, { fileId }))).toEqual(unavailableOutcome);
  setConnection('open');
  const parseError = await world.call(downloadFile, session, { fileId }).catch((error: unknown) => error);
  // `call` parses the answer as JSON, which fails with a SyntaxError once the answer is a document.
  expect(parseError).toBeInstanceOf(SyntaxError);
});

test('an upload whose answer from the store is cut off leaves no row, and its object is queued for removal', async () => {
  const { id, session } = await addSignedInParticipant();
  setConnection({ cutAfter: 0 });
  expect(outcomeOf(await upload(session))).toEqual(unavailableOutcome);
  setConnection('open');
  const rows = await world.db.selectFrom('document').select('name').where('participant_id', '=', id).execute();
  expect(rows).toEqual([{ name: 'Lebenslauf.docx' }]);
  const keys = (await selectQueuedRemovals()).flatMap((job) => job.keys);
  expect(keys).toHaveLength(1);
});
