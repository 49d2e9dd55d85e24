import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeActiveStatus, anonymizeUserData } from '../../participants/contract.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { deleteNote, getNotes, writeNote } from './contract.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Creates a participant and the participant's coach. */
async function addParticipantWithCoach() {
  const id = await world.addParticipant();
  const coach = await world.addCoach({ firstName: 'Ada', lastName: 'Coach' });
  await world.addAppointment(coach, inDays(-2, '09:00'), { participant: id });
  return { id, session: await world.signIn(id), coach, coachSession: await world.signIn(coach) };
}

const write = (session: string, participantId: number, text: string) =>
  world.call(writeNote, session, { participantId, text });
const listTexts = async (session: string, participantId?: number) =>
  (await world.call(getNotes, session, participantId ? { participantId } : {})).body.data?.map(({ text }) => text);
const listMailKinds = async (person: number) =>
  (await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).execute()).map(({ kind }) => kind);

test('a coach writes notes; the participant and all staff who may see the files read them, newest first [5.10]', async () => {
  const { id, session, coach, coachSession } = await addParticipantWithCoach();
  expect((await write(coachSession, id, 'Bitte bring das Zeugnis mit.\nDanke!')).body.meta.status).toBe('success');
  await write(coachSession, id, 'Der Lebenslauf ist fertig.');
  const { body } = await world.call(getNotes, session);
  expect(body.data?.[1]).toEqual({
    noteId: expect.any(Number),
    text: 'Bitte bring das Zeugnis mit.\nDanke!',
    author: 'Ada Coach',
    mine: false,
    writtenAt: expect.stringMatching(/Z$/),
  });
  const expected = ['Der Lebenslauf ist fertig.', 'Bitte bring das Zeugnis mit.\nDanke!'];
  expect(await listTexts(session)).toEqual(expected);
  const readers: [number, boolean][] = [
    [coach, true],
    [await world.addCoach({ isSpeedCoach: true }), false],
    [await world.addAdmin(), false],
  ];
  for (const [reader, mayWrite] of readers) {
    const answer = await world.call(getNotes, await world.signIn(reader), { participantId: id });
    expect(answer.body.data?.map(({ text }) => text)).toEqual(expected);
    expect(answer.body.meta).toMatchObject({ mayWrite });
  }
  const stranger = await world.signIn(await world.addCoach());
  expect((await world.call(getNotes, stranger, { participantId: id })).status).toBe(404);
  // The participantId that a participant sends is ignored.
  const other = await addParticipantWithCoach();
  expect(await listTexts(other.session, id)).toEqual([]);
  expect(await listMailKinds(id)).toEqual(['noteFromCoach', 'noteFromCoach']);
});

test('writing the same text again returns the existing note and sends no second mail [5.10]', async () => {
  const { id, coachSession } = await addParticipantWithCoach();
  const [first, repeated] = [await write(coachSession, id, 'Gut so!'), await write(coachSession, id, ' Gut so! ')];
  expect(repeated.body.data).toEqual(first.body.data);
  expect(await listTexts(coachSession, id)).toEqual(['Gut so!']);
  expect(await listMailKinds(id)).toEqual(['noteFromCoach']);
});

test('a coach writes notes only for their own participants; a note has 1 to 1,000 characters [5.10]', async () => {
  const { id, session, coachSession } = await addParticipantWithCoach();
  expect((await write(await world.signIn(await world.addCoach()), id, 'x')).status).toBe(404);
  expect((await write(coachSession, 999_999, 'x')).status).toBe(404);
  expect((await write(await world.signIn(await world.addAdmin()), id, 'x')).body.meta.code).toBe('noCoachProfile');
  expect((await write(session, id, 'x')).status).toBe(403);
  expect((await write(coachSession, id, '  ')).body.errors).toEqual([
    { path: 'text', message: 'Bitte schreib etwas.' },
  ]);
  expect((await write(coachSession, id, 'x'.repeat(1001))).status).toBe(400);
  expect((await write(coachSession, id, 'x'.repeat(1000))).body.meta.status).toBe('success');
});

test('a participant has at most 100 notes, even if two are written at the same time [5.10]', async () => {
  const { id, coachSession, coach } = await addParticipantWithCoach();
  const notes = Array.from({ length: 99 }, (_, n) => ({ person_id: id, author_id: coach, text: `Notiz ${n}` }));
  await world.db.insertInto('note').values(notes).execute();
  const responses = await Promise.all(['eine', 'zwei'].map((text) => write(coachSession, id, text)));
  expect(responses.map(({ body }) => body.meta.code ?? body.meta.status).sort()).toEqual(['success', 'tooMany']);
  expect(await listTexts(coachSession, id)).toHaveLength(100);
});

test('only the author of a note can delete it [5.10]', async () => {
  const { id, session, coachSession } = await addParticipantWithCoach();
  const noteId = (await write(coachSession, id, 'Nur ein Versuch')).body.data?.noteId ?? 0;
  const secondCoach = await world.addCoach();
  await world.addAppointment(secondCoach, inDays(-3, '09:00'), { participant: id });
  for (const reader of [await world.signIn(secondCoach), await world.signIn(await world.addAdmin())])
    expect((await world.call(deleteNote, reader, { noteId })).status).toBe(404);
  expect((await world.call(deleteNote, session, { noteId })).status).toBe(403);
  expect((await world.call(deleteNote, coachSession, { noteId })).status).toBe(200);
  expect(await listTexts(session)).toEqual([]);
  expect((await world.call(deleteNote, coachSession, { noteId })).status).toBe(404);
});

test('the notes for a participant are deleted when the participant is anonymised [5.10]', async () => {
  const { id, coachSession } = await addParticipantWithCoach();
  await write(coachSession, id, 'Vertraulich');
  const admin = await world.signIn(await world.addAdmin());
  await world.call(changeActiveStatus, admin, { participantId: id, participantStatus: 1 });
  expect((await world.call(anonymizeUserData, admin, { participantId: id })).body.meta.status).toBe('success');
  expect(await world.db.selectFrom('note').select('id').where('person_id', '=', id).execute()).toEqual([]);
});
