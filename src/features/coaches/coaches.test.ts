import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { login, checkSession } from '../accounts/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { createAppointment } from '../appointments/contract.ts';
import { importAppointments } from '../appointments/import-files/contract.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { dateOf } from '../../shared/berlin.ts';
import { editCoach, getCoachList, listCoaches, makeNewCoach } from './contract.ts';

const invisibleCharacters = 'Hier stehen Zeichen, die man nicht sieht. Bitte gib den Text neu ein.';

let world: World;
let adminId: number;
let adminSession: string;
let coach: number;
let nextNumber = 1;
beforeAll(async () => {
  world = await openWorld();
  adminId = await world.addAdmin();
  adminSession = await world.signIn(adminId);
});
afterAll(() => world.close());
beforeEach(async () => {
  coach = await world.addCoach({ lastName: `Coach${nextNumber++}` });
});

/** Fetches a coach from the list of coaches; undefined if the person is not in the list. */
const fetchCoach = async (id: number) =>
  ((await world.call(listCoaches, adminSession)).body.data ?? []).find((row) => row.id === id);
const edit = async (changes: Record<string, unknown> = {}, id = coach) =>
  world.call(editCoach, adminSession, { ...(await fetchCoach(id)), ...changes });
const appointmentStatusesOf = async (id: number) =>
  (
    await world.db.selectFrom('appointment').select('status').where('coach_id', '=', id).orderBy('starts_at').execute()
  ).map((row) => row.status);
const loggedActions = async (person: number) =>
  (await world.db.selectFrom('audit').select(['actor_id', 'action']).where('person_id', '=', person).execute()).map(
    (entry) => [entry.actor_id, entry.action],
  );

describe('the list of coaches', () => {
  test('contains all coaches, even inactive ones, by last name in German order, with exactly the fields of the contract [9.1]', async () => {
    const zorn = await world.addCoach({ lastName: 'Zorn' });
    const aehren = await world.addCoach({ lastName: 'Ähren', isSpeedCoach: true });
    await edit({ active: 0 }, aehren);
    const { data = [] } = (await world.call(listCoaches, adminSession)).body;
    expect(data.findIndex(({ id }) => id === aehren)).toBe(0);
    expect(data.findIndex(({ id }) => id === zorn)).toBe(data.length - 1);
    expect(data[0]).toEqual({
      id: aehren,
      user_id: aehren,
      vorname: 'Cleo',
      nachname: 'Ähren',
      email: expect.stringContaining('@test.example') as string,
      teams_link: `https://teams.example/${aehren}`,
      active: 0,
      isSpeedCoach: 1,
      gender: 'd',
      state: null,
      singleSignOn: false,
      version: expect.any(String) as string,
    });
  });

  test('contains neither admins nor participants', async () => {
    const participant = await world.addParticipant();
    const ids = (await world.call(listCoaches, adminSession)).body.data?.map(({ id }) => id);
    expect(ids).not.toContain(participant);
    expect(ids).not.toContain(adminId);
  });
});

describe('editing a coach', () => {
  test('changes names, e-mail, link, salutation and the speed coach switch, with an audit entry [9.2]', async () => {
    const email = `neu.${coach}@test.example`;
    const { status, body } = await edit({
      vorname: ' Änne ',
      nachname: 'Neu',
      email,
      teams_link: 'https://teams.example/neu',
      isSpeedCoach: 1,
      gender: 'f',
    });
    expect({ status, body }).toEqual({ status: 200, body: { meta: { status: 'success' } } });
    expect(await fetchCoach(coach)).toEqual({
      id: coach,
      user_id: coach,
      vorname: 'Änne',
      nachname: 'Neu',
      email,
      teams_link: 'https://teams.example/neu',
      active: 1,
      isSpeedCoach: 1,
      gender: 'f',
      state: null,
      singleSignOn: false,
      version: expect.any(String) as string,
    });
    expect(await loggedActions(coach)).toEqual([
      [adminId, 'coachEdited'],
      [adminId, 'emailChanged'],
    ]);
  });

  test('without sending the salutation and the speed coach switch leaves both unchanged [9.2]', async () => {
    const speedCoach = await world.addCoach({ isSpeedCoach: true });
    const { isSpeedCoach: _, gender: __, ...otherFields } = (await fetchCoach(speedCoach)) ?? {};
    const { body } = await world.call(editCoach, adminSession, { ...otherFields, vorname: 'Ada' });
    expect(body.meta.status).toBe('success');
    expect(await fetchCoach(speedCoach)).toMatchObject({ vorname: 'Ada', isSpeedCoach: 1, gender: 'd' });
  });

  test('sets the federal state of their holidays, keeps it if it is omitted, and removes it if it is null [9.2] [7.11]', async () => {
    const storedState = async () => (await fetchCoach(coach))?.state;
    const { state: _, ...withoutState } = (await fetchCoach(coach)) ?? {};
    await edit({ state: 'DE-BY' });
    expect(await storedState()).toBe('DE-BY');
    await world.call(editCoach, adminSession, { ...withoutState, version: undefined, vorname: 'Ada' });
    expect(await storedState()).toBe('DE-BY');
    const { status, body } = await edit({ state: 'Bayern' });
    expect({ status, code: body.meta.code }).toEqual({ status: 400, code: 'invalidRequest' });
    await edit({ state: null });
    expect(await storedState()).toBeNull();
  });

  test('is refused if another admin has changed the federal state since the form was opened [9.2] [2.13]', async () => {
    const outdatedCoach = await fetchCoach(coach);
    await edit({ state: 'DE-BY' });
    const { status, body } = await world.call(editCoach, adminSession, { ...outdatedCoach, vorname: 'Ada' });
    expect({ status, code: body.meta.code }).toEqual({ status: 409, code: 'changedMeanwhile' });
  });

  test.each([
    ['vorname', '', 'Bitte gib einen Vornamen ein'],
    ['nachname', 'Berg\u2066', invisibleCharacters],
    ['teams_link', 'https://teams\u200b.example', 'Der Teams-Link muss eine Adresse sein, die mit https:// beginnt.'],
    ['nachname', null, 'Bitte gib einen Nachnamen ein'],
    ['email', 'nirgends', 'Bitte gib eine gültige Email Adresse ein'],
    ['teams_link', '', 'Bitte gib einen Teams-Link ein'],
    ['teams_link', 'http://teams.example/1', 'Der Teams-Link muss eine Adresse sein, die mit https:// beginnt.'],
    ['teams_link', 'https://', 'Der Teams-Link muss eine Adresse sein, die mit https:// beginnt.'],
    ['teams_link', 'https://a b', 'Der Teams-Link muss eine Adresse sein, die mit https:// beginnt.'],
    ['teams_link', 'javascript:alert(1)', 'Der Teams-Link muss eine Adresse sein, die mit https:// beginnt.'],
  ])('refuses %s %j with a message at its field and HTTP 409 [9.2]', async (path, value, message) => {
    const { status, body } = await edit({ [path]: value });
    expect({ status, meta: body.meta, errors: body.errors }).toEqual({
      status: 409,
      meta: { status: 'error', code: 'invalid', message },
      errors: [{ path, message }],
    });
  });

  test('refuses another person’s e-mail, whether in upper or lower case, and changes nothing', async () => {
    await world.addParticipant({ email: `Besetzt.${coach}@test.example` });
    const before = await fetchCoach(coach);
    const { status, body } = await edit({ vorname: 'Anders', email: `besetzt.${coach}@TEST.example` });
    expect({ status, meta: body.meta }).toEqual({
      status: 409,
      meta: { status: 'error', code: 'emailAlreadyExists', message: 'emailAlreadyExists' },
    });
    expect(await fetchCoach(coach)).toEqual(before);
    expect(await loggedActions(coach)).toEqual([]);
  });

  test('returns 404 for a person who is not a coach', async () => {
    const participant = await world.addParticipant();
    const coachFields = await fetchCoach(coach);
    for (const id of [participant, adminId, 987_654_321])
      expect((await world.call(editCoach, adminSession, { ...coachFields, id, user_id: id })).status).toBe(404);
  });

  test('gives the rights of a speed coach from the next call of the coach’s session', async () => {
    const session = await world.signIn(coach);
    await edit({ isSpeedCoach: 1 });
    expect((await world.call(checkSession, session)).body.data).toMatchObject({ isSpeedCoach: 1 });
  });
});

describe('inactivating a coach', () => {
  test('with an upcoming booking is refused, and nothing changes', async () => {
    await world.addAppointment(coach, inDays(3, '09:00'));
    await world.addAppointment(coach, inDays(4, '09:00'), { participant: await world.addParticipant() });
    const { status, body } = await edit({ active: 0, vorname: 'Anders' });
    expect({ status, meta: body.meta }).toEqual({
      status: 409,
      meta: {
        status: 'error',
        code: 'hasBookings',
        message: 'Dieser Coach hat noch gebuchte Termine. Sie müssen zuerst storniert werden.',
      },
    });
    expect(await fetchCoach(coach)).toMatchObject({ active: 1, vorname: 'Cleo' });
    expect(await appointmentStatusesOf(coach)).toEqual(['F', 'G']);
  });

  test('deletes upcoming free appointments of both types and keeps past ones', async () => {
    const participant = await world.addParticipant();
    await world.addAppointment(coach, inDays(-5, '09:00'));
    await world.addAppointment(coach, inDays(-4, '09:00'), { participant });
    await world.addAppointment(coach, inDays(3, '09:00'));
    await world.addAppointment(coach, inDays(3, '14:00'), { isSpeedcoaching: true });
    await world.addAppointment(coach, inDays(4, '09:00'), { participant, status: 'K' });
    expect((await edit({ active: 0 })).body.meta.status).toBe('success');
    expect(await appointmentStatusesOf(coach)).toEqual(['F', 'G', 'K']);
    expect(await loggedActions(coach)).toEqual([[adminId, 'coachInactivated']]);
  });

  test('ends the sessions immediately, and the coach cannot sign in until active again', async () => {
    const email = `rein.${coach}@test.example`;
    const password = 'Ganz-Geheim-1';
    await world.db
      .updateTable('person')
      .set({ email, password_hash: await hashPassword(password) })
      .where('id', '=', coach)
      .execute();
    const session = await world.signIn(coach);
    const signInCode = async () => (await world.call(login, null, { username: email, password })).body.meta.code;
    expect(await signInCode()).toBeUndefined();
    await edit({ active: 0 });
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    expect(await signInCode()).toBe('loginFailed');
    await edit({ active: 1 });
    expect(await signInCode()).toBeUndefined();
  });

  test('also ends a session that a concurrent login creates afterwards', async () => {
    await edit({ active: 0 });
    const lateSession = await world.signIn(coach);
    expect((await world.call(checkSession, lateSession)).body.data).toBeNull();
  });

  test('removes the coach from pickers, new appointments and imports', async () => {
    const { email } = (await fetchCoach(coach)) ?? {};
    await edit({ active: 0 });
    const ids = (await world.call(getCoachList, adminSession)).body.data?.map(({ value }) => value);
    expect(ids).not.toContain(coach);
    const date = dateOf(inDays(9, '09:00'));
    const created = await world.call(createAppointment, adminSession, {
      type: 'Einzelcoaching',
      date,
      fromTime: '09:00',
      tillTime: '09:45',
      participantId: null,
      coachId: coach,
    });
    expect(created.body.meta.code).toBe('inactive');
    const csv = `Coach-E-Mail;Typ;Datum;Von;Bis\n${email};Einzelcoaching;${date};09:00;09:45`;
    const imported = await world.send(importAppointments, [
      { field: `file_${adminSession}`, name: 'termine.csv', bytes: new TextEncoder().encode(csv) },
    ]);
    expect(imported.body.errors).toHaveLength(1);
  });
});

describe('an inactive coach', () => {
  beforeEach(async () => {
    await edit({ active: 0 });
  });

  test('cannot be edited [9.2]', async () => {
    const { status, body } = await edit({ vorname: 'Anders' });
    expect({ status, meta: body.meta }).toEqual({
      status: 409,
      meta: {
        status: 'error',
        code: 'inactive',
        message: 'Dieser Coach ist inaktiv und kann nur wieder auf aktiv gesetzt werden.',
      },
    });
  });

  test('can be set active again, but nothing else changes with it [9.2]', async () => {
    expect((await edit({ active: 1, vorname: 'Anders', isSpeedCoach: 1 })).body.meta.status).toBe('success');
    expect(await fetchCoach(coach)).toMatchObject({ active: 1, vorname: 'Cleo', isSpeedCoach: 0 });
    expect(await loggedActions(coach)).toEqual([
      [adminId, 'coachInactivated'],
      [adminId, 'coachActivated'],
    ]);
  });
});

describe('a new coach', () => {
  let participant: number;
  beforeEach(async () => {
    participant = await world.addParticipant();
  });
  const form = (changes: Record<string, unknown> = {}) => ({
    firstName: 'Robin',
    lastName: 'Rat',
    email: `rat${participant}@test.example`,
    teamsLink: 'https://teams.example/rat',
    gender: 'm',
    participantId: participant,
    ...changes,
  });
  const makeCoach = (changes: Record<string, unknown> = {}) => world.call(makeNewCoach, adminSession, form(changes));

  test('is a participant whose role changes; their sessions end, with an audit entry [9.3]', async () => {
    const session = await world.signIn(participant);
    expect((await makeCoach()).body.meta.status).toBe('success');
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    expect(await fetchCoach(participant)).toEqual({
      id: participant,
      user_id: participant,
      vorname: 'Robin',
      nachname: 'Rat',
      email: `rat${participant}@test.example`,
      teams_link: 'https://teams.example/rat',
      active: 1,
      isSpeedCoach: 0,
      state: null,
      gender: 'm',
      singleSignOn: false,
      version: expect.any(String) as string,
    });
    expect((await world.call(checkSession, await world.signIn(participant))).body.data).toMatchObject({
      role: { label: 'Coach', value: 2 },
    });
    expect(await loggedActions(participant)).toEqual([
      [adminId, 'coachMade'],
      [adminId, 'emailChanged'],
    ]);
  });

  test.each([
    ['participantId', null, 'Bitte wähle eine Person aus.'],
    ['firstName', '', 'Bitte gib einen Vornamen ein'],
    ['firstName', 'Ida\u202e', invisibleCharacters],
    ['lastName', '', 'Bitte gib einen Nachnamen ein'],
    ['email', 'rat@', 'Bitte gib eine gültige Email Adresse ein'],
    ['gender', '', 'Bitte wähle eine Anrede'],
    ['gender', null, 'Bitte wähle eine Anrede'],
    ['teamsLink', '', 'Teams-Link fehlt'],
    ['teamsLink', 'http://x.example', 'Der Teams-Link muss eine Adresse sein, die mit https:// beginnt.'],
  ])('without a valid %s (%j) is refused at the field [9.3]', async (path, value, message) => {
    const { status, body } = await makeCoach({ [path]: value });
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: [{ path, message }] });
  });

  test('is refused if the e-mail belongs to another person', async () => {
    const { email } = (await fetchCoach(coach)) ?? {};
    const { status, body } = await makeCoach({ email });
    expect({ status, meta: body.meta }).toEqual({
      status: 200,
      meta: { status: 'error', code: 'emailAlreadyExists', message: 'emailAlreadyExists' },
    });
    expect(await fetchCoach(participant)).toBeUndefined();
  });

  test('is refused while the participant has upcoming bookings; past ones do not matter', async () => {
    await world.addAppointment(coach, inDays(-3, '09:00'), { participant });
    const upcomingBooking = await world.addAppointment(coach, inDays(3, '09:00'), { participant });
    expect((await makeCoach()).body.meta).toEqual({
      status: 'error',
      code: 'hasBookings',
      message: 'Diese Person hat selbst noch gebuchte Termine. Sie müssen zuerst storniert werden.',
    });
    await world.db.deleteFrom('appointment').where('id', '=', upcomingBooking).execute();
    expect((await makeCoach()).body.meta.status).toBe('success');
  });

  test('is refused for a person who is a coach already, even if several admins make the person a coach at the same time', async () => {
    const answers = await Promise.all([makeCoach(), makeCoach(), makeCoach()]);
    expect(answers.map(({ body }) => body.meta.code ?? 'success').sort()).toEqual([
      'alreadyCoach',
      'alreadyCoach',
      'success',
    ]);
    const { body } = await makeCoach({ participantId: coach });
    expect(body.meta).toMatchObject({ code: 'alreadyCoach', message: 'Diese Person ist schon Coach.' });
  });

  test('cannot be inactive, unconfirmed, anonymised, an admin or unknown', async () => {
    const update = (columns: object) =>
      world.db.updateTable('person').set(columns).where('id', '=', participant).execute();
    await update({ inactive_at: new Date() });
    expect((await makeCoach()).body.meta).toMatchObject({ code: 'inactive', message: 'Diese Person ist nicht aktiv.' });
    await update({ inactive_at: null, confirmed_at: null });
    expect((await makeCoach()).body.meta.code).toBe('inactive');
    await update({ anonymised_at: new Date() });
    expect((await makeCoach()).status).toBe(404);
    await update({ anonymised_at: null, confirmed_at: new Date(), role_id: 3 });
    expect((await makeCoach()).status).toBe(404);
    expect((await makeCoach({ participantId: adminId })).status).toBe(404);
    expect((await makeCoach({ participantId: 987_654_321 })).status).toBe(404);
  });
});
