import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bookAppointment } from '../booking/contract.ts';
import { servicePath } from '../server/calls.ts';
import { inDays, openWorld, type World } from '../server/testing.ts';
import { sessionInvalid } from '../shared/call.ts';
import { makeNewCoach } from '../coaches/contract.ts';
import { deleteFile, downloadFile, getFiles, uploadFiles, uploadForParticipant } from './contract.ts';

let world: World;
let docx: Buffer;
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');

beforeAll(async () => {
  world = await openWorld();
  docx = await readFile(resolve(import.meta.dirname, 'testdata/documents/single-paragraph.docx'));
});
afterAll(() => world.close());

type File = [name: string, bytes: Buffer];

const upload = (session: string, ...files: File[]) =>
  world.send(
    uploadFiles,
    files.map(([name, bytes], index) => ({ field: `file_${session}_${index}`, name, bytes })),
  );

const list = async (session: string, participantId?: number) =>
  (await world.call(getFiles, session, participantId ? { participantId } : {})).body;

async function download(session: string, fileId: number) {
  const response = await fetch(world.address + servicePath(downloadFile), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId: session, fileId }),
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Every object in the store and every file on its way. */
async function stored(): Promise<string[]> {
  const all: string[] = [];
  for (const folder of ['files', 'tmp']) {
    const entries = await readdir(join(world.dataDir, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    all.push(...entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
  }
  return all;
}

async function someone() {
  const id = await world.participant({ docx: false });
  return { id, session: await world.signIn(id) };
}

describe('an upload', () => {
  test('whose session ends while it is on its way stores nothing', async () => {
    const { id, session } = await someone();
    const hash = createHash('sha256').update(session).digest();
    const sessions = () => world.db.selectFrom('session').select('seen_at').where('id_hash', '=', hash);
    const begun = await sessions().executeTakeFirstOrThrow();
    // The session's use is noted once it was asked before the first byte.
    world.clock.shiftMs = 120_000;
    try {
      const form = new FormData();
      form.append(`file_${session}_0`, new Blob([new Uint8Array(docx)]), 'Spät.docx');
      const whole = new Request(world.address, { method: 'POST', body: form });
      const bytes = Buffer.from(await whole.arrayBuffer());
      const sending = request(world.address + servicePath(uploadFiles), {
        method: 'POST',
        headers: { 'content-type': whole.headers.get('content-type') ?? '', 'content-length': bytes.length },
      });
      const answered = new Promise<string>((done) => {
        sending.on('response', (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => done(text));
        });
      });
      sending.write(bytes.subarray(0, bytes.length - 100));
      await vi.waitFor(async () => {
        expect((await sessions().executeTakeFirstOrThrow()).seen_at > begun.seen_at).toBe(true);
      }, 10_000);
      await world.db.deleteFrom('session').where('id_hash', '=', hash).execute();
      sending.end(bytes.subarray(bytes.length - 100));
      expect(JSON.parse(await answered)).toMatchObject({ status: 'error', message: sessionInvalid });
    } finally {
      world.clock.shiftMs = 0;
    }
    const documents = world.db.selectFrom('document').select('id').where('participant_id', '=', id);
    expect(await documents.execute()).toEqual([]);
  });

  test('lists what was stored, and each comes back byte for byte under its own name', async () => {
    const { session } = await someone();
    const { status, body } = await upload(session, ['Lebenslauf Müller.docx', docx], ['Zeugnis.pdf', pdf]);
    expect({ status, body }).toEqual({ status: 200, body: { status: 'success', meta: { status: 'success' } } });
    const files = await list(session);
    expect(files.editableFile).toBe(true);
    expect(files.files?.uploadCoach).toEqual([]);
    const own = files.files?.uploadParticiopant ?? [];
    expect(
      own
        .map(({ name, size, uploadByCoach }) => [name, size, uploadByCoach])
        .sort((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['Lebenslauf Müller.docx', docx.length, false],
      ['Zeugnis.pdf', pdf.length, false],
    ]);
    const cv = own.find(({ name }) => name.endsWith('docx'));
    const { response, bytes } = await download(session, cv?.id ?? 0);
    expect(bytes.equals(docx)).toBe(true);
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''Lebenslauf%20M%C3%BCller.docx");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('with a PDF alone leaves booking off', async () => {
    const { session } = await someone();
    await upload(session, ['Lebenslauf.pdf', pdf]);
    expect(await list(session)).toMatchObject({ editableFile: false });
  });

  test('of a name that is there already gets a number before its ending', async () => {
    const { session } = await someone();
    await upload(session, ['CV.docx', docx], ['CV.docx', docx]);
    await upload(session, ['CV.docx', docx]);
    const names = (await list(session)).files?.uploadParticiopant.map(({ name }) => name).sort();
    expect(names).toEqual(['CV (2).docx', 'CV (3).docx', 'CV.docx']);
  });

  test.each<[string, File[], string]>([
    ['a wrong ending', [['bild.png', Buffer.from('x')]], 'wrongFile'],
    ['an ending that only coaches may use', [['brief.odt', Buffer.from('x')]], 'wrongFile'],
    ['a PDF that is called docx', [['Lebenslauf.docx', pdf]], 'wrongFile'],
    ['an empty file', [['Lebenslauf.docx', Buffer.alloc(0)]], 'wrongFile'],
    ['more than 10,000,000 bytes in one file', [['gross.pdf', Buffer.alloc(10_000_001)]], 'tooLarge'],
    [
      'more than 10,000,000 bytes together',
      [
        ['a.pdf', Buffer.concat([pdf, Buffer.alloc(5_000_000), pdf])],
        ['b.pdf', Buffer.concat([pdf, Buffer.alloc(5_000_000), pdf])],
      ],
      'tooLarge',
    ],
  ])('with %s is refused as a whole', async (_, bad, code) => {
    const { session } = await someone();
    const before = await stored();
    const { status, body } = await upload(session, ['Gut.pdf', pdf], ...bad);
    expect({ status, top: body.status, code: body.meta.code }).toEqual({ status: 200, top: 'error', code });
    expect(body.message).toBe(body.meta.message);
    if (code === 'wrongFile') expect(body.message).toContain(bad[0]?.[0]);
    expect((await list(session)).files?.uploadParticiopant).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  test('of exactly 10,000,000 bytes is taken', async () => {
    const { session } = await someone();
    const filler = Buffer.alloc(10_000_000 - 2 * pdf.length, ' ');
    const { body } = await upload(session, ['gross.pdf', Buffer.concat([pdf, filler, pdf])]);
    expect(body.status).toBe('success');
  });

  test('beyond 50 files a participant is refused', async () => {
    const { id, session } = await someone();
    for (let number = 0; number < 49; number++) await world.document(id, { name: `alt${number}.pdf` });
    const refused = await upload(session, ['a.pdf', pdf], ['b.pdf', pdf]);
    expect({ status: refused.status, code: refused.body.meta.code }).toEqual({ status: 413, code: 'tooMany' });
    expect((await upload(session, ['a.pdf', pdf])).body.status).toBe('success');
  });

  test('without a file, and one by an admin without a participant record, are refused', async () => {
    const { session } = await someone();
    const form = new FormData();
    form.append(`file_${session}_0`, 'just text');
    const response = await fetch(world.address + servicePath(uploadFiles), {
      method: 'POST',
      body: form,
    });
    expect(await response.json()).toMatchObject({ status: 'error', meta: { code: 'noFile' } });
    const admin = await world.signIn(await world.admin());
    expect((await upload(admin, ['a.docx', docx])).body.meta.code).toBe('noParticipantProfile');
  });

  test('that is broken off leaves neither row nor file', async () => {
    const { session } = await someone();
    const before = await stored();
    const boundary = 'grenze';
    await new Promise<void>((done) => {
      const sending = request(world.address + servicePath(uploadFiles), {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': 5_000_000 },
      });
      sending.on('error', () => done());
      sending.write(
        `--${boundary}\r\nContent-Disposition: form-data; name="file_${session}_0"; filename="halb.docx"\r\n\r\n`,
      );
      sending.write(docx.subarray(0, 5000), () => sending.destroy(new Error('cancelled')));
    });
    await vi.waitFor(async () => expect(await stored()).toEqual(before), { timeout: 20_000 });
    expect((await list(session)).files?.uploadParticiopant).toEqual([]);
  });
});

describe('deleting', () => {
  test('an own file takes row and bytes away; the coach’s file stays', async () => {
    const { id, session } = await someone();
    await upload(session, ['CV.docx', docx]);
    const [own] = (await list(session)).files?.uploadParticiopant ?? [];
    const before = await stored();
    expect((await world.call(deleteFile, session, { fileId: own?.id ?? 0 })).body).toMatchObject({ status: 'success' });
    expect(await stored()).toHaveLength(before.length - 1);
    expect(await list(session)).toMatchObject({ editableFile: false });
    const fromCoach = await world.document(id, { name: 'CV.docx', byCoach: await world.coach() });
    expect((await world.call(deleteFile, session, { fileId: fromCoach })).status).toBe(404);
  });

  test('what somebody uploaded as a participant stays when they have become a coach', async () => {
    const { id, session } = await someone();
    await upload(session, ['CV.docx', docx]);
    const [cv] = (await list(session)).files?.uploadParticiopant ?? [];
    const made = await world.call(makeNewCoach, await world.signIn(await world.admin()), {
      ...{ firstName: 'Ada', lastName: 'Neu', email: `neu${id}@test.example`, teamsLink: 'https://teams.example/x' },
      ...{ gender: 'f', participantId: id },
    });
    expect(made.body.meta.status).toBe('success');
    const asCoach = await world.signIn(id);
    expect((await world.call(deleteFile, asCoach, { fileId: cv?.id ?? 0 })).status).toBe(404);
    const fresh = await world.document(await world.participant(), { byCoach: id });
    expect((await world.call(deleteFile, asCoach, { fileId: fresh })).status).toBe(200);
  });

  test('the last Word file and booking at once: a booking stands only if the file stood at its commit', async () => {
    const coach = await world.coach();
    for (let round = 0; round < 15; round++) {
      const { session } = await someone();
      await upload(session, ['CV.docx', docx]);
      const [cv] = (await list(session)).files?.uploadParticiopant ?? [];
      const slot = await world.appointment(coach, inDays(3 + round, '10:00'));
      const [booking] = await Promise.all([
        world.call(bookAppointment, session, { appointmentId: slot }),
        world.call(deleteFile, session, { fileId: cv?.id ?? 0 }),
      ]);
      const deed = await world.db
        .selectFrom('audit')
        .select(['action', 'id'])
        .where((e) => e.or([e('appointment_id', '=', slot), e('document_id', '=', cv?.id ?? 0)]))
        .where('action', 'in', ['booked', 'fileDeleted'])
        .orderBy('id')
        .execute();
      const order = deed.map(({ action }) => action);
      expect(booking.status === 200 ? order : [booking.body.meta.code, ...order]).toEqual(
        booking.status === 200 ? ['booked', 'fileDeleted'] : ['noEditableFile', 'fileDeleted'],
      );
    }
  });
});

describe('staff', () => {
  test('a coach reads the files of own participants, a speed coach and an admin all; each look is written down', async () => {
    const { id, session } = await someone();
    await upload(session, ['CV.docx', docx]);
    const coach = await world.coach();
    await world.appointment(coach, inDays(-3, '09:00'), { participant: id, status: 'K' });
    const readers = [coach, await world.coach({ speed: true }), await world.admin()];
    const [cv] = (await list(session)).files?.uploadParticiopant ?? [];
    for (const reader of readers) {
      const staff = await world.signIn(reader);
      const seen = await list(staff, id);
      expect(seen.files?.uploadParticiopant).toHaveLength(1);
      expect(seen.mayUpload).toBe(reader === coach);
      expect((await download(staff, cv?.id ?? 0)).bytes.equals(docx)).toBe(true);
      expect((await world.call(deleteFile, staff, { fileId: cv?.id ?? 0 })).status).toBe(404);
    }
    const looks = await world.db
      .selectFrom('audit')
      .select('actor_id')
      .where('action', '=', 'fileDownloaded')
      .where('person_id', '=', id)
      .execute();
    expect(looks.map((look) => look.actor_id)).toEqual(readers);
    const stranger = await world.signIn(await world.coach());
    expect((await download(stranger, cv?.id ?? 0)).response.status).toBe(404);
  });

  test('without a participant named, staff get their own empty record', async () => {
    const admin = await world.signIn(await world.admin());
    expect(await list(admin)).toMatchObject({
      editableFile: false,
      files: { uploadParticiopant: [], uploadCoach: [] },
    });
  });
});

describe('a coach', () => {
  const uploadFor = (session: string, participant: number, ...files: File[]) =>
    world.send(
      uploadForParticipant,
      files.map(([name, bytes], index) => ({ field: `file_${session}_${participant}_${index}`, name, bytes })),
    );

  test('uploads for an own participant, who finds it, is told by mail, and cannot delete it; the coach can', async () => {
    const { id, session } = await someone();
    const coach = await world.coach();
    await world.appointment(coach, inDays(-2, '09:00'), { participant: id });
    const staff = await world.signIn(coach);
    const sent = await uploadFor(staff, id, ['Überarbeitet.docx', docx], ['Tipps.pdf', pdf]);
    expect({ status: sent.status, top: sent.body.status }).toEqual({ status: 200, top: 'success' });
    const { files, editableFile } = await list(session);
    expect(files?.uploadCoach.map(({ name }) => name).sort()).toEqual(['Tipps.pdf', 'Überarbeitet.docx']);
    expect(editableFile).toBe(false);
    const mails = await world.db.selectFrom('mail').select('kind').where('person_id', '=', id).execute();
    expect(mails).toEqual([{ kind: 'fileFromCoach' }]);
    const [first, second] = files?.uploadCoach ?? [];
    expect(first?.mine).toBe(false);
    const { files: asSeen } = await list(staff, id);
    expect(asSeen?.uploadCoach.map(({ mine }) => mine)).toEqual([true, true]);
    expect((await world.call(deleteFile, session, { fileId: first?.id ?? 0 })).status).toBe(404);
    const otherCoach = await world.coach();
    await world.appointment(otherCoach, inDays(-3, '09:00'), { participant: id });
    const other = await world.signIn(otherCoach);
    expect((await list(other, id)).files?.uploadCoach.map(({ mine }) => mine)).toEqual([false, false]);
    expect((await world.call(deleteFile, other, { fileId: first?.id ?? 0 })).status).toBe(404);
    expect((await world.call(deleteFile, staff, { fileId: first?.id ?? 0 })).status).toBe(200);
    const admin = await world.signIn(await world.admin());
    expect((await world.call(deleteFile, admin, { fileId: second?.id ?? 0 })).status).toBe(200);
  });

  test('may upload more than 10,000,000 bytes together', async () => {
    const { id, session } = await someone();
    const coach = await world.coach();
    await world.appointment(coach, inDays(-2, '09:00'), { participant: id });
    const large = Buffer.concat([pdf, Buffer.alloc(6_000_000, ' '), pdf]);
    const sent = await uploadFor(await world.signIn(coach), id, ['a.pdf', large], ['b.pdf', large]);
    expect(sent.body.status).toBe('success');
    expect((await list(session)).files?.uploadCoach).toHaveLength(2);
  });

  test('does not upload for a stranger, for two people at once, a wrong file, or without a coach record', async () => {
    const { id } = await someone();
    const coach = await world.coach();
    const staff = await world.signIn(coach);
    expect((await uploadFor(staff, id, ['a.pdf', pdf])).status).toBe(404);
    await world.appointment(coach, inDays(-2, '09:00'), { participant: id });
    const second = await someone();
    await world.appointment(coach, inDays(-3, '09:00'), { participant: second.id });
    const mixed = await world.send(uploadForParticipant, [
      { field: `file_${staff}_${id}_0`, name: 'a.pdf', bytes: pdf },
      { field: `file_${staff}_${second.id}_1`, name: 'b.pdf', bytes: pdf },
    ]);
    expect(mixed.status).toBe(404);
    const wrong = await uploadFor(staff, id, ['bild.png', pdf]);
    expect({ status: wrong.status, code: wrong.body.meta.code }).toEqual({ status: 409, code: 'wrongFile' });
    const admin = await world.signIn(await world.admin());
    expect((await uploadFor(admin, id, ['a.pdf', pdf])).body.meta.code).toBe('noCoachProfile');
  });
});

test('a document whose bytes are gone is not found', async () => {
  const { id, session } = await someone();
  const fileId = await world.document(id);
  expect((await download(session, fileId)).response.status).toBe(404);
});

test('a document whose bytes changed in the store is a fault, in the log by its kind alone', async () => {
  let log = '';
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  const other = await openWorld({ env: { LOG_LEVEL: 'error' }, logStream });
  try {
    const session = await other.signIn(await other.participant({ docx: false }));
    await other.send(uploadFiles, [{ field: `file_${session}_0`, name: 'Geheimnis.docx', bytes: docx }]);
    const { id, store_key: key } = await other.db
      .selectFrom('document')
      .select(['id', 'store_key'])
      .executeTakeFirstOrThrow();
    const path = join(other.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key);
    const changed = Buffer.from(docx);
    changed[100] = (changed[100] ?? 0) ^ 1;
    await writeFile(path, changed);
    const answer = await other.call(downloadFile, session, { fileId: id });
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ meta: { status: 'error', code: 'unexpected' } });
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(log).toContain('FileChanged');
    expect(log).not.toContain('Geheimnis');
    expect(log).not.toContain(key);
  } finally {
    await other.close();
  }
});
