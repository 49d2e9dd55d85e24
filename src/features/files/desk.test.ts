import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDocuments, newParticipant, pdf, readDocx, upload } from '../../../tests/support/documents.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { deleteFile, setDocumentState, uploadForParticipant } from './contract.ts';
import type { DocumentState } from './rules.ts';

let world: World;
let docx: Buffer;
beforeAll(async () => {
  [world, docx] = await Promise.all([openWorld(), readDocx()]);
});
afterAll(() => world.close());

const ownOf = async (session: string) => (await listDocuments(world, session)).files?.uploadParticiopant ?? [];
const fromCoach = async (session: string) => (await listDocuments(world, session)).files?.uploadCoach ?? [];

/** A participant with a CV, and their coach. */
async function withCoach() {
  const { id, session } = await newParticipant(world);
  await upload(world, session, ['CV.docx', docx]);
  const coach = await world.coach();
  await world.appointment(coach, inDays(-2, '09:00'), { participant: id });
  const [cv] = await ownOf(session);
  return { id, session, coach, staff: await world.signIn(coach), cv: cv?.id ?? 0 };
}

describe('versions [5.9]', () => {
  test('a later upload of the same name is a new version with an id of its own, newest first', async () => {
    const { session } = await newParticipant(world);
    await upload(world, session, ['CV.docx', docx], ['Zeugnis.pdf', pdf]);
    await upload(world, session, ['CV.docx', docx], ['CV.docx', docx]);
    await upload(world, session, ['CV.docx', docx]);
    const documents = await ownOf(session);
    expect(documents.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'CV.docx 3',
      'CV (2).docx 1',
      'CV.docx 2',
      'Zeugnis.pdf 1',
      'CV.docx 1',
    ]);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(5);
  });

  test('deleting takes one version; the next upload still counts on from the latest', async () => {
    const { session } = await newParticipant(world);
    for (let uploads = 0; uploads < 2; uploads++) await upload(world, session, ['CV.docx', docx]);
    const first = (await ownOf(session)).find(({ version }) => version === 1);
    expect((await world.call(deleteFile, session, { fileId: first?.id ?? 0 })).status).toBe(200);
    expect((await ownOf(session)).map(({ version }) => version)).toEqual([2]);
    await upload(world, session, ['CV.docx', docx]);
    expect((await ownOf(session)).map(({ version }) => version)).toEqual([3, 2]);
  });

  test('each counts toward the number of documents that a participant may have', async () => {
    const { id, session } = await newParticipant(world);
    for (let count = 0; count < 49; count++) await world.document(id, { name: `${count}.docx` });
    expect((await upload(world, session, ['0.docx', docx])).body.status).toBe('success');
    expect((await upload(world, session, ['0.docx', docx])).body.meta.code).toBe('tooMany');
  });

  test('uploads at once lose none and give no version twice', async () => {
    const { session } = await newParticipant(world);
    const sent = await Promise.all([1, 2].map(() => upload(world, session, ['CV.docx', docx])));
    expect(sent.map(({ body }) => body.status)).toEqual(['success', 'success']);
    expect((await ownOf(session)).map(({ version }) => version)).toEqual([2, 1]);
  });

  test('those of a coach and of the participant count apart', async () => {
    const { id, session, staff } = await withCoach();
    await world.send(uploadForParticipant, [{ field: `file_${staff}_${id}_0`, name: 'CV.docx', bytes: docx }]);
    expect((await fromCoach(session)).map(({ version, state }) => ({ version, state }))).toEqual([
      { version: 1, state: null },
    ]);
  });
});

describe('the state of a document [5.9]', () => {
  const set = (session: string, fileId: number, state: DocumentState) =>
    world.call(setDocumentState, session, { fileId, state });
  const stateOf = async (session: string) => (await ownOf(session))[0]?.state;

  test('is new at first; its coach sets it, the participant sees it, and the log has each change once', async () => {
    const { id, session, staff, cv } = await withCoach();
    expect(await stateOf(session)).toBe('new');
    for (const state of ['inWork', 'inWork', 'returned', 'new'] as const) {
      expect((await set(staff, cv, state)).status).toBe(200);
      expect(await stateOf(session)).toBe(state);
    }
    const entries = world.db.selectFrom('audit').select('document_id').where('person_id', '=', id);
    expect(await entries.where('action', '=', 'documentStateSet').execute()).toEqual([
      { document_id: cv },
      { document_id: cv },
      { document_id: cv },
    ]);
  });

  test('a new version is new', async () => {
    const { session, staff, cv } = await withCoach();
    await set(staff, cv, 'returned');
    await upload(world, session, ['CV.docx', docx]);
    expect((await ownOf(session)).map(({ version, state }) => `${version} ${state}`)).toEqual(['2 new', '1 returned']);
  });

  test('is set for own participants and their own uploads alone, by whoever has a coach profile', async () => {
    const { id, session, staff, cv } = await withCoach();
    await world.send(uploadForParticipant, [{ field: `file_${staff}_${id}_0`, name: 'Tipps.pdf', bytes: pdf }]);
    const [tips] = await fromCoach(session);
    expect((await set(staff, tips?.id ?? 0, 'inWork')).status).toBe(404);
    expect((await set(staff, 999_999, 'inWork')).status).toBe(404);
    expect((await set(await world.signIn(await world.coach()), cv, 'inWork')).status).toBe(404);
    expect((await set(await world.signIn(await world.coach({ speed: true })), cv, 'inWork')).status).toBe(404);
    expect((await set(await world.signIn(await world.admin()), cv, 'inWork')).body.meta.code).toBe('noCoachProfile');
    expect((await set(session, cv, 'inWork')).status).toBe(403);
    expect(await stateOf(session)).toBe('new');
  });
});

describe('an answer to a document [5.9]', () => {
  const answer = (session: string, participant: number, document: number | string, first: 'text' | 'file') => {
    const text = { field: `answers_${session}`, text: String(document) };
    const file = { field: `file_${session}_${participant}_0`, name: 'CV besser.docx', bytes: docx };
    return world.send(uploadForParticipant, first === 'text' ? [text, file] : [file, text]);
  };

  test.each(['text', 'file'] as const)(
    'is named before or after the files (%s first), and returns it',
    async (first) => {
      const { id, session, staff, cv } = await withCoach();
      expect((await answer(staff, id, cv, first)).body.status).toBe('success');
      expect((await ownOf(session)).map(({ state }) => state)).toEqual(['returned']);
      expect((await fromCoach(session)).map(({ answers }) => answers)).toEqual([cv]);
      // What it answers may be deleted; the answer stays.
      expect((await world.call(deleteFile, session, { fileId: cv })).status).toBe(200);
      expect((await fromCoach(session)).map(({ answers }) => answers)).toEqual([null]);
    },
  );

  test('to a document that is not this participant’s own is refused, and nothing is stored', async () => {
    const { id, session, staff, cv } = await withCoach();
    const other = await withCoach();
    await answer(staff, id, cv, 'text');
    const [answered] = await fromCoach(session);
    for (const document of [other.cv, answered?.id ?? 0, 999_999, 'x']) {
      const refused = await answer(staff, id, document, 'text');
      expect({ status: refused.status, code: refused.body.meta.code }).toEqual({ status: 409, code: 'wrongDocument' });
    }
    expect(await fromCoach(session)).toHaveLength(1);
    expect((await ownOf(other.session)).map(({ state }) => state)).toEqual(['new']);
  });
});
