import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  download,
  listDocuments,
  addSignedInParticipant,
  minimalPdf,
  readDocx,
  upload,
  type NamedFile,
} from '../../../tests/support/documents.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { craftChange, craftDeletedRun, craftOrigin, craftParagraph, craftRun, craftWord } from './testdata/word.ts';
import { deleteFile, uploadForParticipant } from './contract.ts';

let world: World;
let docx: Buffer;

beforeAll(async () => {
  [world, docx] = await Promise.all([openWorld({ runsJobs: true }), readDocx()]);
});
afterAll(() => world.close());

/** Reads the texts of the mails that were sent to a person, in the order in which they were queued. */
async function readSentTexts(person: number): Promise<(string | undefined)[]> {
  const mails = await world.db
    .selectFrom('mail')
    .select('id')
    .where('person_id', '=', person)
    .where('sent_at', 'is not', null)
    .orderBy('created_at')
    .execute();
  const folder = join(world.dataDir, 'mails');
  return Promise.all(
    mails.map(async ({ id }) => (await PostalMime.parse(await readFile(join(folder, `${id}.eml`)))).text),
  );
}

describe('staff', () => {
  test('can read files (coaches only files of their own participants), and each access is logged [5.4]', async () => {
    const { id, session } = await addSignedInParticipant(world);
    await upload(world, session, ['CV.docx', docx]);
    const coach = await world.addCoach();
    await world.addAppointment(coach, inDays(-3, '09:00'), { participant: id, status: 'K' });
    const readers = [coach, await world.addCoach({ isSpeedCoach: true }), await world.addAdmin()];
    const [cv] = (await listDocuments(world, session)).files?.uploadParticiopant ?? [];
    for (const reader of readers) {
      const readerSession = await world.signIn(reader);
      const answer = await listDocuments(world, readerSession, id);
      expect(answer.files?.uploadParticiopant).toHaveLength(1);
      expect(answer.mayUpload).toBe(reader === coach);
      expect((await download(world, readerSession, cv?.id ?? 0)).bytes.equals(docx)).toBe(true);
      expect((await world.call(deleteFile, readerSession, { fileId: cv?.id ?? 0 })).status).toBe(404);
    }
    const accesses = await world.db
      .selectFrom('audit')
      .select('actor_id')
      .where('action', '=', 'fileDownloaded')
      .where('person_id', '=', id)
      .execute();
    expect(accesses.map(({ actor_id: reader }) => reader)).toEqual(readers);
    const stranger = await world.signIn(await world.addCoach());
    expect((await download(world, stranger, cv?.id ?? 0)).response.status).toBe(404);
  });

  test('get empty lists of files if they send no participantId', async () => {
    const admin = await world.signIn(await world.addAdmin());
    expect(await listDocuments(world, admin)).toMatchObject({
      editableFile: false,
      files: { uploadParticiopant: [], uploadCoach: [] },
    });
  });
});

describe('a coach', () => {
  const uploadFor = (session: string, participant: number, ...files: NamedFile[]) =>
    world.send(
      uploadForParticipant,
      files.map(([name, bytes], index) => ({ field: `file_${session}_${participant}_${index}`, name, bytes })),
    );

  test('uploads for their own participant, who sees the file and gets a mail; only this coach and admins can delete the file [5.2]', async () => {
    const { id, session } = await addSignedInParticipant(world);
    const coach = await world.addCoach();
    await world.addAppointment(coach, inDays(-2, '09:00'), { participant: id });
    const coachSession = await world.signIn(coach);
    const response = await uploadFor(coachSession, id, ['Überarbeitet.docx', docx], ['Tipps.pdf', minimalPdf]);
    expect({ status: response.status, bodyStatus: response.body.status }).toEqual({
      status: 200,
      bodyStatus: 'success',
    });
    const { files, editableFile } = await listDocuments(world, session);
    expect(files?.uploadCoach.map(({ name }) => name).sort()).toEqual(['Tipps.pdf', 'Überarbeitet.docx']);
    expect(editableFile).toBe(false);
    const mails = await world.db.selectFrom('mail').select('kind').where('person_id', '=', id).execute();
    expect(mails).toEqual([{ kind: 'fileFromCoach' }]);
    const [first, second] = files?.uploadCoach ?? [];
    expect(first?.mine).toBe(false);
    const { files: filesSeenByCoach } = await listDocuments(world, coachSession, id);
    expect(filesSeenByCoach?.uploadCoach.map(({ mine }) => mine)).toEqual([true, true]);
    expect((await world.call(deleteFile, session, { fileId: first?.id ?? 0 })).status).toBe(404);
    const otherCoach = await world.addCoach();
    await world.addAppointment(otherCoach, inDays(-3, '09:00'), { participant: id });
    const otherSession = await world.signIn(otherCoach);
    expect((await listDocuments(world, otherSession, id)).files?.uploadCoach.map(({ mine }) => mine)).toEqual([
      false,
      false,
    ]);
    expect((await world.call(deleteFile, otherSession, { fileId: first?.id ?? 0 })).status).toBe(404);
    expect((await world.call(deleteFile, coachSession, { fileId: first?.id ?? 0 })).status).toBe(200);
    const admin = await world.signIn(await world.addAdmin());
    expect((await world.call(deleteFile, admin, { fileId: second?.id ?? 0 })).status).toBe(200);
  });

  test('mails the numbers of changes and comments in all documents of the upload, and none of their texts [5.8]', async () => {
    const changedCv = craftWord(
      craftParagraph(
        craftRun('Ich ') + craftChange('del', craftDeletedRun('bin')) + craftChange('ins', craftRun('arbeite')),
      ),
      { comments: `<w:comment ${craftOrigin(4)}>${craftParagraph(craftRun('Besser so?'))}</w:comment>` },
    );
    const changedLetter = craftWord(craftParagraph(craftChange('ins', craftRun('Sehr geehrte Damen und Herren'))));
    const { id, session } = await addSignedInParticipant(world);
    const coach = await world.addCoach();
    await world.addAppointment(coach, inDays(-2, '09:00'), { participant: id });
    const coachSession = await world.signIn(coach);
    await upload(world, session, ['CV.docx', docx]);
    await uploadFor(coachSession, id, ['CV.docx', changedCv], ['Brief.docx', changedLetter], ['Tipps.pdf', minimalPdf]);
    await uploadFor(coachSession, id, ['Tipps.pdf', minimalPdf]);
    await expect.poll(() => readSentTexts(id), { timeout: 60_000, interval: 100 }).toHaveLength(2);
    const [numbers, noNumbers] = await readSentTexts(id);
    expect(numbers).toContain(
      'dein Coach hat Unterlagen für dich hochgeladen, mit 3 Änderungen und 1 Kommentar. Du findest sie im Portal',
    );
    expect(numbers).not.toMatch(/arbeite|Besser|geehrte|CV|Brief/);
    expect(noNumbers).toContain('hochgeladen. Du findest sie im Portal unter „Meine Unterlagen“.');
  });

  test('may upload more than 10,000,000 bytes in one upload [5.1]', async () => {
    const { id, session } = await addSignedInParticipant(world);
    const coach = await world.addCoach();
    await world.addAppointment(coach, inDays(-2, '09:00'), { participant: id });
    const largePdf = Buffer.concat([minimalPdf, Buffer.alloc(6_000_000, ' '), minimalPdf]);
    const response = await uploadFor(await world.signIn(coach), id, ['a.pdf', largePdf], ['b.pdf', largePdf]);
    expect(response.body.status).toBe('success');
    expect((await listDocuments(world, session)).files?.uploadCoach).toHaveLength(2);
  });

  test('cannot upload for another coach’s participant, for two people in one upload, or without a coach profile, and cannot upload a wrong file [5.2]', async () => {
    const { id } = await addSignedInParticipant(world);
    const coach = await world.addCoach();
    const coachSession = await world.signIn(coach);
    expect((await uploadFor(coachSession, id, ['a.pdf', minimalPdf])).status).toBe(404);
    // The right to upload for the participant is checked before the files are.
    expect((await uploadFor(coachSession, id, ['bild.png', minimalPdf])).status).toBe(404);
    await world.addAppointment(coach, inDays(-2, '09:00'), { participant: id });
    const otherParticipant = await addSignedInParticipant(world);
    await world.addAppointment(coach, inDays(-3, '09:00'), { participant: otherParticipant.id });
    const mixedUpload = await world.send(uploadForParticipant, [
      { field: `file_${coachSession}_${id}_0`, name: 'a.pdf', bytes: minimalPdf },
      { field: `file_${coachSession}_${otherParticipant.id}_1`, name: 'b.pdf', bytes: minimalPdf },
    ]);
    expect(mixedUpload.status).toBe(404);
    const refusedUpload = await uploadFor(coachSession, id, ['gut.pdf', minimalPdf], ['bild.png', minimalPdf]);
    expect({ status: refusedUpload.status, code: refusedUpload.body.meta.code }).toEqual({
      status: 409,
      code: 'wrongFile',
    });
    // The error names the file by its index, counted from 0.
    expect(refusedUpload.body['errors']).toEqual([{ path: '1', message: refusedUpload.body.message }]);
    const admin = await world.signIn(await world.addAdmin());
    expect((await uploadFor(admin, id, ['bild.png', minimalPdf])).body.meta.code).toBe('noCoachProfile');
  });
});
