import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTwoColourPng } from '../../../../tests/support/pictures.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { listBookableSlots, listMyAppointments } from '../../booking/contract.ts';
import { editCoach, listCoaches } from '../contract.ts';
import {
  approveIntroduction,
  deleteIntroduction,
  getCoach,
  getIntroductions,
  getMyIntroduction,
  proposeIntroduction,
  refuseIntroduction,
} from './contract.ts';

let world: World;
let adminSession: string;
let participantSession: string;
let picture: Buffer;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
  participantSession = await world.signIn(await world.addParticipant());
  picture = await createTwoColourPng();
});
afterAll(() => world.close());

/** Creates a coach and signs them in. */
async function newCoach(names: { firstName?: string; lastName?: string } = {}) {
  const id = await world.addCoach(names);
  return { id, session: await world.signIn(id) };
}

/** Proposes a text, and a new picture or the picture of an earlier version. */
function propose(
  session: string,
  text: string,
  { bytes, keptVersionId }: { bytes?: Buffer; keptVersionId?: number } = {},
) {
  return world.send(proposeIntroduction, [
    { field: `text_${session}`, text },
    ...(keptVersionId ? [{ field: `keepPicture_${session}`, text: String(keptVersionId) }] : []),
    ...(bytes ? [{ field: `picture_${session}`, name: 'ich.png', bytes }] : []),
  ]);
}

const findOpenVersionId = async (session: string) => (await getOwnIntroduction(session)).open?.introductionId ?? 0;
async function getOwnIntroduction(session: string) {
  const { data } = (await world.call(getMyIntroduction, session)).body;
  if (!data) throw new Error('no introductions');
  return data;
}
const approve = async (id: number) =>
  (await world.call(approveIntroduction, adminSession, { introductionId: id })).body.meta;
const readIntroduction = async (coachId: number) =>
  (await world.call(getCoach, participantSession, { coachId })).body.data;
const mailKindsOf = async (person: number) =>
  (await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).orderBy('kind').execute()).map(
    ({ kind }) => kind,
  );

describe('a proposed introduction [17.1]', () => {
  test('is shown only once an admin has approved it; until then the previous version stays', async () => {
    const coach = await newCoach({ firstName: 'Ada', lastName: 'Coach' });
    expect((await propose(coach.session, ' Ich bin Ada. ', { bytes: picture })).body.meta.status).toBe('success');
    expect(await readIntroduction(coach.id)).toEqual({
      coachId: coach.id,
      coach: 'Ada Coach',
      text: '',
      pictureId: null,
    });
    const firstId = await findOpenVersionId(coach.session);
    expect(await approve(firstId)).toEqual({ status: 'success' });
    expect(await readIntroduction(coach.id)).toMatchObject({ text: 'Ich bin Ada.', pictureId: firstId });

    await propose(coach.session, 'Ich bin Ada,\r\nund neu.', { keptVersionId: firstId });
    expect(await readIntroduction(coach.id)).toMatchObject({ text: 'Ich bin Ada.', pictureId: firstId });
    const secondId = await findOpenVersionId(coach.session);
    expect(await getOwnIntroduction(coach.session)).toMatchObject({
      shown: { introductionId: firstId, state: 'shown', reason: null },
      open: { introductionId: secondId, text: 'Ich bin Ada,\nund neu.', pictureId: secondId, state: 'proposed' },
    });
    expect(await approve(secondId)).toEqual({ status: 'success' });
    expect(await readIntroduction(coach.id)).toMatchObject({ text: 'Ich bin Ada,\nund neu.', pictureId: secondId });
    expect(await getOwnIntroduction(coach.session)).toMatchObject({ shown: { introductionId: secondId }, open: null });
    expect(await mailKindsOf(coach.id)).toEqual(['introductionApproved', 'introductionApproved']);
  });

  test('is refused with an error at the text field if the text is invalid, and nothing is stored', async () => {
    const { session } = await newCoach();
    for (const [text, message] of [
      ['', 'Bitte schreib etwas über dich oder wähle ein Bild aus.'],
      ['ä'.repeat(501), 'Bitte kürze deine Vorstellung auf höchstens 500 Zeichen.'],
      ['Hallo\u0007', 'Hier stehen Zeichen, die nicht erlaubt sind.'],
    ] as const) {
      const { status, body } = await propose(session, text);
      expect({ status, code: body.meta.code, errors: body.errors }).toEqual({
        status: 409,
        code: 'invalid',
        errors: [{ path: 'text', message }],
      });
    }
    expect(await getOwnIntroduction(session)).toEqual({ shown: null, open: null });
    expect((await propose(session, '😀'.repeat(250))).body.meta.status).toBe('success');
  });

  test('keeps its id if it is sent again, is replaced by a different one, and cannot use another coach’s picture', async () => {
    const coach = await newCoach();
    const otherCoach = await newCoach();
    await propose(otherCoach.session, '', { bytes: picture });
    await propose(coach.session, 'Eins');
    const firstId = await findOpenVersionId(coach.session);
    await propose(coach.session, 'Eins');
    expect(await findOpenVersionId(coach.session)).toBe(firstId);
    const answer = await propose(coach.session, 'Zwei', { keptVersionId: await findOpenVersionId(otherCoach.session) });
    expect({ status: answer.status, code: answer.body.meta.code }).toEqual({ status: 409, code: 'pictureGone' });
    expect(await findOpenVersionId(coach.session)).toBe(firstId);
    await propose(coach.session, 'Zwei');
    expect(await findOpenVersionId(coach.session)).not.toBe(firstId);
    expect((await world.call(approveIntroduction, adminSession, { introductionId: firstId })).status).toBe(404);
  });

  test('requires a coach profile', async () => {
    const calls = [
      world.call(getMyIntroduction, adminSession),
      world.call(deleteIntroduction, adminSession, { what: 'all' }),
    ];
    for (const { body } of await Promise.all([...calls, propose(adminSession, 'Hallo')]))
      expect(body.meta.code).toBe('noCoachProfile');
  });
});

describe('deleting an introduction [17.1]', () => {
  test('immediately removes a proposal, the pictures or everything, even shown versions', async () => {
    const coach = await newCoach();
    await propose(coach.session, 'Gezeigt', { bytes: picture });
    const shownId = await findOpenVersionId(coach.session);
    await approve(shownId);
    await propose(coach.session, '', { keptVersionId: shownId });
    const remove = (what: string) => world.call(deleteIntroduction, coach.session, { what });

    // A proposal that has no text is deleted with its picture.
    expect((await remove('picture')).body.data).toMatchObject({
      shown: { text: 'Gezeigt', pictureId: null },
      open: null,
    });
    expect(await readIntroduction(coach.id)).toMatchObject({ text: 'Gezeigt', pictureId: null });
    await propose(coach.session, 'Neu');
    expect((await remove('open')).body.data).toMatchObject({ shown: { text: 'Gezeigt' }, open: null });
    expect((await remove('all')).body.data).toEqual({ shown: null, open: null });
    expect(await readIntroduction(coach.id)).toMatchObject({ text: '', pictureId: null });
    expect((await remove('all')).body.meta.status).toBe('success');
    const entries = await world.db
      .selectFrom('audit')
      .select('action')
      .where('actor_id', '=', coach.id)
      .where('action', '<>', 'introductionProposed')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'introductionPictureDeleted',
      'introductionWithdrawn',
      'introductionDeleted',
    ]);
  });
});

describe('an admin’s decision [17.3]', () => {
  const listProposals = async () => (await world.call(getIntroductions, adminSession)).body.data ?? [];
  const refuse = (id: number, reason: string | null = 'Bitte ohne Werbung') =>
    world.call(refuseIntroduction, adminSession, { introductionId: id, reason });

  test('is made from a list that contains each proposal with the shown version; a refusal mails the coach once', async () => {
    const coach = await newCoach({ firstName: 'Cora', lastName: 'Liste' });
    await propose(coach.session, 'Alt');
    await approve(await findOpenVersionId(coach.session));
    await propose(coach.session, 'Neu', { bytes: picture });
    const id = await findOpenVersionId(coach.session);
    const version = { introductionId: id, coachId: coach.id, coach: 'Cora Liste', text: 'Neu', pictureId: id };
    expect(await listProposals()).toContainEqual({
      ...version,
      proposedAt: expect.any(String) as string,
      shown: { text: 'Alt', pictureId: null },
    });

    const refusalWithoutReason = await refuse(id, ' ');
    expect(refusalWithoutReason.body.errors).toEqual([{ path: 'reason', message: 'Bitte gib den Grund an' }]);
    expect((await refuse(999_999, '')).status).toBe(404);
    for (const _ of [1, 2]) expect((await refuse(id)).body.meta).toEqual({ status: 'success' });
    expect(await getOwnIntroduction(coach.session)).toMatchObject({
      shown: { text: 'Alt' },
      open: { introductionId: id, state: 'refused', reason: 'Bitte ohne Werbung' },
    });
    expect((await listProposals()).filter(({ coachId }) => coachId === coach.id)).toEqual([]);
    expect(await mailKindsOf(coach.id)).toEqual(['introductionApproved', 'introductionRefused']);
    const lateApproval = await world.call(approveIntroduction, adminSession, { introductionId: id });
    expect({ status: lateApproval.status, code: lateApproval.body.meta.code }).toEqual({
      status: 409,
      code: 'decided',
    });
  });

  test('can be repeated: a second approval sends no second mail', async () => {
    const coach = await newCoach();
    await propose(coach.session, 'Hallo');
    const id = await findOpenVersionId(coach.session);
    for (const _ of [1, 2]) expect(await approve(id)).toEqual({ status: 'success' });
    expect(await mailKindsOf(coach.id)).toEqual(['introductionApproved']);
    expect((await refuse(id)).body.meta.code).toBe('decided');
  });
});

describe('the introduction of an inactive coach [17.4]', () => {
  test('is not shown, listed or approved, and is shown again once the coach is active again', async () => {
    const coach = await newCoach();
    await propose(coach.session, 'Gezeigt', { bytes: picture });
    await approve(await findOpenVersionId(coach.session));
    await propose(coach.session, 'Neu');
    const id = await findOpenVersionId(coach.session);
    const coachee = await world.addParticipant();
    const coacheeSession = await world.signIn(coachee);
    await world.addAppointment(coach.id, inDays(-3, '10:00'), { participant: coachee });
    const readCoachPicture = async () =>
      (await world.call(listMyAppointments, coacheeSession)).body.data?.[0]?.coachPicture;
    expect(await readCoachPicture()).toEqual(expect.any(Number));

    const setActive = async (active: number) => {
      const storedCoach = (await world.call(listCoaches, adminSession)).body.data?.find((row) => row.id === coach.id);
      expect((await world.call(editCoach, adminSession, { ...storedCoach, active })).body.meta.status).toBe('success');
    };
    await setActive(0);
    expect((await world.call(getCoach, participantSession, { coachId: coach.id })).status).toBe(404);
    expect(await readCoachPicture()).toBeNull();
    const proposals = (await world.call(getIntroductions, adminSession)).body.data ?? [];
    expect(proposals.filter(({ coachId }) => coachId === coach.id)).toEqual([]);
    expect(await approve(id)).toMatchObject({ code: 'inactive' });
    await setActive(1);
    expect(await readIntroduction(coach.id)).toMatchObject({ text: 'Gezeigt' });
  });
});

test('lists of slots contain the id of the coach and of the coach’s picture, or null [17.4]', async () => {
  const [coachWithPicture, coachWithoutPicture] = [await newCoach(), await newCoach()];
  await propose(coachWithPicture.session, '', { bytes: picture });
  const id = await findOpenVersionId(coachWithPicture.session);
  await approve(id);
  await propose(coachWithoutPicture.session, 'Nur Text');
  await approve(await findOpenVersionId(coachWithoutPicture.session));
  for (const [index, coach] of [coachWithPicture, coachWithoutPicture].entries())
    await world.addAppointment(coach.id, inDays(4, `1${index}:00`));
  const readCoachPictures = async (input: object) =>
    ((await world.call(listBookableSlots, participantSession, { ...input })).body.data ?? [])
      .filter(({ coachId }) => [coachWithPicture.id, coachWithoutPicture.id].includes(coachId))
      .map(({ coachId, coachPicture }) => ({ coachId, coachPicture }));
  const expected = [
    { coachId: coachWithPicture.id, coachPicture: id },
    { coachId: coachWithoutPicture.id, coachPicture: null },
  ];
  for (const input of [{}, { limit: 50 }, { weekdays: [1, 2, 3, 4, 5, 6, 7] }])
    expect(await readCoachPictures(input)).toEqual(expected);
});
