import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, checkSession } from '../accounts/contract.ts';
import { setNewPassword } from '../accounts/passwords/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { newPasswordProblem } from '../../shared/password.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { changeActiveStatus, setDefaultPassword } from './contract.ts';
import { addOneTimePasswords, readPerson, countOneTimePasswords } from '../../../tests/support/participants.ts';

let world: World;
let adminSession: string;

beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

describe('the default password', () => {
  const setPasswordFor = async (userId: number, portal = world, session = adminSession) =>
    (await portal.call(setDefaultPassword, session, { userId })).body;

  test('is random, is stored as a hash, replaces earlier passwords, and must be changed after signing in [8.6]', async () => {
    const email = 'vergesslich@test.example';
    const person = await world.addParticipant({ email, passwordHash: await hashPassword('Altes-Passwort-1') });
    const session = await world.signIn(person);
    await addOneTimePasswords(world.db, person);
    const password = (await setPasswordFor(person)).data?.defaultPassword ?? '';
    expect(password).toHaveLength(12);
    expect(newPasswordProblem(password)).toBeNull();
    expect((await setPasswordFor(person)).data?.defaultPassword).not.toBe(password);
    const latestPassword = (await setPasswordFor(person)).data?.defaultPassword ?? '';

    expect((await readPerson(world.db, person)).password_hash).toMatch(/^\$argon2id\$/);
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    expect(await countOneTimePasswords(world.db, person)).toBe(0);
    for (const oldPassword of ['Altes-Passwort-1', password])
      expect((await world.call(login, null, { username: email, password: oldPassword })).body.meta.code).toBe(
        'loginFailed',
      );
    const { body } = await world.call(login, null, { username: email, password: latestPassword });
    expect(body.data?.resetPassword).toBe(1);
    const newPasswordAnswer = await world.call(setNewPassword, body.data?.sessionId ?? '', {
      newPassword: 'Mein-Eigenes-1',
    });
    expect(newPasswordAnswer.body.data?.resetPassword).toBe(0);
    expect(
      (await world.db.selectFrom('audit').select('action').where('person_id', '=', person).execute()).at(0),
    ).toEqual({ action: 'defaultPasswordSet' });
  });

  test('expires after three days, and cannot be chosen as the new password', async () => {
    const username = 'wochenende@test.example';
    const person = await world.addParticipant({ email: username });
    const password = (await setPasswordFor(person)).data?.defaultPassword ?? '';
    const msPerDay = 24 * 3_600_000;
    const signInAfter = async (days: number) => {
      world.clock.shiftMs = days * msPerDay;
      return (await world.call(login, null, { username, password })).body;
    };
    try {
      const { data } = await signInAfter(2.9);
      const { body } = await world.call(setNewPassword, data?.sessionId ?? '', { newPassword: password });
      expect(body.meta.code).toBe('passwordGiven');
      expect((await signInAfter(3.1)).meta.code).toBe('loginFailed');
    } finally {
      world.clock.shiftMs = 0;
    }
  });

  test('is the password from the provider’s settings if they contain one', async () => {
    const configuredWorld = await openWorld({ env: { DEFAULT_PASSWORD: 'Willkommen-2026!' } });
    try {
      const session = await configuredWorld.signIn(await configuredWorld.addAdmin());
      const person = await configuredWorld.addParticipant({ email: 'p@test.example' });
      expect((await setPasswordFor(person, configuredWorld, session)).data).toEqual({
        defaultPassword: 'Willkommen-2026!',
      });
      const { body } = await configuredWorld.call(login, null, {
        username: 'p@test.example',
        password: 'Willkommen-2026!',
      });
      expect(body.data?.resetPassword).toBe(1);
    } finally {
      await configuredWorld.close();
    }
  });

  test('is refused for an inactive participant and for an account that cannot sign in yet', async () => {
    const person = await world.addParticipant();
    await world.db.updateTable('person').set({ confirmed_at: null }).where('id', '=', person).execute();
    expect((await setPasswordFor(person)).meta).toMatchObject({
      code: 'unconfirmed',
      message: 'Die E-Mail-Adresse ist noch nicht bestätigt. Vorher ist keine Anmeldung möglich.',
    });
    await world.call(changeActiveStatus, adminSession, { participantId: person, participantStatus: 1 });
    expect((await setPasswordFor(person)).meta).toMatchObject({
      code: 'inactive',
      message: 'Das geht nur bei aktiven Teilnehmer:innen.',
    });
    expect((await readPerson(world.db, person)).password_hash).toBeNull();
  });
});
