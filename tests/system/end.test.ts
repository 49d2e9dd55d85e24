import { readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { logout } from '../../src/features/accounts/contract.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openWorld, type World } from '../support/world.ts';
import { waitUntilReady, startBuiltPortal, type StartedPortal } from '../support/built-portal.ts';

let world: World;
let docx: Buffer;
const runningPortals: StartedPortal[] = [];
const sockets: Socket[] = [];
beforeAll(async () => {
  world = await openWorld();
  docx = await readFile(
    resolve(import.meta.dirname, '../../src/features/files/testdata/documents/single-paragraph.docx'),
  );
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { child, exitCode } of runningPortals.splice(0)) {
    child.kill('SIGKILL');
    await exitCode;
  }
});
afterAll(() => world.close());

const waitOptions = { timeout: 60_000, interval: 20 };

/** Starts a portal in a separate process on the world's database and folder. */
async function start(env: Record<string, string> = {}): Promise<StartedPortal> {
  const portal = await startBuiltPortal({
    DATABASE_URL: world.appUrl,
    DATABASE_MIGRATE_URL: world.ownerUrl,
    DATA_DIR: world.dataDir,
    ...env,
  });
  runningPortals.push(portal);
  await waitUntilReady(portal);
  return portal;
}

/**
 * Opens a keep-alive connection and sends a request. `getReceived` returns what the portal has sent so far, and
 * `closed` resolves when the connection is closed.
 */
function openConnection(portal: StartedPortal, request: string) {
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => {});
  socket.write(request);
  return { socket, getReceived: () => received, closed: new Promise((done) => socket.once('close', done)) };
}

/** Returns the first lines of a POST request, up to its body. */
const requestHead = (call: { path: string }, type: string, length: number) =>
  `POST ${servicePath(call)} HTTP/1.1\r\nHost: portal.example\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

/** Starts an upload and sends the first 2,000 bytes of the file. `finish` sends the rest. */
async function startUpload(portal: StartedPortal) {
  const person = await world.addParticipant({ hasCv: false });
  const session = await world.signIn(person);
  const part = `--boundary\r\nContent-Disposition: form-data; name="file_${session}_0"; filename="a.docx"\r\n\r\n`;
  const tail = '\r\n--boundary--\r\n';
  const length = part.length + docx.length + tail.length;
  const head = requestHead(uploadFiles, 'multipart/form-data; boundary=boundary', length);
  const connection = openConnection(portal, head + part);
  connection.socket.write(docx.subarray(0, 2000));
  return {
    ...connection,
    readDocuments: () => world.db.selectFrom('document').select('id').where('participant_id', '=', person).execute(),
    finish: () => connection.socket.write(Buffer.concat([docx.subarray(2000), Buffer.from(tail)])),
  };
}

/** Makes a call that waits for a lock until `release` is called. */
async function startWaitingCall(portal: StartedPortal) {
  const sessionId = await world.signIn(await world.addParticipant());
  const lockingTransaction = await world.db.startTransaction().execute();
  await sql`SELECT FROM session FOR UPDATE`.execute(lockingTransaction);
  const body = JSON.stringify({ sessionId });
  const connection = openConnection(portal, requestHead(logout, 'application/json', body.length) + body);
  await vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()
    `.execute(world.db);
    expect(rows).toHaveLength(1);
  }, waitOptions);
  return { ...connection, release: () => lockingTransaction.rollback().execute() };
}

const readyzRequest = 'GET /readyz HTTP/1.1\r\nHost: portal.example\r\n\r\n';

const refusesConnections = (portal: StartedPortal) =>
  fetch(`${portal.url}/healthz`).then(
    () => false,
    () => true,
  );

test('after a signal the portal finishes an upload and a call in progress, refuses new ones, and exits with code 0', async () => {
  const portal = await start();
  const upload = await startUpload(portal);
  const call = await startWaitingCall(portal);
  const unusedConnection = openConnection(portal, '');
  const idleConnection = openConnection(portal, 'GET /healthz HTTP/1.1\r\nHost: portal.example\r\n\r\n');
  await vi.waitFor(() => expect(idleConnection.getReceived()).toContain('HTTP/1.1 200 '), waitOptions);
  portal.child.kill('SIGTERM');
  await vi.waitFor(async () => expect(await refusesConnections(portal)).toBe(true), waitOptions);
  await Promise.all([unusedConnection.closed, idleConnection.closed]);
  await call.release();
  await call.closed;
  expect(call.getReceived()).toContain('HTTP/1.1 200 ');
  upload.finish();
  expect(await portal.exitCode).toBe(0);
  expect(upload.getReceived()).toContain('HTTP/1.1 200 ');
  expect(await upload.readDocuments()).toHaveLength(1);
});

test('over open connections, a closing portal reports that it is not ready, and a second signal ends it immediately', async () => {
  const portal = await start({ DRAIN_SECONDS: '60' });
  const [firstConnection, secondConnection] = [
    openConnection(portal, readyzRequest),
    openConnection(portal, readyzRequest),
  ];
  for (const { getReceived } of [firstConnection, secondConnection])
    await vi.waitFor(() => expect(getReceived()).toContain('HTTP/1.1 200 '), waitOptions);
  portal.child.kill('SIGTERM');
  await vi.waitFor(async () => expect(await refusesConnections(portal)).toBe(true), waitOptions);
  firstConnection.socket.write(readyzRequest);
  await vi.waitFor(() => expect(firstConnection.getReceived()).toContain('HTTP/1.1 503 '), waitOptions);
  portal.child.kill('SIGTERM');
  await secondConnection.closed;
  expect(await portal.exitCode).toBe(0);
});

test('a second signal aborts an unfinished upload, which leaves nothing behind', async () => {
  const portal = await start();
  const upload = await startUpload(portal);
  portal.child.kill('SIGTERM');
  await vi.waitFor(async () => expect(await refusesConnections(portal)).toBe(true), waitOptions);
  portal.child.kill('SIGTERM');
  expect(await portal.exitCode).toBe(0);
  expect(upload.getReceived()).toBe('');
  expect(await upload.readDocuments()).toHaveLength(0);
  expect(await readdir(join(world.dataDir, 'tmp'))).toEqual([]);
});
