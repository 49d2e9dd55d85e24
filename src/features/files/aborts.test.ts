import { mkdtempSync, writeFileSync } from 'node:fs';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookAppointment } from '../booking/contract.ts';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { uploadFiles, uploadForParticipant } from './contract.ts';

let world: World;
let docx: Buffer;
let errorLog = '';
const folder = mkdtempSync(join(tmpdir(), 'aborts-'));
/** Writes a provider file (PORTAL_FILE) with upload limits, and returns the environment variable that points to it. */
function withUploadLimits(uploads: Record<string, number>) {
  const file = join(folder, `${Object.keys(uploads).join('-')}.json`);
  writeFileSync(file, JSON.stringify({ uploads }));
  return { PORTAL_FILE: file };
}
beforeAll(async () => {
  world = await openWorld({
    env: { ...withUploadLimits({ megabytesPerRequest: 10, megabytesPerParticipant: 10 }), LOG_LEVEL: 'error' },
    logStream: { write: (line: string) => (errorLog += line) } as never,
  });
  docx = await readFile(resolve(import.meta.dirname, 'testdata/documents/single-paragraph.docx'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const boundary = 'boundary';
const encodeFilePart = (field: string, name: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
const closingBoundary = Buffer.from(`--${boundary}--\r\n`);

async function addSignedInParticipant() {
  const id = await world.addParticipant({ hasCv: false });
  return { id, session: await world.signIn(id) };
}

/**
 * Opens a raw connection and begins an upload: sends headers that announce `length` bytes, then only `bytes`. Returns
 * the open connection.
 */
async function startUpload(length: number, bytes: Buffer) {
  const socket = connect(Number(new URL(world.address).port), '127.0.0.1');
  socket.on('error', () => {});
  const head = [
    `POST ${servicePath(uploadFiles)} HTTP/1.1`,
    'Host: portal.example',
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${length}`,
  ];
  await new Promise((done) => socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]), done));
  return socket;
}

/** Counts the traces that an upload could leave: rows, and the files and open files in the portal's data folder. */
async function countTraces() {
  const files = await readdir(world.dataDir, { recursive: true, withFileTypes: true });
  const rows = await world.db.selectFrom('document').select('id').execute();
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const openPaths = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return {
    files: files.filter((entry) => entry.isFile()).length,
    rows: rows.length,
    openFiles: openPaths.filter((path) => path.startsWith(world.dataDir)).length,
  };
}

test('an upload that is cut off at any byte leaves no row, no file and no open file, and is not logged as an error [5.2]', async () => {
  errorLog = '';
  const { session } = await addSignedInParticipant();
  const large = Buffer.alloc(400_000, 'x');
  const body = Buffer.concat([
    encodeFilePart(`file_${session}_0`, 'a.docx', docx),
    encodeFilePart(`file_${session}_1`, 'b.docx', large),
    closingBoundary,
  ]);
  const before = await countTraces();
  expect(before.openFiles).toBe(0);
  const cutPositions = [0, 1, body.length - 1, body.length - closingBoundary.length];
  while (cutPositions.length < 24) cutPositions.push(Math.floor(Math.random() * body.length));
  for (const cut of cutPositions) {
    const socket = await startUpload(body.length, body.subarray(0, cut));
    socket.destroy();
    await vi.waitFor(async () => expect({ cut, ...(await countTraces()) }).toEqual({ cut, ...before }), {
      timeout: 60_000,
    });
  }
  expect(errorLog).toBe('');
});

test('a person’s third simultaneous upload is refused with 429, while another person’s upload is accepted', async () => {
  const { session } = await addSignedInParticipant();
  const body = encodeFilePart(`file_${session}_0`, 'a.docx', docx);
  const listTemporaryFiles = () => readdir(join(world.dataDir, 'tmp')).catch(() => []);
  const earlierFiles = new Set(await listTemporaryFiles());
  const sockets = [await startUpload(1_000_000, body), await startUpload(1_000_000, body)];
  // The server receives the two uploads some time after they were sent. A third one that overtakes them would take the
  // place of one of them.
  await vi.waitFor(
    async () => {
      const newFiles = (await listTemporaryFiles()).filter((name) => !earlierFiles.has(name));
      expect(newFiles).toHaveLength(2);
    },
    { timeout: 60_000 },
  );
  const upload = (uploaderSession: string) =>
    world.send(uploadFiles, [{ field: `file_${uploaderSession}_0`, name: 'a.docx', bytes: docx }]);
  const thirdUpload = await upload(session);
  expect({ status: thirdUpload.status, message: thirdUpload.body.message }).toEqual({
    status: 429,
    message: 'Es laufen schon zwei Uploads von dir. Bitte warte, bis einer davon fertig ist.',
  });
  expect((await upload((await addSignedInParticipant()).session)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect((await upload(session)).status).toBe(200), { timeout: 60_000 });
});

describe('an upload that exceeds a limit', () => {
  test.each([
    ['61 files', 61],
    ['a thousand files', 1000],
  ])('is answered with 413 if it has %s', async (_, count) => {
    const { session } = await addSignedInParticipant();
    const before = await countTraces();
    const file = { name: 'a.docx', bytes: docx.subarray(0, 10) };
    const files = Array.from({ length: count }, (__, index) => ({ ...file, field: `file_${session}_${index}` }));
    expect((await world.send(uploadFiles, files)).status).toBe(413);
    await vi.waitFor(async () => expect(await countTraces()).toEqual(before), { timeout: 60_000 });
  });

  test('is answered with 413, even if a coach sends it without a Content-Length header', async () => {
    const { id } = await addSignedInParticipant();
    const coach = await world.addCoach();
    await world.addAppointment(coach, inDays(-2, '09:00'), { participant: id });
    const session = await world.signIn(coach);
    const before = await countTraces();
    const fileParts = [0, 1].map((index) =>
      encodeFilePart(`file_${session}_${id}_${index}`, 'a.docx', Buffer.alloc(5_000_001)),
    );
    const response = await fetch(world.address + servicePath(uploadForParticipant), {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: new ReadableStream({
        start(controller) {
          for (const bytes of [...fileParts, closingBoundary]) controller.enqueue(bytes);
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    await vi.waitFor(async () => expect(await countTraces()).toEqual(before), { timeout: 60_000 });
  });

  test('is answered with 413 and the sizes if it exceeds a participant’s storage limit, no matter who uploads it', async () => {
    const { id, session } = await addSignedInParticipant();
    const coach = await world.addCoach();
    await world.addAppointment(coach, inDays(-2, '09:00'), { participant: id });
    const oldDocument = await world.addDocument(id, { byCoach: coach });
    await world.db.updateTable('document').set({ size: 9_990_000 }).where('id', '=', oldDocument).execute();
    const before = await countTraces();
    const ownUpload = await world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'a.docx', bytes: docx }]);
    const coachSession = await world.signIn(coach);
    const field = `file_${coachSession}_${id}_0`;
    const coachUpload = await world.send(uploadForParticipant, [{ field, name: 'a.docx', bytes: docx }]);
    const message = 'Hier liegen schon 9,99 MB. Mit 0,01 MB mehr wären es über 10 MB. Bitte lösche zuerst eine Datei.';
    for (const { status, body } of [ownUpload, coachUpload])
      expect({ status, code: body.meta.code, message: body.message }).toEqual({
        status: 413,
        code: 'overQuota',
        message,
      });
    expect(await countTraces()).toEqual(before);
    await world.db
      .updateTable('document')
      .set({ size: 10_000_000 - docx.length })
      .where('id', '=', oldDocument)
      .execute();
    expect((await world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'a.docx', bytes: docx }])).status).toBe(
      200,
    );
  });
});

test('on a nearly full disk, uploads are refused and bookings still work; the log states the reason', async () => {
  let log = '';
  const logStream = { write: (line: string) => (log += line) } as never;
  const env = { ...withUploadLimits({ keepFreeMegabytes: 1_000_000_000 }), LOG_LEVEL: 'error' };
  const fullWorld = await openWorld({ env, logStream });
  try {
    const person = await fullWorld.addParticipant();
    const session = await fullWorld.signIn(person);
    const refusedUpload = await fullWorld.send(uploadFiles, [
      { field: `file_${session}_0`, name: 'Geheimnis.docx', bytes: docx },
    ]);
    expect({
      status: refusedUpload.status,
      message: refusedUpload.body.message,
      retry: refusedUpload.headers.get('retry-after'),
    }).toEqual({
      status: 503,
      message: 'Das geht gerade nicht. Bitte versuche es später erneut.',
      retry: '60',
    });
    expect(log).toContain('DiskFull');
    expect(log).not.toContain('Geheimnis');
    const slot = await fullWorld.addAppointment(await fullWorld.addCoach(), inDays(3, '10:00'));
    expect((await fullWorld.call(bookAppointment, session, { appointmentId: slot })).status).toBe(200);
  } finally {
    await fullWorld.close();
  }
});
