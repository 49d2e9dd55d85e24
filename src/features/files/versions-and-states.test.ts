import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listDocuments,
  addSignedInParticipant,
  minimalPdf,
  readDocx,
  upload,
} from '../../../tests/support/documents.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { deleteFile, setDocumentState, uploadForParticipant } from './contract.ts';
import type { DocumentState } from './rules.ts';

let world: World;
let docx: Buffer;
beforeAll(async () => {
  [world, docx] = await Promise.all([openWorld(), readDocx()]);
});
afterAll(() => world.close());

const listOwnDocuments = async (session: string) =>
  (await listDocuments(world, session)).files?.uploadParticiopant ?? [];
const listCoachDocuments = async (session: string) => (await listDocuments(world, session)).files?.uploadCoach ?? [];

/** Creates a participant who has uploaded a CV, and the participant's coach. */
async function addParticipantWithCoach() {
  const { id, session } = await addSignedInParticipant(world);
  await upload(world, session, ['CV.docx', docx]);
  const coach = await world.addCoach();
  await world.addAppointment(coach, inDays(-2, '09:00'), { participant: id });
  const [cv] = await listOwnDocuments(session);
  return { id, session, coach, coachSession: await world.signIn(coach), cv: cv?.id ?? 0 };
}

describe('versions [5.9]', () => {
  test('a later upload of the same name is a new version with its own id; documents are listed newest first', async () => {
    const { session } = await addSignedInParticipant(world);
    await upload(world, session, ['CV.docx', docx], ['Zeugnis.pdf', minimalPdf]);
    await upload(world, session, ['CV.docx', docx], ['CV.docx', docx]);
    await upload(world, session, ['CV.docx', docx]);
    const documents = await listOwnDocuments(session);
    expect(documents.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'CV.docx 3',
      'CV (2).docx 1',
      'CV.docx 2',
      'Zeugnis.pdf 1',
      'CV.docx 1',
    ]);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(5);
  });

  test('deleting a document removes only one version; the next upload is numbered after the latest remaining version', async () => {
    const { session } = await addSignedInParticipant(world);
    for (let uploads = 0; uploads < 2; uploads++) await upload(world, session, ['CV.docx', docx]);
    const first = (await listOwnDocuments(session)).find(({ version }) => version === 1);
    expect((await world.call(deleteFile, session, { fileId: first?.id ?? 0 })).status).toBe(200);
    expect((await listOwnDocuments(session)).map(({ version }) => version)).toEqual([2]);
    await upload(world, session, ['CV.docx', docx]);
    expect((await listOwnDocuments(session)).map(({ version }) => version)).toEqual([3, 2]);
  });

  test('each version counts toward the number of documents that a participant may have', async () => {
    const { id, session } = await addSignedInParticipant(world);
    for (let count = 0; count < 49; count++) await world.addDocument(id, { name: `${count}.docx` });
    expect((await upload(world, session, ['0.docx', docx])).body.status).toBe('success');
    expect((await upload(world, session, ['0.docx', docx])).body.meta.code).toBe('tooMany');
  });

  test('simultaneous uploads lose no document and use no version number twice', async () => {
    const { session } = await addSignedInParticipant(world);
    const responses = await Promise.all([1, 2].map(() => upload(world, session, ['CV.docx', docx])));
    expect(responses.map(({ body }) => body.status)).toEqual(['success', 'success']);
    expect((await listOwnDocuments(session)).map(({ version }) => version)).toEqual([2, 1]);
  });

  test('a coach’s upload does not continue the version numbers of the participant’s uploads', async () => {
    const { id, session, coachSession } = await addParticipantWithCoach();
    await world.send(uploadForParticipant, [{ field: `file_${coachSession}_${id}_0`, name: 'CV.docx', bytes: docx }]);
    expect((await listCoachDocuments(session)).map(({ version, state }) => ({ version, state }))).toEqual([
      { version: 1, state: null },
    ]);
  });
});

describe('the state of a document [5.9]', () => {
  const setState = (session: string, fileId: number, state: DocumentState) =>
    world.call(setDocumentState, session, { fileId, state });
  const stateOf = async (session: string) => (await listOwnDocuments(session))[0]?.state;

  test('is new at first; the coach changes it, the participant sees it, and the audit log has one entry per change', async () => {
    const { id, session, coachSession, cv } = await addParticipantWithCoach();
    expect(await stateOf(session)).toBe('new');
    for (const state of ['inWork', 'inWork', 'returned', 'new'] as const) {
      expect((await setState(coachSession, cv, state)).status).toBe(200);
      expect(await stateOf(session)).toBe(state);
    }
    const entries = world.db.selectFrom('audit').select('document_id').where('person_id', '=', id);
    expect(await entries.where('action', '=', 'documentStateSet').execute()).toEqual([
      { document_id: cv },
      { document_id: cv },
      { document_id: cv },
    ]);
  });

  test('is new for a new version of the document', async () => {
    const { session, coachSession, cv } = await addParticipantWithCoach();
    await setState(coachSession, cv, 'returned');
    await upload(world, session, ['CV.docx', docx]);
    expect((await listOwnDocuments(session)).map(({ version, state }) => `${version} ${state}`)).toEqual([
      '2 new',
      '1 returned',
    ]);
  });

  test('can only be set by a person with a coach profile, for uploads of their own participants', async () => {
    const { id, session, coachSession, cv } = await addParticipantWithCoach();
    await world.send(uploadForParticipant, [
      { field: `file_${coachSession}_${id}_0`, name: 'Tipps.pdf', bytes: minimalPdf },
    ]);
    const [tips] = await listCoachDocuments(session);
    expect((await setState(coachSession, tips?.id ?? 0, 'inWork')).status).toBe(404);
    expect((await setState(coachSession, 999_999, 'inWork')).status).toBe(404);
    expect((await setState(await world.signIn(await world.addCoach()), cv, 'inWork')).status).toBe(404);
    expect(
      (await setState(await world.signIn(await world.addCoach({ isSpeedCoach: true })), cv, 'inWork')).status,
    ).toBe(404);
    expect((await setState(await world.signIn(await world.addAdmin()), cv, 'inWork')).body.meta.code).toBe(
      'noCoachProfile',
    );
    expect((await setState(session, cv, 'inWork')).status).toBe(403);
    expect(await stateOf(session)).toBe('new');
  });
});

describe('a coach’s answer [5.9]', () => {
  const uploadAnswer = (session: string, participant: number, document: number | string, first: 'text' | 'file') => {
    const text = { field: `answers_${session}`, text: String(document) };
    const file = { field: `file_${session}_${participant}_0`, name: 'CV besser.docx', bytes: docx };
    return world.send(uploadForParticipant, first === 'text' ? [text, file] : [file, text]);
  };

  test.each(['text', 'file'] as const)(
    'sets the answered document’s state to returned, whether the form names the document before or after the file (%s first)',
    async (first) => {
      const { id, session, coachSession, cv } = await addParticipantWithCoach();
      expect((await uploadAnswer(coachSession, id, cv, first)).body.status).toBe('success');
      expect((await listOwnDocuments(session)).map(({ state }) => state)).toEqual(['returned']);
      expect((await listCoachDocuments(session)).map(({ answers }) => answers)).toEqual([cv]);
      // If the answered document is deleted, the answer stays.
      expect((await world.call(deleteFile, session, { fileId: cv })).status).toBe(200);
      expect((await listCoachDocuments(session)).map(({ answers }) => answers)).toEqual([null]);
    },
  );

  test('to a document that is not this participant’s own is refused, and nothing is stored', async () => {
    const { id, session, coachSession, cv } = await addParticipantWithCoach();
    const other = await addParticipantWithCoach();
    await uploadAnswer(coachSession, id, cv, 'text');
    const [coachDocument] = await listCoachDocuments(session);
    for (const document of [other.cv, coachDocument?.id ?? 0, 999_999, 'x']) {
      const refusedUpload = await uploadAnswer(coachSession, id, document, 'text');
      expect({ status: refusedUpload.status, code: refusedUpload.body.meta.code }).toEqual({
        status: 409,
        code: 'wrongDocument',
      });
    }
    expect(await listCoachDocuments(session)).toHaveLength(1);
    expect((await listOwnDocuments(other.session)).map(({ state }) => state)).toEqual(['new']);
  });
});
