import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawnPicture } from '../../../../tests/support/pictures.ts';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { bookable, myAppointment } from '../../booking/contract.ts';
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
let admin: string;
let participant: string;
let picture: Buffer;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.admin());
  participant = await world.signIn(await world.participant());
  picture = await drawnPicture();
});
afterAll(() => world.close());

/** A new coach, signed in. */
async function newCoach(about: { firstName?: string; lastName?: string } = {}) {
  const id = await world.coach(about);
  return { id, session: await world.signIn(id) };
}

/** Proposes a text, and a new picture or the one of the version `keep`. */
function propose(session: string, text: string, { bytes, keep }: { bytes?: Buffer; keep?: number } = {}) {
  return world.send(proposeIntroduction, [
    { field: `text_${session}`, text },
    ...(keep ? [{ field: `keepPicture_${session}`, text: String(keep) }] : []),
    ...(bytes ? [{ field: `picture_${session}`, name: 'ich.png', bytes }] : []),
  ]);
}

const openId = async (session: string) => (await own(session)).open?.introductionId ?? 0;
async function own(session: string) {
  const { data } = (await world.call(getMyIntroduction, session)).body;
  if (!data) throw new Error('no introductions');
  return data;
}
const decide = async (id: number) => (await world.call(approveIntroduction, admin, { introductionId: id })).body.meta;
const seen = async (coachId: number) => (await world.call(getCoach, participant, { coachId })).body.data;
const mailsTo = async (person: number) =>
  (await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).orderBy('kind').execute()).map(
    ({ kind }) => kind,
  );

describe('what a coach proposes [17.1]', () => {
  test('is shown only once an admin has approved it; what was shown before stays until then', async () => {
    const coach = await newCoach({ firstName: 'Ada', lastName: 'Coach' });
    expect((await propose(coach.session, ' Ich bin Ada. ', { bytes: picture })).body.meta.status).toBe('success');
    expect(await seen(coach.id)).toEqual({ coachId: coach.id, coach: 'Ada Coach', text: '', pictureId: null });
    const first = await openId(coach.session);
    expect(await decide(first)).toEqual({ status: 'success' });
    expect(await seen(coach.id)).toMatchObject({ text: 'Ich bin Ada.', pictureId: first });

    await propose(coach.session, 'Ich bin Ada,\r\nund neu.', { keep: first });
    expect(await seen(coach.id)).toMatchObject({ text: 'Ich bin Ada.', pictureId: first });
    const second = await openId(coach.session);
    expect(await own(coach.session)).toMatchObject({
      shown: { introductionId: first, state: 'shown', reason: null },
      open: { introductionId: second, text: 'Ich bin Ada,\nund neu.', pictureId: second, state: 'proposed' },
    });
    expect(await decide(second)).toEqual({ status: 'success' });
    expect(await seen(coach.id)).toMatchObject({ text: 'Ich bin Ada,\nund neu.', pictureId: second });
    expect(await own(coach.session)).toMatchObject({ shown: { introductionId: second }, open: null });
    expect(await mailsTo(coach.id)).toEqual(['introductionApproved', 'introductionApproved']);
  });

  test('is said to be wrong at its field, and nothing is stored', async () => {
    const { session } = await newCoach();
    for (const [text, message] of [
      ['', 'Bitte schreib etwas über dich oder wähle ein Bild aus.'],
      ['ä'.repeat(501), 'Bitte kürze deine Vorstellung auf höchstens 500 Zeichen.'],
      ['Hallo\u0007', 'Hier stehen Zeichen, die nicht erlaubt sind.'],
    ] as const) {
      const { status, body } = await propose(session, text);
      expect({ status, code: body.meta.code, errors: body.errors }).toEqual({
        ...{ status: 409, code: 'invalid' },
        errors: [{ path: 'text', message }],
      });
    }
    expect(await own(session)).toEqual({ shown: null, open: null });
    expect((await propose(session, '😀'.repeat(250))).body.meta.status).toBe('success');
  });

  test('made a second time stays the same; another one takes its place, and nobody else’s picture is kept', async () => {
    const coach = await newCoach();
    const other = await newCoach();
    await propose(other.session, '', { bytes: picture });
    await propose(coach.session, 'Eins');
    const first = await openId(coach.session);
    await propose(coach.session, 'Eins');
    expect(await openId(coach.session)).toBe(first);
    const foreign = await propose(coach.session, 'Zwei', { keep: await openId(other.session) });
    expect({ status: foreign.status, code: foreign.body.meta.code }).toEqual({ status: 409, code: 'pictureGone' });
    expect(await openId(coach.session)).toBe(first);
    await propose(coach.session, 'Zwei');
    expect(await openId(coach.session)).not.toBe(first);
    expect((await world.call(approveIntroduction, admin, { introductionId: first })).status).toBe(404);
  });

  test('needs a coach’s profile', async () => {
    const calls = [world.call(getMyIntroduction, admin), world.call(deleteIntroduction, admin, { what: 'all' })];
    for (const { body } of await Promise.all([...calls, propose(admin, 'Hallo')]))
      expect(body.meta.code).toBe('noCoachProfile');
  });
});

describe('the coach deletes at once [17.1]', () => {
  test('a proposal, the pictures, or everything, also what is shown', async () => {
    const coach = await newCoach();
    await propose(coach.session, 'Gezeigt', { bytes: picture });
    const shown = await openId(coach.session);
    await decide(shown);
    await propose(coach.session, '', { keep: shown });
    const drop = (what: string) => world.call(deleteIntroduction, coach.session, { what });

    // A proposal without a text is nothing without its picture.
    expect((await drop('picture')).body.data).toMatchObject({
      shown: { text: 'Gezeigt', pictureId: null },
      open: null,
    });
    expect(await seen(coach.id)).toMatchObject({ text: 'Gezeigt', pictureId: null });
    await propose(coach.session, 'Neu');
    expect((await drop('open')).body.data).toMatchObject({ shown: { text: 'Gezeigt' }, open: null });
    expect((await drop('all')).body.data).toEqual({ shown: null, open: null });
    expect(await seen(coach.id)).toMatchObject({ text: '', pictureId: null });
    expect((await drop('all')).body.meta.status).toBe('success');
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

describe('an admin decides [17.3]', () => {
  const listed = async () => (await world.call(getIntroductions, admin)).body.data ?? [];
  const refuse = (id: number, reason: string | null = 'Bitte ohne Werbung') =>
    world.call(refuseIntroduction, admin, { introductionId: id, reason });

  test('on what is listed with what is shown beside it; a refusal says why, once', async () => {
    const coach = await newCoach({ firstName: 'Cora', lastName: 'Liste' });
    await propose(coach.session, 'Alt');
    await decide(await openId(coach.session));
    await propose(coach.session, 'Neu', { bytes: picture });
    const id = await openId(coach.session);
    const version = { introductionId: id, coachId: coach.id, coach: 'Cora Liste', text: 'Neu', pictureId: id };
    expect(await listed()).toContainEqual({
      ...version,
      proposedAt: expect.any(String) as string,
      shown: { text: 'Alt', pictureId: null },
    });

    const empty = await refuse(id, ' ');
    expect(empty.body.errors).toEqual([{ path: 'reason', message: 'Bitte gib den Grund an' }]);
    expect((await refuse(999_999, '')).status).toBe(404);
    for (const _ of [1, 2]) expect((await refuse(id)).body.meta).toEqual({ status: 'success' });
    expect(await own(coach.session)).toMatchObject({
      shown: { text: 'Alt' },
      open: { introductionId: id, state: 'refused', reason: 'Bitte ohne Werbung' },
    });
    expect((await listed()).filter(({ coachId }) => coachId === coach.id)).toEqual([]);
    expect(await mailsTo(coach.id)).toEqual(['introductionApproved', 'introductionRefused']);
    const late = await world.call(approveIntroduction, admin, { introductionId: id });
    expect({ status: late.status, code: late.body.meta.code }).toEqual({ status: 409, code: 'decided' });
  });

  test('and a repeated approval mails nothing', async () => {
    const coach = await newCoach();
    await propose(coach.session, 'Hallo');
    const id = await openId(coach.session);
    for (const _ of [1, 2]) expect(await decide(id)).toEqual({ status: 'success' });
    expect(await mailsTo(coach.id)).toEqual(['introductionApproved']);
    expect((await refuse(id)).body.meta.code).toBe('decided');
  });
});

describe('of a coach out of service [17.4]', () => {
  test('nothing is shown, listed or approved; back in service all is as before', async () => {
    const coach = await newCoach();
    await propose(coach.session, 'Gezeigt', { bytes: picture });
    await decide(await openId(coach.session));
    await propose(coach.session, 'Neu');
    const id = await openId(coach.session);
    const past = await world.participant();
    const theirs = await world.signIn(past);
    await world.appointment(coach.id, inDays(-3, '10:00'), { participant: past });
    const faceOf = async () => (await world.call(myAppointment, theirs)).body.data?.[0]?.coachPicture;
    expect(await faceOf()).toEqual(expect.any(Number));

    const set = async (active: number) => {
      const known = (await world.call(listCoaches, admin)).body.data?.find((one) => one.id === coach.id);
      expect((await world.call(editCoach, admin, { ...known, active })).body.meta.status).toBe('success');
    };
    await set(0);
    expect((await world.call(getCoach, participant, { coachId: coach.id })).status).toBe(404);
    expect(await faceOf()).toBeNull();
    const list = (await world.call(getIntroductions, admin)).body.data ?? [];
    expect(list.filter(({ coachId }) => coachId === coach.id)).toEqual([]);
    expect(await decide(id)).toMatchObject({ code: 'inactive' });
    await set(1);
    expect(await seen(coach.id)).toMatchObject({ text: 'Gezeigt' });
  });
});

test('lists name the coach, and the version with a picture or null [17.4]', async () => {
  const [seenOne, faceless] = [await newCoach(), await newCoach()];
  await propose(seenOne.session, '', { bytes: picture });
  const id = await openId(seenOne.session);
  await decide(id);
  await propose(faceless.session, 'Nur Text');
  await decide(await openId(faceless.session));
  for (const [index, coach] of [seenOne, faceless].entries())
    await world.appointment(coach.id, inDays(4, `1${index}:00`));
  const faces = async (input: object) =>
    ((await world.call(bookable, participant, { ...input })).body.data ?? [])
      .filter(({ coachId }) => [seenOne.id, faceless.id].includes(coachId))
      .map(({ coachId, coachPicture }) => ({ coachId, coachPicture }));
  const expected = [
    { coachId: seenOne.id, coachPicture: id },
    { coachId: faceless.id, coachPicture: null },
  ];
  for (const input of [{}, { limit: 50 }, { weekdays: [1, 2, 3, 4, 5, 6, 7] }])
    expect(await faces(input)).toEqual(expected);
});
