import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookAppointment } from '../booking/contract.ts';
import { makeNewCoach } from '../coaches/contract.ts';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { sessionInvalid } from '../../shared/call.ts';
import {
  download,
  listDocuments,
  addSignedInParticipant,
  minimalPdf,
  readDocx,
  upload,
  type NamedFile,
} from '../../../tests/support/documents.ts';
import { collectLog } from '../../../tests/support/log.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { deleteFile, downloadFile, uploadFiles } from './contract.ts';

let world: World;
let docx: Buffer;

beforeAll(async () => {
  [world, docx] = await Promise.all([openWorld(), readDocx()]);
});
afterAll(() => world.close());

/** Returns the names of all objects in the store and of all temporary files. */
async function listFilesOnDisk(): Promise<string[]> {
  const names: string[] = [];
  for (const folder of ['files', 'tmp']) {
    const entries = await readdir(join(world.dataDir, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    names.push(...entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
  }
  return names;
}

describe('an upload', () => {
  test('stores nothing if its session ends while it is running', async () => {
    const { id, session } = await addSignedInParticipant(world);
    const hash = createHash('sha256').update(session).digest();
    const selectSession = () => world.db.selectFrom('session').select('seen_at').where('id_hash', '=', hash);
    const originalSession = await selectSession().executeTakeFirstOrThrow();
    // The clock is moved forward, so a newer `seen_at` shows that the session was checked while the upload was running.
    world.clock.shiftMs = 120_000;
    try {
      const form = new FormData();
      form.append(`file_${session}_0`, new Blob([new Uint8Array(docx)]), 'Spät.docx');
      const wholeRequest = new Request(world.address, { method: 'POST', body: form });
      const bytes = Buffer.from(await wholeRequest.arrayBuffer());
      const clientRequest = request(world.address + servicePath(uploadFiles), {
        method: 'POST',
        headers: { 'content-type': wholeRequest.headers.get('content-type') ?? '', 'content-length': bytes.length },
      });
      const responseText = new Promise<string>((done) => {
        clientRequest.on('response', (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => done(text));
        });
      });
      clientRequest.write(bytes.subarray(0, bytes.length - 100));
      await vi.waitFor(async () => {
        expect((await selectSession().executeTakeFirstOrThrow()).seen_at > originalSession.seen_at).toBe(true);
      }, 60_000);
      await world.db.deleteFrom('session').where('id_hash', '=', hash).execute();
      clientRequest.end(bytes.subarray(bytes.length - 100));
      expect(JSON.parse(await responseText)).toMatchObject({ status: 'error', message: sessionInvalid });
    } finally {
      world.clock.shiftMs = 0;
    }
    const documents = world.db.selectFrom('document').select('id').where('participant_id', '=', id);
    expect(await documents.execute()).toEqual([]);
  });

  test('is listed, and each file can be downloaded byte for byte under its own name [5.4] [5.5]', async () => {
    const { session } = await addSignedInParticipant(world);
    const { status, body } = await upload(
      world,
      session,
      ['Lebenslauf Müller.docx', docx],
      ['Zeugnis.pdf', minimalPdf],
    );
    expect({ status, body }).toEqual({ status: 200, body: { status: 'success', meta: { status: 'success' } } });
    const list = await listDocuments(world, session);
    expect(list.editableFile).toBe(true);
    expect(list.files?.uploadCoach).toEqual([]);
    const documents = list.files?.uploadParticiopant ?? [];
    expect(
      documents
        .map(({ name, size, uploadByCoach }) => [name, size, uploadByCoach])
        .sort((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['Lebenslauf Müller.docx', docx.length, false],
      ['Zeugnis.pdf', minimalPdf.length, false],
    ]);
    const cv = documents.find(({ name }) => name.endsWith('docx'));
    const { response, bytes } = await download(world, session, cv?.id ?? 0);
    expect(bytes.equals(docx)).toBe(true);
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''Lebenslauf%20M%C3%BCller.docx");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('that consists only of a PDF leaves the participant without an editable file', async () => {
    const { session } = await addSignedInParticipant(world);
    await upload(world, session, ['Lebenslauf.pdf', minimalPdf]);
    expect(await listDocuments(world, session)).toMatchObject({ editableFile: false });
  });

  test('adds a number before the extension of the second and third file with the same name', async () => {
    const { session } = await addSignedInParticipant(world);
    await upload(world, session, ['CV.docx', docx], ['CV.docx', docx], ['CV.docx', docx]);
    const names = (await listDocuments(world, session)).files?.uploadParticiopant.map(({ name }) => name).sort();
    expect(names).toEqual(['CV (2).docx', 'CV (3).docx', 'CV.docx']);
  });

  test.each<[string, NamedFile[], string]>([
    ['a wrong extension', [['bild.png', Buffer.from('x')]], 'wrongFile'],
    ['an extension that only coaches may use', [['brief.odt', Buffer.from('x')]], 'wrongFile'],
    ['a PDF with the extension docx', [['Lebenslauf.docx', minimalPdf]], 'wrongFile'],
    ['an empty file', [['Lebenslauf.docx', Buffer.alloc(0)]], 'wrongFile'],
    ['a name that is displayed backwards', [['Leben\u202eslauf.pdf', minimalPdf]], 'wrongFile'],
    ['more than 10,000,000 bytes in one file', [['gross.pdf', Buffer.alloc(10_000_001)]], 'tooLarge'],
    [
      'more than 10,000,000 bytes in total',
      [
        ['a.pdf', Buffer.concat([minimalPdf, Buffer.alloc(5_000_000), minimalPdf])],
        ['b.pdf', Buffer.concat([minimalPdf, Buffer.alloc(5_000_000), minimalPdf])],
      ],
      'tooLarge',
    ],
  ])('with %s is refused as a whole', async (_, badFiles, code) => {
    const { session } = await addSignedInParticipant(world);
    const filesBefore = await listFilesOnDisk();
    const { status, body } = await upload(world, session, ['Gut.pdf', minimalPdf], ...badFiles);
    expect({ status, bodyStatus: body.status, code: body.meta.code }).toEqual({
      status: 200,
      bodyStatus: 'error',
      code,
    });
    expect(body.message).toBe(body.meta.message);
    if (code === 'wrongFile') expect(body.message).toContain(badFiles[0]?.[0].replace('\u202e', ''));
    expect((await listDocuments(world, session)).files?.uploadParticiopant).toEqual([]);
    expect(await listFilesOnDisk()).toEqual(filesBefore);
  });

  test('of exactly 10,000,000 bytes is accepted [5.1]', async () => {
    const { session } = await addSignedInParticipant(world);
    const filler = Buffer.alloc(10_000_000 - 2 * minimalPdf.length, ' ');
    const { body } = await upload(world, session, ['gross.pdf', Buffer.concat([minimalPdf, filler, minimalPdf])]);
    expect(body.status).toBe('success');
  });

  test('that would give a participant more than 50 files is refused', async () => {
    const { id, session } = await addSignedInParticipant(world);
    for (let number = 0; number < 49; number++) await world.addDocument(id, { name: `alt${number}.pdf` });
    const refusedUpload = await upload(world, session, ['a.pdf', minimalPdf], ['b.pdf', minimalPdf]);
    expect({ status: refusedUpload.status, code: refusedUpload.body.meta.code }).toEqual({
      status: 413,
      code: 'tooMany',
    });
    expect((await upload(world, session, ['a.pdf', minimalPdf])).body.status).toBe('success');
  });

  test('without a file, or by an admin without a participant profile, is refused', async () => {
    const { session } = await addSignedInParticipant(world);
    const form = new FormData();
    form.append(`file_${session}_0`, 'just text');
    const response = await fetch(world.address + servicePath(uploadFiles), {
      method: 'POST',
      body: form,
    });
    expect(await response.json()).toMatchObject({ status: 'error', meta: { code: 'noFile' } });
    const adminSession = await world.signIn(await world.addAdmin());
    expect((await upload(world, adminSession, ['a.png', docx])).body.meta.code).toBe('noParticipantProfile');
  });

  test('that is cut off leaves neither a row nor a file', async () => {
    const { session } = await addSignedInParticipant(world);
    const filesBefore = await listFilesOnDisk();
    const boundary = 'boundary';
    await new Promise<void>((done) => {
      const clientRequest = request(world.address + servicePath(uploadFiles), {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': 5_000_000 },
      });
      clientRequest.on('error', () => done());
      clientRequest.write(
        `--${boundary}\r\nContent-Disposition: form-data; name="file_${session}_0"; filename="halb.docx"\r\n\r\n`,
      );
      clientRequest.write(docx.subarray(0, 5000), () => clientRequest.destroy(new Error('cancelled')));
    });
    await vi.waitFor(async () => expect(await listFilesOnDisk()).toEqual(filesBefore), { timeout: 60_000 });
    expect((await listDocuments(world, session)).files?.uploadParticiopant).toEqual([]);
  });
});

describe('deleting a file', () => {
  test('removes the row and the bytes of a participant’s own file, and is refused for a coach’s file [5.6]', async () => {
    const { id, session } = await addSignedInParticipant(world);
    await upload(world, session, ['CV.docx', docx]);
    const [cv] = (await listDocuments(world, session)).files?.uploadParticiopant ?? [];
    const filesBefore = await listFilesOnDisk();
    expect((await world.call(deleteFile, session, { fileId: cv?.id ?? 0 })).body).toMatchObject({ status: 'success' });
    expect(await listFilesOnDisk()).toHaveLength(filesBefore.length - 1);
    expect(await listDocuments(world, session)).toMatchObject({ editableFile: false });
    const fromCoach = await world.addDocument(id, { name: 'CV.docx', byCoach: await world.addCoach() });
    expect((await world.call(deleteFile, session, { fileId: fromCoach })).status).toBe(404);
  });

  test('is refused if a person uploaded it as a participant and is now a coach', async () => {
    const { id, session } = await addSignedInParticipant(world);
    await upload(world, session, ['CV.docx', docx]);
    const [cv] = (await listDocuments(world, session)).files?.uploadParticiopant ?? [];
    const promotion = await world.call(makeNewCoach, await world.signIn(await world.addAdmin()), {
      firstName: 'Ada',
      lastName: 'Neu',
      email: `neu${id}@test.example`,
      teamsLink: 'https://teams.example/x',
      gender: 'f',
      participantId: id,
    });
    expect(promotion.body.meta.status).toBe('success');
    const coachSession = await world.signIn(id);
    expect((await world.call(deleteFile, coachSession, { fileId: cv?.id ?? 0 })).status).toBe(404);
    const uploadedAsCoach = await world.addDocument(await world.addParticipant(), { byCoach: id });
    expect((await world.call(deleteFile, coachSession, { fileId: uploadedAsCoach })).status).toBe(200);
  });

  test('that a simultaneous booking requires makes the booking fail, unless the booking commits first', async () => {
    const coach = await world.addCoach();
    for (let attempt = 0; attempt < 15; attempt++) {
      const { session } = await addSignedInParticipant(world);
      await upload(world, session, ['CV.docx', docx]);
      const [cv] = (await listDocuments(world, session)).files?.uploadParticiopant ?? [];
      const slot = await world.addAppointment(coach, inDays(3 + attempt, '10:00'));
      const [booking] = await Promise.all([
        world.call(bookAppointment, session, { appointmentId: slot }),
        world.call(deleteFile, session, { fileId: cv?.id ?? 0 }),
      ]);
      const entries = await world.db
        .selectFrom('audit')
        .select(['action', 'id'])
        .where((e) => e.or([e('appointment_id', '=', slot), e('document_id', '=', cv?.id ?? 0)]))
        .where('action', 'in', ['booked', 'fileDeleted'])
        .orderBy('id')
        .execute();
      const order = entries.map(({ action }) => action);
      expect(booking.status === 200 ? order : [booking.body.meta.code, ...order]).toEqual(
        booking.status === 200 ? ['booked', 'fileDeleted'] : ['noEditableFile', 'fileDeleted'],
      );
    }
  });
});

test('the download of a document whose bytes are missing is answered with 404', async () => {
  const { id, session } = await addSignedInParticipant(world);
  const fileId = await world.addDocument(id);
  expect((await download(world, session, fileId)).response.status).toBe(404);
});

test('the download of a document whose bytes changed in the store fails; only the kind of error is logged [5.5]', async () => {
  const { logStream, loggedText } = collectLog();
  const loggedWorld = await openWorld({ env: { LOG_LEVEL: 'error' }, logStream });
  try {
    const session = await loggedWorld.signIn(await loggedWorld.addParticipant({ hasCv: false }));
    await loggedWorld.send(uploadFiles, [{ field: `file_${session}_0`, name: 'Geheimnis.docx', bytes: docx }]);
    const { id, store_key: key } = await loggedWorld.db
      .selectFrom('document')
      .select(['id', 'store_key'])
      .executeTakeFirstOrThrow();
    const path = join(loggedWorld.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key);
    const changedBytes = Buffer.from(docx);
    changedBytes[100] = (changedBytes[100] ?? 0) ^ 1;
    await writeFile(path, changedBytes);
    const response = await loggedWorld.call(downloadFile, session, { fileId: id });
    expect(response.status).toBe(500);
    expect(response.body).toMatchObject({ meta: { status: 'error', code: 'unexpected' } });
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(loggedText()).toContain('FileChanged');
    expect(loggedText()).not.toContain('Geheimnis');
    expect(loggedText()).not.toContain(key);
  } finally {
    await loggedWorld.close();
  }
});
