import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, checkSession } from '../accounts/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { createAppointment } from '../appointments/contract.ts';
import { listBookableSlots } from '../booking/contract.ts';
import { getFiles } from '../files/contract.ts';
import { createProfileForm } from '../../../tests/support/registration.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { dateOf } from '../../shared/berlin.ts';
import {
  anonymizeUserData,
  changeActiveStatus,
  changeUserData,
  searchAllParticipants,
  setDefaultPassword,
} from './contract.ts';
import {
  addOneTimePasswords,
  readMailKinds,
  readPerson,
  countOneTimePasswords,
} from '../../../tests/support/participants.ts';

const invisibleCharacters = 'Hier stehen Zeichen, die man nicht sieht. Bitte gib den Text neu ein.';

let world: World;
let admin: number;
let adminSession: string;
let coach: number;

beforeAll(async () => {
  world = await openWorld();
  admin = await world.addAdmin();
  adminSession = await world.signIn(admin);
  coach = await world.addCoach();
});
afterAll(() => world.close());

const readStoredPerson = (person: number) => readPerson(world.db, person);

/** Returns the actions on a person in the audit log, all of which must be the admin's. */
async function loggedActions(person: number) {
  const rows = await world.db
    .selectFrom('audit')
    .select(['action', 'actor_id as actor'])
    .where('person_id', '=', person)
    .orderBy('id')
    .execute();
  for (const { actor } of rows) expect(actor).toBe(admin);
  return rows.map(({ action }) => action);
}

const mailKindsOf = (person: number) => readMailKinds(world.db, person);

const setStatus = async (participantId: number, participantStatus: 0 | 1) =>
  (await world.call(changeActiveStatus, adminSession, { participantId, participantStatus })).body;

describe('inactivating a participant', () => {
  test('ends sessions, deletes one-time passwords and cancels upcoming bookings, which frees their slots and informs participant and coach [8.4]', async () => {
    const person = await world.addParticipant();
    const session = await world.signIn(person);
    await addOneTimePasswords(world.db, person);
    const [firstStart, secondStart] = [inDays(4, '09:00'), inDays(5, '09:00')];
    const upcomingBookings = [
      await world.addAppointment(coach, firstStart, { participant: person, quotaNumber: 1 }),
      await world.addAppointment(coach, secondStart, { participant: person }),
    ];
    const runningAppointment = await world.addAppointment(coach, new Date(Date.now() - 600_000), {
      participant: person,
    });
    const missedAppointment = await world.addAppointment(coach, inDays(-3, '09:00'), {
      participant: person,
      status: 'V',
    });

    expect(await setStatus(person, 1)).toEqual({ status: 'success', meta: { status: 'success' } });

    expect((await readStoredPerson(person)).inactive_at).not.toBeNull();
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    expect(await countOneTimePasswords(world.db, person)).toBe(0);
    const rows = await world.db
      .selectFrom('appointment')
      .select(['id', 'status', 'cancel_kind as kind', 'cancelled_by as by', 'quota_number as quota'])
      .where('participant_id', '=', person)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      ...upcomingBookings.map((id) => ({ id, status: 'K', kind: 'byAdmin', by: admin, quota: null })),
      { id: runningAppointment, status: 'G', kind: null, by: null, quota: null },
      { id: missedAppointment, status: 'V', kind: null, by: null, quota: null },
    ]);
    const freeSlots = await world.db
      .selectFrom('appointment')
      .select('starts_at')
      .where('status', '=', 'F')
      .where('coach_id', '=', coach)
      .orderBy('starts_at')
      .execute();
    expect(freeSlots.map((row) => row.starts_at)).toEqual([firstStart, secondStart]);
    expect(await mailKindsOf(person)).toEqual(['appointmentCancelledByUs', 'appointmentCancelledByUs']);
    expect(await mailKindsOf(coach)).toEqual(['appointmentCancelledByUs', 'appointmentCancelledByUs']);
    expect(await loggedActions(person)).toEqual(['cancelledByAdmin', 'cancelledByAdmin', 'inactivated']);
  });

  test('is undone by the status 0, and setting the current status again changes nothing [8.4]', async () => {
    const person = await world.addParticipant();
    const session = await world.signIn(person);
    expect((await setStatus(person, 0)).meta.status).toBe('success');
    expect((await world.call(checkSession, session)).body.data).not.toBeNull();
    await setStatus(person, 1);
    const inactiveSince = (await readStoredPerson(person)).inactive_at;
    expect((await setStatus(person, 1)).meta.status).toBe('success');
    expect((await readStoredPerson(person)).inactive_at).toEqual(inactiveSince);
    expect((await setStatus(person, 0)).meta.status).toBe('success');
    expect((await readStoredPerson(person)).inactive_at).toBeNull();
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    expect(await loggedActions(person)).toEqual(['inactivated', 'reactivated']);
  });

  test('leaves no session even if logins are under way', async () => {
    const person = await world.addParticipant({
      email: 'langsam@test.example',
      passwordHash: await hashPassword('Aa1!aaaa'),
    });
    const attempts = Array.from({ length: 6 }, () =>
      world.call(login, null, { username: 'langsam@test.example', password: 'Aa1!aaaa' }),
    );
    await setStatus(person, 1);
    await Promise.all(attempts);
    const sessions = await world.db.selectFrom('session').select('id_hash').where('person_id', '=', person).execute();
    expect(sessions).toEqual([]);
  });
});

describe('changing a participant’s data', () => {
  const formData = async (changes: object = {}) => ({
    ...createProfileForm({ firstName: ' Nova ', lastName: 'Neumann', email: 'nova@test.example' }),
    phoneNumber: '0221 / 99 88 777',
    qualification: 'SAP',
    endOfQualification: '2026-03-01',
    locationId: await world.addLocation('Würzburg'),
    ...changes,
  });
  const changeData = async (participantId: number, changes: object = {}) =>
    (await world.call(changeUserData, adminSession, { participantId, ...(await formData(changes)) })).body;

  test('stores the new data, which the search then shows [8.5]', async () => {
    const person = await world.addParticipant({ email: 'NOVA@test.example' });
    const session = await world.signIn(person);
    expect(await changeData(person)).toEqual({ status: 'success', meta: { status: 'success' } });
    const { body } = await world.call(searchAllParticipants, adminSession, { searchString: 'Neumann Nova' });
    expect(body.data).toMatchObject([
      {
        participantId: person,
        fullName: 'Nova Neumann',
        email: 'nova@test.example',
        phoneNumber: '02219988777',
        location: 'Würzburg',
        qualification: 'SAP',
        startOfQualification: '2026-02-01',
        endOfQualification: '2026-03-01',
      },
    ]);
    // The e-mail address differs only in case, so the person is neither signed out nor informed.
    expect((await world.call(checkSession, session)).body.data).not.toBeNull();
    expect(await mailKindsOf(person)).toEqual([]);
    expect(await loggedActions(person)).toEqual(['userDataChanged']);
  });

  test('with a new e-mail address ends sessions and mailed secrets, and informs both addresses [3.15]', async () => {
    const person = await world.addParticipant();
    const session = await world.signIn(person);
    await addOneTimePasswords(world.db, person);
    await changeData(person, { email: 'umgezogen@test.example' });
    expect(await countOneTimePasswords(world.db, person)).toBe(0);
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    expect((await mailKindsOf(person)).sort()).toEqual(['emailChanged', 'emailReplaced']);
    expect(await loggedActions(person)).toEqual(['emailChanged']);
  });

  test('sends the confirmation link to the new e-mail address of an unconfirmed participant', async () => {
    const person = await world.addParticipant();
    await world.db.updateTable('person').set({ confirmed_at: null }).where('id', '=', person).execute();
    await changeData(person, { email: 'richtig@test.example' });
    expect(await mailKindsOf(person)).toEqual(['confirmation']);
  });

  test.each([
    ['firstName', '  ', 'Bitte gib einen Vornamen ein'],
    ['firstName', 'Ida\u202eadI', invisibleCharacters],
    ['lastName', 'Berg\u200b', invisibleCharacters],
    ['email', 'ida\u200b@test.example', 'Bitte gib eine gültige Email Adresse ein'],
    ['qualification', 'B\u00adüro', invisibleCharacters],
    ['lastName', null, 'Bitte gib einen Nachnamen ein'],
    ['email', '', 'Bitte gib eine gültige Email Adresse ein'],
    ['email', 'nova@test', 'Bitte gib eine gültige Email Adresse ein'],
    ['phoneNumber', '', 'Bitte gib eine Telefonnummer ein'],
    ['phoneNumber', '2210998877', 'Telfonnummer muss mit 0 anfangen'],
    ['phoneNumber', '0221123', 'Telefonnummer muss mindestens 8 Zeichen lang sein'],
    ['qualification', '', 'Bitte gib eine Qualifizierung ein'],
    ['startOfQualification', '', 'Bitte gib ein Startdatum ein'],
    ['endOfQualification', '', 'Bitte gib ein Enddatum ein'],
    ['startOfQualification', '2026-03-02', 'Das Startdatum muss vor dem Enddatum liegen'],
    ['locationId', null, 'Bitte wähle einen Standort aus'],
    ['locationId', '', 'Bitte wähle einen Standort aus'],
    ['locationId', 8_000_000_000, 'Bitte wähle einen Standort aus'],
  ])('is refused for the %s %j with „%s“ [8.5]', async (field, value, message) => {
    const person = await world.addParticipant();
    const before = await readStoredPerson(person);
    const answer = await changeData(person, { [field]: value });
    expect(answer).toMatchObject({ status: 'error', message, meta: { code: 'invalid', message } });
    expect(answer.errors).toContainEqual({ path: field, message });
    expect(await readStoredPerson(person)).toEqual(before);
    expect(await loggedActions(person)).toEqual([]);
  });

  test('reports several errors together, in the order of the form', async () => {
    const answer = await changeData(await world.addParticipant(), { firstName: '', email: 'x', qualification: '' });
    expect(answer.errors?.map(({ path }) => path)).toEqual(['firstName', 'email', 'qualification']);
  });

  test('is refused for another person’s e-mail address, whether in upper or lower case [8.5]', async () => {
    await world.addParticipant({ email: 'belegt@test.example' });
    const person = await world.addParticipant();
    const answer = await changeData(person, { email: 'Belegt@Test.example' });
    const message = 'Diese E-Mail-Adresse gehört schon zu einem anderen Konto.';
    expect(answer).toMatchObject({ status: 'error', message, meta: { code: 'emailAlreadyExists', message } });
    expect(await readStoredPerson(person)).toMatchObject({ first_name: 'Kim' });
    expect(await loggedActions(person)).toEqual([]);
  });

  test('is refused for an inactive participant [8.5]', async () => {
    const person = await world.addParticipant();
    await setStatus(person, 1);
    expect(await changeData(person)).toMatchObject({
      message: 'Das geht nur bei aktiven Teilnehmer:innen.',
      meta: { code: 'inactive' },
    });
  });
});

describe('the administration of participants', () => {
  test('is refused for a coach with a participant profile', async () => {
    const person = await world.addParticipant();
    await world.db.updateTable('person').set({ role_id: 2 }).where('id', '=', person).execute();
    const staffRefusal = {
      code: 'staff',
      message: 'Diese Person ist Coach oder Admin. Ihr Konto wird hier nicht verwaltet.',
    };
    expect((await setStatus(person, 1)).meta).toMatchObject(staffRefusal);
    expect((await world.call(setDefaultPassword, adminSession, { userId: person })).body.meta).toMatchObject(
      staffRefusal,
    );
    expect((await readStoredPerson(person)).inactive_at).toBeNull();
  });

  test('allows anonymising only an inactive participant [8.7]', async () => {
    const person = await world.addParticipant();
    const { body } = await world.call(anonymizeUserData, adminSession, { participantId: person });
    const message = 'Das geht nur bei inaktiven Teilnehmer:innen.';
    expect(body).toMatchObject({ status: 'error', message, meta: { code: 'notInactive', message } });
    expect((await readStoredPerson(person)).anonymised_at).toBeNull();
  });

  test('returns 404 for an unknown id, a person who is not a participant, and an anonymised participant', async () => {
    const erasedParticipant = await world.addParticipant();
    await setStatus(erasedParticipant, 1);
    expect((await world.call(anonymizeUserData, adminSession, { participantId: erasedParticipant })).body.status).toBe(
      'success',
    );
    const profile = { ...createProfileForm(), locationId: await world.addLocation() };
    const appointment = {
      type: 'Einzelcoaching',
      date: dateOf(inDays(8, '10:00')),
      fromTime: '10:00',
      tillTime: '10:30',
      coachId: coach,
    };
    for (const id of [987_654_321, admin, erasedParticipant])
      for (const answer of [
        await world.call(changeActiveStatus, adminSession, { participantId: id, participantStatus: 0 }),
        await world.call(changeUserData, adminSession, { participantId: id, ...profile }),
        await world.call(setDefaultPassword, adminSession, { userId: id }),
        // Two calls are left out for the admin: a disabled admin can be erased, and an admin may list their own
        // documents.
        ...(id === admin ? [] : [await world.call(anonymizeUserData, adminSession, { participantId: id })]),
        await world.call(createAppointment, adminSession, { ...appointment, participantId: id }),
        ...(id === admin ? [] : [await world.call(getFiles, adminSession, { participantId: id })]),
      ])
        expect({ status: answer.status, code: answer.body.meta.code }).toEqual({ status: 404, code: 'notFound' });
  });

  test('makes the session of an inactivated participant invalid', async () => {
    const person = await world.addParticipant();
    const session = await world.signIn(person);
    await setStatus(person, 1);
    expect((await world.call(listBookableSlots, session)).body.meta.message).toBe('session invalid');
  });
});

test('opening another person’s list of documents is logged, opening one’s own is not', async () => {
  const person = await world.addParticipant();
  await world.call(getFiles, adminSession, { participantId: person });
  await world.call(getFiles, await world.signIn(person));
  expect(await loggedActions(person)).toEqual(['filesListed']);
});
