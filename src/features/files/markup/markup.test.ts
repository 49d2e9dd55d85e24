import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addSignedInParticipant,
  listDocuments,
  minimalPdf,
  readDocx,
  storeDocument,
  upload,
} from '../../../../tests/support/documents.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { servicePath } from '../../../platform/http/calls/calls.ts';
import { uploadForParticipant } from '../contract.ts';
import { craftDoc } from '../testdata/craft.ts';
import { craftChange, craftDeletedRun, craftOrigin, craftParagraph, craftRun, craftWord } from '../testdata/word.ts';
import { compareFiles, getCleanCopy, getMarkup } from './contract.ts';
import { openDocx } from './docx-package.adapter.ts';
import { readMarkup as readMarkupOf } from './markup-reader.adapter.ts';
import { countStoredMarkup } from './nightly.jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const changedCv = craftWord(
  craftParagraph(
    `<w:commentRangeStart w:id="4"/>${craftRun('Ich ')}${craftChange('del', craftDeletedRun('bin'))}` +
      `${craftChange('ins', craftRun('war'))}<w:commentRangeEnd w:id="4"/>`,
  ),
  { comments: `<w:comment ${craftOrigin(4)}>${craftParagraph(craftRun('Besser so?'))}</w:comment>` },
);

/** Adds a participant with a coach, who has uploaded files for the participant; returns the ids of the documents. */
async function addCoachedParticipant(files: [name: string, bytes: Buffer][] = [['CV.docx', changedCv]]) {
  const participant = await addSignedInParticipant(world);
  const coach = await world.addCoach();
  await world.addAppointment(coach, inDays(-2, '09:00'), { participant: participant.id });
  const coachSession = await world.signIn(coach);
  await world.send(
    uploadForParticipant,
    files.map(([name, bytes], index) => ({ field: `file_${coachSession}_${participant.id}_${index}`, name, bytes })),
  );
  const { files: lists } = await listDocuments(world, participant.session);
  const documents = new Map(lists?.uploadCoach.map(({ name, id }) => [name, id]));
  return { ...participant, coach, coachSession, idOf: (name: string) => documents.get(name) ?? 0 };
}

const readMarkup = async (session: string, fileId: number) => {
  const { status, body } = await world.call(getMarkup, session, { fileId });
  return { status, code: body.meta.code, data: body.data };
};

describe('the markup of a document [5.13]', () => {
  test('is returned to the participant and the coach; only the coach’s look is logged', async () => {
    const { id, session, coach, coachSession, idOf } = await addCoachedParticipant();
    const own = await readMarkup(session, idOf('CV.docx'));
    expect(own.status).toBe(200);
    expect(
      own.data?.blocks.map(({ runs }) => runs.map(({ text, change, comment }) => [text, change, comment])),
    ).toEqual([
      [
        ['Ich ', null, 1],
        ['bin', 'deleted', 1],
        ['war', 'inserted', 1],
      ],
    ]);
    expect(own.data?.comments).toMatchObject([{ comment: 1, author: 'Cleo Coach', text: 'Besser so?', answers: null }]);
    expect((await readMarkup(coachSession, idOf('CV.docx'))).data).toEqual(own.data);
    const looks = world.db.selectFrom('audit').select(['actor_id', 'document_id']).where('person_id', '=', id);
    expect(await looks.where('action', '=', 'fileDownloaded').execute()).toEqual([
      { actor_id: coach, document_id: idOf('CV.docx') },
    ]);
  });

  test('is unknown to people who may not download the document', async () => {
    const { idOf } = await addCoachedParticipant();
    const others = [await world.addParticipant(), await world.addCoach()];
    for (const other of others) expect((await readMarkup(await world.signIn(other), idOf('CV.docx'))).status).toBe(404);
    expect((await readMarkup(await world.signIn(others[0] ?? 0), 987_654)).status).toBe(404);
  });

  test('cannot be read of other formats, nor of a docx that is none or is damaged', async () => {
    const { id, session, idOf } = await addCoachedParticipant([['CV.pdf', minimalPdf]]);
    const damaged = await storeDocument(world, id, Buffer.from('kein Word'));
    for (const fileId of [idOf('CV.pdf'), damaged])
      expect(await readMarkup(session, fileId)).toMatchObject({ status: 409, code: 'notReadable' });
  });

  test('is unknown of a document whose bytes are missing', async () => {
    const { id, session } = await addSignedInParticipant(world);
    expect((await readMarkup(session, await world.addDocument(id))).status).toBe(404);
  });
});

describe('the numbers of changes and comments [5.13]', () => {
  const listMarkup = async (session: string) => {
    const { files } = await listDocuments(world, session);
    return [...(files?.uploadParticiopant ?? []), ...(files?.uploadCoach ?? [])].map(({ name, markup }) => [
      name,
      markup,
    ]);
  };

  test('are in the list of documents as soon as a docx is uploaded, and null for others', async () => {
    const { session } = await addCoachedParticipant([
      ['CV.docx', changedCv],
      ['Zeugnis.pdf', minimalPdf],
    ]);
    await upload(world, session, ['Eigenes.docx', await readDocx()]);
    expect(Object.fromEntries(await listMarkup(session))).toEqual({
      'Eigenes.docx': { insertions: 0, deletions: 0, comments: 0 },
      'Zeugnis.pdf': null,
      'CV.docx': { insertions: 1, deletions: 1, comments: 1 },
    });
  });

  test('of earlier uploads are counted at night; each document is read only once', async () => {
    const { id, session } = await addSignedInParticipant(world);
    await storeDocument(world, id, changedCv, { name: 'Alt.docx' });
    await storeDocument(world, id, Buffer.from('kein Word'), { name: 'Kaputt.docx' });
    await world.addDocument(id, { name: 'Weg.docx' });
    expect(new Set((await listMarkup(session)).map(([, markup]) => markup))).toEqual(new Set([null]));
    await countStoredMarkup(world.app);
    expect(Object.fromEntries(await listMarkup(session))).toEqual({
      'Alt.docx': { insertions: 1, deletions: 1, comments: 1 },
      'Kaputt.docx': null,
      'Weg.docx': null,
    });
    const store = { ...world.app.store, get: () => Promise.reject(new Error('read again')) };
    await countStoredMarkup({ ...world.app, store });
  });
});

const compare = async (session: string, fromId: number, toId: number) => {
  const { status, body } = await world.call(compareFiles, session, { fromId, toId });
  return { status, code: body.meta.code, message: body.meta.message, data: body.data };
};

const paragraph = { heading: null, listItem: null, cell: null };

describe('comparing two documents [5.14]', () => {
  test('tells what changed from one to the other, and logs a look at both', async () => {
    const { id, session, coach, coachSession, idOf } = await addCoachedParticipant();
    await upload(world, session, ['CV.docx', craftWord(craftParagraph(craftRun('Ich bin')))]);
    const [cv] = (await listDocuments(world, session)).files?.uploadParticiopant ?? [];
    const { status, data } = await compare(coachSession, cv?.id ?? 0, idOf('CV.docx'));
    expect(status).toBe(200);
    expect(data).toEqual({
      from: { fileId: cv?.id, name: 'CV.docx', version: 1 },
      to: { fileId: idOf('CV.docx'), name: 'CV.docx', version: 1 },
      blocks: [
        {
          change: 'changed',
          moved: false,
          runs: [
            { text: 'Ich ', change: 'same' },
            { text: 'bin', change: 'deleted' },
            { text: 'war', change: 'inserted' },
          ],
          layout: { from: paragraph, to: paragraph },
        },
      ],
      counts: { inserted: 0, deleted: 0, changed: 1 },
    });
    const looks = world.db.selectFrom('audit').select(['actor_id', 'document_id']).where('person_id', '=', id);
    expect(await looks.where('action', '=', 'fileDownloaded').orderBy('id').execute()).toEqual([
      { actor_id: coach, document_id: cv?.id },
      { actor_id: coach, document_id: idOf('CV.docx') },
    ]);
  });

  test('works with a PDF that has text', async () => {
    const pdf = await readFile(join(import.meta.dirname, '../testdata/documents/libreoffice-comments.pdf'));
    const { session, idOf } = await addCoachedParticipant([
      ['CV.docx', craftWord(craftParagraph(`${craftRun('Ouch')}${craftChange('ins', craftRun('.'))}`))],
      ['CV.pdf', pdf],
    ]);
    expect((await compare(session, idOf('CV.docx'), idOf('CV.pdf'))).data?.blocks).toEqual([
      {
        change: 'same',
        moved: false,
        runs: [{ text: 'Ouch.', change: 'same' }],
        layout: { from: paragraph, to: paragraph },
      },
    ]);
  });

  test('is refused for the same document, unreadable ones and documents of two people, in this order', async () => {
    const { id, session, idOf } = await addCoachedParticipant([
      ['CV.docx', changedCv],
      ['Leer.pdf', minimalPdf],
      ['Alt.doc', craftDoc()],
      ['Lang.docx', craftWord(craftParagraph(craftRun('A')).repeat(2001))],
    ]);
    const codeOf = async (from: number, to: number) => {
      const { status, code, message = '' } = await compare(session, from, to);
      return [status, code, /^„.+“ \(\w+\)/.exec(message)?.[0]].filter(Boolean).join(' ');
    };
    const damaged = await storeDocument(world, id, Buffer.from('kein Word'), { name: 'Kaputt.docx' });
    expect(await codeOf(idOf('Alt.doc'), idOf('Alt.doc'))).toBe('409 sameFile');
    expect(await codeOf(idOf('Lang.docx'), idOf('Leer.pdf'))).toBe('409 notReadable „Leer.pdf“ (Nachher)');
    expect(await codeOf(idOf('Alt.doc'), idOf('CV.docx'))).toBe('409 notReadable „Alt.doc“ (Vorher)');
    expect(await codeOf(idOf('CV.docx'), damaged)).toBe('409 notReadable „Kaputt.docx“ (Nachher)');
    expect(await codeOf(damaged, idOf('Leer.pdf'))).toBe('409 notReadable „Kaputt.docx“ (Vorher)');
    expect(await codeOf(idOf('CV.docx'), idOf('Lang.docx'))).toBe('409 tooLong „Lang.docx“ (Nachher)');
    const admin = await world.signIn(await world.addAdmin());
    const { idOf: idOfOther } = await addCoachedParticipant();
    expect((await compare(admin, idOf('CV.docx'), idOfOther('CV.docx'))).status).toBe(404);
    expect((await compare(session, idOf('CV.docx'), idOfOther('CV.docx'))).status).toBe(404);
  });
});

describe('the clean copy of a document [5.15]', () => {
  const requestCopy = async (session: string, fileId: number) => {
    const response = await fetch(world.address + servicePath(getCleanCopy), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: session, fileId }),
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test('is downloaded under its own name, and logged as a download', async () => {
    const { id, coachSession, coach, idOf } = await addCoachedParticipant();
    const { response, bytes } = await requestCopy(coachSession, idOf('CV.docx'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('filename="CV (Reinschrift).docx"');
    const { blocks, counts } = await readMarkupOf(await openDocx(bytes));
    expect(blocks.map(({ runs }) => runs.map(({ text }) => text))).toEqual([['Ich war']]);
    expect(counts).toEqual({ insertions: 0, deletions: 0, comments: 0 });
    const looks = world.db
      .selectFrom('audit')
      .select(['actor_id', 'action', 'document_id'])
      .where('person_id', '=', id);
    expect(await looks.where('actor_id', '=', coach).where('action', '=', 'fileDownloaded').execute()).toEqual([
      { actor_id: coach, action: 'fileDownloaded', document_id: idOf('CV.docx') },
    ]);
    expect(await readdir(join(world.dataDir, 'tmp'))).toEqual([]);
  });

  test('is refused for other formats, unknown to others, and 401 without a session', async () => {
    const { session, idOf } = await addCoachedParticipant([
      ['CV.docx', changedCv],
      ['CV.pdf', minimalPdf],
    ]);
    expect((await requestCopy(session, idOf('CV.pdf'))).response.status).toBe(409);
    const other = await world.signIn(await world.addParticipant());
    expect((await requestCopy(other, idOf('CV.docx'))).response.status).toBe(404);
    expect((await requestCopy('no-session', idOf('CV.docx'))).response.status).toBe(401);
  });
});

test.each([
  [1, 2, null],
  [null, null, 3],
  [1, -2, 3],
])('a document cannot have %s insertions, %s deletions and %s comments', async (insertions, deletions, comments) => {
  const { id } = await addSignedInParticipant(world);
  const document = await world.addDocument(id, { isCounted: true });
  const counted = world.db.updateTable('document').set({ insertions, deletions, comments }).where('id', '=', document);
  await expect(counted.execute()).rejects.toThrow('document_markup_counts');
});
