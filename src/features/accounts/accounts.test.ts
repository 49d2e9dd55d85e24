import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { sessionInvalid } from '../../shared/call.ts';
import { profileKeys } from '../../shared/profile.ts';
import { login, logout, checkSession } from './contract.ts';
import { setNewPassword } from './passwords/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';

const password = 'Sommer-Wiese-2026!';

let world: World;
let location: number;
let passwordHash: string;
beforeAll(async () => {
  world = await openWorld();
  location = await world.addLocation('Köln');
  passwordHash = await hashPassword(password);
});
afterAll(() => world.close());

let nextNumber = 1;
const newEmail = () => `frisch${nextNumber++}@test.example`;

describe('login', () => {
  test('returns the user as the contract defines it, and ignores the case of the e-mail [3.5] [3.11]', async () => {
    const email = newEmail();
    await world.addParticipant({ email, passwordHash, firstName: 'Jo' });
    const { body } = await world.call(login, null, { username: email.toUpperCase(), password });
    expect(Object.keys(body.data ?? {}).sort()).toEqual(
      [
        ...profileKeys,
        'firstPassword',
        'gender',
        'isSpeedCoach',
        'location',
        'mustSetUpSecondFactor',
        'resetPassword',
        'role',
        'sessionId',
      ].sort(),
    );
    expect(body.data?.sessionId).toMatch(/^[0-9a-f]{64}$/);
    expect(body.data).toMatchObject({
      isSpeedCoach: 0,
      resetPassword: 0,
      location: { label: 'Köln', value: location },
    });
  });

  test('returns empty values for the fields that a coach does not have [2.7] [3.11]', async () => {
    const session = await world.signIn(await world.addCoach({ isSpeedCoach: true }));
    const { body } = await world.call(checkSession, session);
    expect(body.data).toMatchObject({ qualification: '', location: { label: '', value: null }, isSpeedCoach: 1 });
  });

  test('is refused in the same way for an unknown e-mail, a wrong password, and an unconfirmed or inactive account [3.5]', async () => {
    const [activeEmail, unconfirmedEmail, inactiveEmail] = [newEmail(), newEmail(), newEmail()];
    await world.addParticipant({ email: activeEmail, passwordHash });
    await world.addParticipant({ email: unconfirmedEmail, passwordHash });
    await world.addParticipant({ email: inactiveEmail, passwordHash });
    await world.db.updateTable('person').set({ confirmed_at: null }).where('email', '=', unconfirmedEmail).execute();
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('email', '=', inactiveEmail).execute();
    const attempts = [
      { username: newEmail(), password },
      { username: activeEmail, password: 'Falsch-1234' },
      { username: unconfirmedEmail, password },
      { username: inactiveEmail, password },
    ];
    for (const attempt of attempts) {
      const { status, body } = await world.call(login, null, attempt);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          meta: {
            status: 'error',
            code: 'loginFailed',
            message: 'Anmeldung fehlgeschlagen! Benutzername oder Passwort falsch.',
          },
        },
      });
    }
  });

  test('stores only a hash of the session id', async () => {
    const session = await world.signIn(await world.addParticipant());
    const rows = await world.db.selectFrom('session').select('id_hash').execute();
    expect(rows.some((row) => row.id_hash.equals(Buffer.from(session, 'hex')))).toBe(false);
  });
});

describe('a session', () => {
  test('ends immediately on logout, and logging out again succeeds [3.8]', async () => {
    const session = await world.signIn(await world.addParticipant());
    for (let repetition = 0; repetition < 2; repetition++)
      expect((await world.call(logout, session)).body).toEqual({ meta: { status: 'success' } });
    expect((await world.call(checkSession, session)).body).toEqual({ meta: { status: 'success' }, data: null });
    const { body } = await world.call(setNewPassword, session, { newPassword: password });
    expect(body.meta).toEqual({ status: 'error', message: sessionInvalid });
  });

  test('ends after 8 idle hours, is extended by each use, and always ends after 7 days [3.6]', async () => {
    const hourMs = 3_600_000;
    const session = await world.signIn(await world.addParticipant());
    const isAliveAfter = async (hours: number) => {
      world.clock.shiftMs = hours * hourMs;
      return (await world.call(checkSession, session)).body.data !== null;
    };
    try {
      expect(await isAliveAfter(7.99)).toBe(true);
      for (let hours = 14; hours < 168; hours += 7) expect(await isAliveAfter(hours)).toBe(true);
      expect(await isAliveAfter(167.9)).toBe(true);
      expect(await isAliveAfter(168.1)).toBe(false);
      const idleSession = await world.signIn(await world.addParticipant());
      world.clock.shiftMs += 8.01 * hourMs;
      expect((await world.call(checkSession, idleSession)).body.data).toBeNull();
    } finally {
      world.clock.shiftMs = 0;
    }
  });

  test('is never created for an id that a client has chosen', async () => {
    expect((await world.call(checkSession, 'ab'.repeat(32))).body.data).toBeNull();
  });
});
