import { readdir, readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { login, logout } from '../../../features/accounts/contract.ts';
import { uploadFiles } from '../../../features/files/contract.ts';
import { getLocations } from '../../../features/provider/contract.ts';
import { servicePath } from '../calls/calls.ts';
import { connectionLimits, type ConnectionLimits } from './connection-limits.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';

/** Short limits, so that the tests reach them quickly. The times are in milliseconds. */
const limits: ConnectionLimits = {
  head: 400,
  body: 500,
  request: 2_000,
  stall: 600,
  keepAlive: 300,
  checkInterval: 50,
  maxConnections: 60,
};

let world: World;
let docx: Buffer;
const sockets: Socket[] = [];
beforeAll(async () => {
  world = await openWorld({ limits });
  docx = await readFile(
    resolve(import.meta.dirname, '../../../features/files/testdata/documents/single-paragraph.docx'),
  );
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  return world.close();
});

/**
 * Opens a TCP connection and sends `start`. `closed` resolves when the connection is closed, with the received text and
 * the milliseconds since the opening.
 */
function openConnection(start: string) {
  const socket = connect(Number(new URL(world.address).port), '127.0.0.1');
  sockets.push(socket);
  const openedAt = performance.now();
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => {});
  if (start) socket.write(start);
  const closed = new Promise<{ received: string; elapsedMs: number }>((done) =>
    socket.once('close', () => done({ received, elapsedMs: performance.now() - openedAt })),
  );
  return { socket, closed };
}

const uploadTail = '\r\n--boundary--\r\n';

/** The start of an upload request, up to the first byte of its only file. `fileSize` is in bytes. */
function uploadHead(session: string, { fileSize = 1_000_000 } = {}): string {
  const part = `--boundary\r\nContent-Disposition: form-data; name="file_${session}_0"; filename="a.docx"\r\n\r\n`;
  const head = [
    `POST ${servicePath(uploadFiles)} HTTP/1.1`,
    'Host: portal.example',
    'Content-Type: multipart/form-data; boundary=boundary',
    `Content-Length: ${part.length + fileSize + uploadTail.length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${part}`;
}

/** The number of stored and temporary files, and of the participant's documents in the database. */
async function countTraces(participant: number) {
  const names: string[] = [];
  for (const folder of ['files', 'tmp'])
    names.push(
      ...(await readdir(join(world.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    );
  const rows = await world.db.selectFrom('document').select('id').where('participant_id', '=', participant).execute();
  return { files: names.length, rows: rows.length };
}

test('the connection of a stalled upload is closed, and no file or database row is left', async () => {
  const person = await world.addParticipant({ hasCv: false });
  const session = await world.signIn(person);
  const tracesBefore = await countTraces(person);
  const { socket, closed } = openConnection(uploadHead(session));
  socket.write(docx.subarray(0, 2000));
  await vi.waitFor(async () => expect((await countTraces(person)).files).toBe(tracesBefore.files + 1), {
    timeout: 60_000,
  });
  const { elapsedMs } = await closed;
  expect(elapsedMs).toBeLessThan(limits.request);
  await vi.waitFor(async () => expect(await countTraces(person)).toEqual(tracesBefore), { timeout: 60_000 });
});

test('an upload that takes too long gets status 408, and no file or database row is left', async () => {
  const person = await world.addParticipant({ hasCv: false });
  const session = await world.signIn(person);
  const tracesBefore = await countTraces(person);
  const { socket, closed } = openConnection(uploadHead(session));
  const timer = setInterval(() => socket.write('x'), 100);
  const { received, elapsedMs } = await closed;
  clearInterval(timer);
  expect(elapsedMs).toBeGreaterThan(limits.stall * 2);
  expect(received).toContain('HTTP/1.1 408 ');
  expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ meta: { code: 'invalidRequest' } });
  await vi.waitFor(async () => expect(await countTraces(person)).toEqual(tracesBefore), { timeout: 60_000 });
});

test('an upload that is slow but never stalls is stored', async () => {
  const person = await world.addParticipant({ hasCv: false });
  const session = await world.signIn(person);
  const { socket, closed } = openConnection(uploadHead(session, { fileSize: docx.length }));
  const chunkSize = Math.ceil(docx.length / 10);
  let sentBytes = 0;
  const timer = setInterval(() => {
    socket.write(docx.subarray(sentBytes, (sentBytes += chunkSize)));
    if (sentBytes < docx.length) return;
    clearInterval(timer);
    socket.write(uploadTail);
  }, 100);
  const { received, elapsedMs } = await closed;
  expect(elapsedMs).toBeGreaterThan(limits.stall);
  expect(received).toContain('HTTP/1.1 200 ');
  expect((await countTraces(person)).rows).toBe(1);
});

test.each([
  ['sends nothing', ''],
  [
    'never completes the head of its request',
    'POST /api/service/authentication/login.php HTTP/1.1\r\nHost: portal.example\r\n',
  ],
])('a connection that %s is closed', async (_, start) => {
  const { received } = await openConnection(start).closed;
  expect(received).toContain('HTTP/1.1 408 ');
});

test('input that is not HTTP gets status 400 from the portal, not the default response of Fastify', async () => {
  const { received } = await openConnection('no such thing\r\n\r\n').closed;
  expect(received).toContain('HTTP/1.1 400 ');
  expect(received).toContain("Content-Security-Policy: default-src 'none'");
  expect(received).not.toContain('Client Error');
});

test('a call gets its response even if its handler takes longer than the time limit for stalled connections', async () => {
  const session = await world.signIn(await world.addParticipant());
  const transaction = await world.db.startTransaction().execute();
  await transaction.executeQuery(transaction.selectFrom('session').selectAll().forUpdate().compile());
  const response = fetch(`${world.address}/api/service/authentication/logout.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId: session }),
  });
  const releaseTimer = setTimeout(() => void transaction.rollback().execute(), limits.stall * 2);
  expect((await response).status).toBe(200);
  clearTimeout(releaseTimer);
});

test('a form that takes longer to arrive than the time limit for forms gets status 408', async () => {
  const head = `POST ${servicePath(login)} HTTP/1.1\r\nHost: portal.example\r\nContent-Type: application/json`;
  const { socket, closed } = openConnection(`${head}\r\nContent-Length: 1000\r\n\r\n`);
  const timer = setInterval(() => socket.write(' '), 100);
  const { received, elapsedMs } = await closed;
  clearInterval(timer);
  expect(received).toContain('HTTP/1.1 408 ');
  expect(elapsedMs).toBeLessThan(limits.request);
});

/** Sends the head of a request, and then a body byte by byte until the connection is closed. */
async function sendSlowly(head: string) {
  const { socket, closed } = openConnection(head);
  const timer = setInterval(() => socket.write('x'), 100);
  const result = await closed;
  clearInterval(timer);
  return result;
}

test.each([
  ['without a live session', uploadHead('a1'.repeat(32))],
  ['to a JSON call', uploadHead('a1'.repeat(32)).replace(servicePath(uploadFiles), servicePath(login))],
])('an upload %s that arrives byte by byte gets status 408 after the time limit for forms', async (_, head) => {
  const { received, elapsedMs } = await sendSlowly(head);
  expect(received).toContain('HTTP/1.1 408 ');
  expect(elapsedMs).toBeLessThan(limits.request);
});

test('a body that continues after the response is cut off after the time limit for forms', async () => {
  const head = uploadHead('a1'.repeat(32)).replace(servicePath(uploadFiles), '/api/service/no/such.php');
  const { received, elapsedMs } = await sendSlowly(head);
  expect(received).toContain('HTTP/1.1 404 ');
  expect(elapsedMs).toBeLessThan(limits.request);
});

test.each([
  ['that send nothing', ''],
  ['that send their request slowly', `POST ${servicePath(login)} HTTP/1.1\r\nHost: portal.example\r\nContent-`],
])('if there are too many connections %s, the oldest are closed and new requests are served', async (_, start) => {
  const connections = Array.from({ length: limits.maxConnections + 20 }, () => openConnection(start));
  await Promise.all(connections.map(({ socket }) => once(socket, 'connect')));
  expect((await fetch(world.address + servicePath(getLocations))).status).toBe(200);
});

test('a call in progress keeps its connection when there are too many connections', async () => {
  const session = await world.signIn(await world.addParticipant());
  const transaction = await world.db.startTransaction().execute();
  await transaction.executeQuery(transaction.selectFrom('session').selectAll().forUpdate().compile());
  const response = world.call(logout, session);
  await vi.waitFor(async () => expect(await countWaitingLocks()).toBe(1), { timeout: 60_000 });
  const connections = Array.from({ length: limits.maxConnections + 20 }, () => openConnection(''));
  await Promise.all(connections.map(({ socket }) => once(socket, 'connect')));
  await transaction.rollback().execute();
  expect((await response).status).toBe(200);
});

async function countWaitingLocks(): Promise<number> {
  const { rows } = await sql`
    SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()
  `.execute(world.db);
  return rows.length;
}

test('the default limits allow an upload of 100 MB at 0.5 Mbit/s, and less time for the head than for the request', () => {
  const requiredMbitPerSecond = (100 * 8) / (connectionLimits.request / 1000);
  expect(requiredMbitPerSecond).toBeLessThan(0.5);
  expect(connectionLimits.head).toBeLessThan(connectionLimits.request);
});
