import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCredential, createRegistrationForm } from '../../../../tests/support/registration.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { login, needNewPassword, checkSession } from '../contract.ts';
import { setNewPassword } from './contract.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import { submitRegistration } from '../registration/contract.ts';

const password = 'Sommer-Wiese-2026!';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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

const registrationOf = (email: string, changes: Record<string, unknown> = {}) =>
  createRegistrationForm(email, location, changes);

const personOf = (email: string) =>
  world.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst();

describe('a password with an umlaut [3.10]', () => {
  const composed = 'Grüße-Wälder-2026!'.normalize('NFC');
  const decomposed = composed.normalize('NFD');
  const signInOutcome = async (username: string, secret: string) =>
    (await world.call(login, null, { username, password: secret })).body.meta.code ?? 'signedIn';

  test.each([
    ['decomposed', decomposed, composed],
    ['composed', composed, decomposed],
  ])('chosen in %s form works in either form at sign-in', async (_, chosenPassword, typedPassword) => {
    const email = newEmail();
    const session = await world.signIn(await world.addParticipant({ email }));
    expect((await world.call(setNewPassword, session, { newPassword: chosenPassword })).body.meta.status).toBe(
      'success',
    );
    const outcomes = [await signInOutcome(email, typedPassword), await signInOutcome(email, chosenPassword)];
    expect(outcomes).toEqual(['signedIn', 'signedIn']);
    expect(await signInOutcome(email, 'Grusse-Walder-2026!')).toBe('loginFailed');
  });

  test('works in either form at sign-in, whichever form an older version of the portal has hashed', async () => {
    for (const hashedForm of [composed, decomposed]) {
      const email = newEmail();
      // Older versions of the portal hashed exactly the characters that were typed.
      await world.addParticipant({ email, passwordHash: await hash(hashedForm, { memoryCost: 19_456, timeCost: 2 }) });
      const outcomes = [await signInOutcome(email, composed), await signInOutcome(email, decomposed)];
      expect(outcomes).toEqual(['signedIn', 'signedIn']);
    }
  });

  test('counts an umlaut as one character', async () => {
    const session = await world.signIn(await world.addParticipant());
    const choose = async (newPassword: string) =>
      (await world.call(setNewPassword, session, { newPassword })).body.meta.code ?? 'accepted';
    expect(await choose('Äbcdé1!'.normalize('NFD'))).toBe('invalid');
    expect(await choose(`A1!${'ä'.repeat(125)}`.normalize('NFD'))).toBe('accepted');
  });
});

describe('a forgotten password [3.9]', () => {
  const requestPassword = (email: string) => world.call(needNewPassword, null, { email });

  test('can be replaced on request: every e-mail gets the same response, but only people with an account get a mail [3.9]', async () => {
    const [confirmedEmail, unconfirmedEmail] = [newEmail(), newEmail()];
    const person = await world.addParticipant({ email: confirmedEmail, passwordHash });
    await world.call(submitRegistration, null, registrationOf(unconfirmedEmail));
    for (const email of [confirmedEmail, unconfirmedEmail, newEmail()])
      expect((await requestPassword(email)).body).toEqual({ meta: { status: 'success' } });
    const mails = await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).execute();
    expect(mails).toEqual([{ kind: 'temporaryPassword' }]);
    const unconfirmedPerson = await personOf(unconfirmedEmail);
    const confirmations = await world.db
      .selectFrom('mail')
      .select('kind')
      .where('person_id', '=', unconfirmedPerson?.id ?? 0)
      .execute();
    expect(confirmations).toEqual([{ kind: 'confirmation' }, { kind: 'confirmation' }]);
    expect(await world.db.selectFrom('credential').select('id').where('person_id', '=', person).execute()).toEqual([]);
  });

  test('stays valid until the one-time password is used, which works only once', async () => {
    const email = newEmail();
    const person = await world.addParticipant({ email, passwordHash });
    const oneTimePassword = await createCredential(world.db, person, 'temporaryPassword', 24);
    const otherOneTimePassword = await createCredential(world.db, person, 'temporaryPassword', 24);
    const earlierLogin = await world.call(login, null, { username: email, password });
    expect(earlierLogin.body.meta.status).toBe('success');

    const { body } = await world.call(login, null, { username: email, password: oneTimePassword });
    expect(body.data).toMatchObject({ resetPassword: 1, firstPassword: 0 });
    for (const invalid of [oneTimePassword, otherOneTimePassword, password])
      expect((await world.call(login, null, { username: email, password: invalid })).body.meta.code).toBe(
        'loginFailed',
      );
    expect((await world.call(checkSession, earlierLogin.body.data?.sessionId ?? '')).body.data).toBeNull();

    await world.call(setNewPassword, body.data?.sessionId ?? '', { newPassword: 'Herbst-Laub-2026!' });
    const laterLogin = await world.call(login, null, { username: email, password: 'Herbst-Laub-2026!' });
    expect(laterLogin.body.data).toMatchObject({ resetPassword: 0 });
  });

  test('is not replaced by an expired one-time password, which is refused', async () => {
    const email = newEmail();
    const oneTimePassword = await createCredential(
      world.db,
      await world.addParticipant({ email, passwordHash }),
      'temporaryPassword',
      -1,
    );
    expect((await world.call(login, null, { username: email, password: oneTimePassword })).body.meta.code).toBe(
      'loginFailed',
    );
  });

  test('is replaced by a one-time password; if several logins use it at the same time, only one of them succeeds', async () => {
    const email = newEmail();
    const oneTimePassword = await createCredential(
      world.db,
      await world.addParticipant({ email, passwordHash }),
      'temporaryPassword',
      24,
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.call(login, null, { username: email, password: oneTimePassword })),
    );
    expect(answers.filter(({ body }) => body.meta.status === 'success')).toHaveLength(1);
  });
});

describe('a new password', () => {
  test.each(['Kurz-1a', 'nurkleine-1', 'NURGROSSE-1', 'Ohne-Ziffer', 'OhneZeichen1', '', null])(
    'is refused if it breaks the rules for passwords: %j [3.10]',
    async (newPassword) => {
      const session = await world.signIn(await world.addParticipant());
      const { status, body } = await world.call(setNewPassword, session, { newPassword });
      expect({ status, code: body.meta.code }).toEqual({ status: 200, code: 'invalid' });
      expect(body.errors).toMatchObject([{ path: 'newPassword' }]);
    },
  );

  test.each(['P@ssw0rd', 'Passwort-2026!', '1!Sommer1!'])(
    'must not be one of the most common ones: %s',
    async (newPassword) => {
      const session = await world.signIn(await world.addParticipant());
      const { body } = await world.call(setNewPassword, session, { newPassword });
      expect(body.meta.code).toBe('passwordTooCommon');
    },
  );

  test('is refused if it is little more than the person’s name, the provider’s name or the word Coaching', async () => {
    const session = await world.signIn(await world.addParticipant({ lastName: 'Oberländer' }));
    for (const newPassword of ['Oberländer-26!', 'Bildungswerk-1!', 'Coaching-2026!']) {
      const { body } = await world.call(setNewPassword, session, { newPassword });
      expect(body.meta, newPassword).toMatchObject({ status: 'error', code: 'passwordGuessable' });
    }
    const { body } = await world.call(setNewPassword, session, { newPassword: 'Wiese-Oberländer-Bach-1!' });
    expect(body.meta.status).toBe('success');
  });

  test('must not be a one-time password that was mailed to the person', async () => {
    const email = newEmail();
    const person = await world.addParticipant({ email, passwordHash });
    const oneTimePasswords = ['Abc-Def-1234!', 'Ghi-Jkl-5678!'];
    for (const secret of oneTimePasswords)
      await world.db
        .insertInto('credential')
        .values({
          person_id: person,
          kind: 'temporaryPassword',
          hash: sha256(secret),
          expires_at: new Date(Date.now() + 3_600_000),
        })
        .execute();
    const { body } = await world.call(login, null, { username: email, password: oneTimePasswords[0] });
    const choose = async (newPassword: string) =>
      (await world.call(setNewPassword, body.data?.sessionId ?? '', { newPassword })).body.meta;
    for (const secret of oneTimePasswords)
      expect(await choose(secret)).toEqual({
        status: 'error',
        code: 'passwordGiven',
        message: 'Dieses Passwort hast du von uns bekommen. Bitte wähle ein eigenes.',
      });
    expect((await choose(password)).status).toBe('success');
    const credentials = await world.db
      .selectFrom('credential')
      .select('kind')
      .where('person_id', '=', person)
      .execute();
    expect(credentials).toEqual([{ kind: 'knownDevice' }]);
  });

  test('ends the person’s other sessions but not the current one, and is confirmed by mail [3.10]', async () => {
    const person = await world.addParticipant();
    const [currentSession, otherSession] = [await world.signIn(person), await world.signIn(person)];
    const response = await world.call(setNewPassword, currentSession, { newPassword: password });
    expect(response.body.data?.sessionId).toBe(currentSession);
    expect((await world.call(checkSession, currentSession)).body.data).not.toBeNull();
    expect((await world.call(checkSession, otherSession)).body.data).toBeNull();
    const mails = await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).execute();
    expect(mails).toEqual([{ kind: 'passwordChanged' }]);
  });
});
