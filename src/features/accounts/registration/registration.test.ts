import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCredential, createRegistrationForm } from '../../../../tests/support/registration.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { login } from '../contract.ts';
import { setNewPassword } from '../passwords/contract.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import { confirmRegistration, submitRegistration } from './contract.ts';

const invisibleCharacters = 'Hier stehen Zeichen, die man nicht sieht. Bitte gib den Text neu ein.';

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

const registrationOf = (email: string, changes: Record<string, unknown> = {}) =>
  createRegistrationForm(email, location, changes);

const personOf = (email: string) =>
  world.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst();

describe('registration', () => {
  test('creates an unconfirmed account and queues the confirmation mail [3.2]', async () => {
    const email = newEmail();
    const { body } = await world.call(submitRegistration, null, registrationOf(email));
    expect(body.meta).toEqual({ status: 'success' });
    const person = await personOf(email);
    expect(person).toMatchObject({ role_id: 1, confirmed_at: null, phone: '0221123456', first_name: 'Ayşe' });
    const mails = await world.db
      .selectFrom('mail')
      .select('kind')
      .where('person_id', '=', person?.id ?? 0)
      .execute();
    expect(mails).toEqual([{ kind: 'confirmation' }]);
    expect((await world.call(login, null, { username: email, password })).body.meta.code).toBe('loginFailed');
  });

  const messages = {
    gender: 'Bitte wähle eine Anrede',
    email: 'Bitte gib eine gültige Email Adresse ein',
  };
  test.each([
    ['gender', { gender: null }, messages.gender],
    ['gender', { gender: { label: '', id: '' } }, messages.gender],
    ['firstName', { firstName: '  ' }, 'Bitte gib deinen Vornamen ein'],
    ['firstName', { firstName: 'Ida\u202eadI' }, invisibleCharacters],
    ['qualification', { qualification: 'Büro\u200b Köln' }, invisibleCharacters],
    ['email', { email: 'i\u200bch@test.example' }, messages.email],
    ['lastName', { lastName: null }, 'Bitte gib deinen Nachnamen ein'],
    ['email', { email: 'kein-at.example' }, messages.email],
    ['email', { email: '' }, messages.email],
    ['email', { email: 'ich@wbsedu.de' }, "Email Adresse darf nicht 'wbsedu' enthalten"],
    ['repeatEmail', { repeatEmail: 'anders@test.example' }, 'Die Email Adressen stimmen nicht überein'],
    ['phoneNumber', { phoneNumber: '' }, 'Bitte gib deine Telefonnummer ein'],
    ['phoneNumber', { phoneNumber: '+49 221 123456' }, 'Telfonnummer muss mit 0 anfangen'],
    ['phoneNumber', { phoneNumber: '0221 12' }, 'Telefonnummer muss mindestens 8 Zeichen lang sein'],
    ['qualification', { qualification: '' }, 'Bitte gib deine Qualifizierung ein'],
    ['location', { location: null }, 'Bitte wähle einen Standort aus'],
    ['location', { location: { label: 'Atlantis', value: 999_999_999_999 } }, 'Bitte wähle einen Standort aus'],
    ['startOfQualification', { startOfQualification: '' }, 'Bitte gib ein Startdatum ein'],
    ['endOfQualification', { endOfQualification: null }, 'Bitte gib ein Enddatum ein'],
    ['startOfQualification', { startOfQualification: '2027-01-01' }, 'Das Startdatum muss vor dem Enddatum liegen'],
    ['endOfQualification', { startOfQualification: '2027-01-01' }, 'Das Enddatum muss nach dem Startdatum liegen'],
  ])('refuses the field %s of %j with “%s” [3.1]', async (path, changes, message) => {
    const { status, body } = await world.call(submitRegistration, null, registrationOf(newEmail(), changes));
    expect({ status, code: body.meta.code }).toEqual({ status: 200, code: 'invalid' });
    expect(body.errors).toContainEqual({ path, message });
    expect(body.meta.message).toBe(body.errors?.[0]?.message);
  });

  test('reports all errors in one response', async () => {
    const { body } = await world.call(
      submitRegistration,
      null,
      registrationOf('x', { firstName: '', phoneNumber: '1' }),
    );
    expect(body.errors?.map((error) => error.path)).toEqual(['firstName', 'email', 'repeatEmail', 'phoneNumber']);
  });

  test('treats absent fields, wrong types and impossible dates as malformed input', async () => {
    const { firstName: _, ...incomplete } = registrationOf(newEmail());
    for (const form of [
      incomplete,
      registrationOf(newEmail(), { lastName: 7 }),
      registrationOf(newEmail(), { endOfQualification: '2026-02-30' }),
      registrationOf(newEmail(), { firstName: 'a\u0000b' }),
      registrationOf(newEmail(), { firstName: 'a'.repeat(101) }),
    ])
      expect((await world.call(submitRegistration, null, form)).status).toBe(400);
  });

  test('replaces the data of an unconfirmed account, but refuses the e-mail of a confirmed one, ignoring case [3.2]', async () => {
    const email = newEmail();
    await world.call(submitRegistration, null, registrationOf(email));
    const secondResponse = await world.call(
      submitRegistration,
      null,
      registrationOf(email.toUpperCase(), { firstName: 'Ada' }),
    );
    expect(secondResponse.body.meta.status).toBe('success');
    expect(await personOf(email.toUpperCase())).toMatchObject({ first_name: 'Ada' });
    await world.db.updateTable('person').set({ confirmed_at: new Date() }).where('first_name', '=', 'Ada').execute();
    const { body } = await world.call(submitRegistration, null, registrationOf(email, { firstName: 'Eva' }));
    expect(body.meta).toEqual({ status: 'error', code: 'emailAlreadyExists', message: 'emailAlreadyExists' });
    expect(await personOf(email.toUpperCase())).toMatchObject({ first_name: 'Ada' });
  });

  describe('with the e-mail of a confirmed account', () => {
    const mailsOf = (person: number) =>
      world.db.selectFrom('mail').select('kind').where('person_id', '=', person).execute();

    test('changes nothing in that account; its owner is notified by mail, but only once a day', async () => {
      const email = newEmail();
      const person = await world.addParticipant({ email, firstName: 'Ada', passwordHash });
      const before = await personOf(email);
      for (let round = 0; round < 3; round++)
        expect((await world.call(submitRegistration, null, registrationOf(email))).body.meta.code).toBe(
          'emailAlreadyExists',
        );
      expect(await personOf(email)).toEqual(before);
      expect(await mailsOf(person)).toEqual([{ kind: 'registrationTried' }]);
    });

    test('gets the same response as with an unknown e-mail if the portal is set not to reveal existing ones', async () => {
      const discreetWorld = await openWorld({ env: { REVEAL_EXISTING_EMAIL: '0' } });
      try {
        const [knownEmail, unknownEmail] = [newEmail(), newEmail()];
        await discreetWorld.addParticipant({ email: knownEmail });
        const discreetLocation = { label: 'Köln', value: await discreetWorld.addLocation('Köln') };
        const answerFor = async (email: string) => {
          const { status, body } = await discreetWorld.call(
            submitRegistration,
            null,
            registrationOf(email, { location: discreetLocation }),
          );
          return { status, body };
        };
        const answer = await answerFor(knownEmail);
        expect(answer).toEqual(await answerFor(unknownEmail));
        expect(answer).toEqual({ status: 200, body: { meta: { status: 'success' } } });
      } finally {
        await discreetWorld.close();
      }
    });
  });

  test('creates one account if ten registrations with the same e-mail arrive at the same time', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.call(submitRegistration, null, registrationOf(email))),
    );
    expect(answers.map(({ body }) => body.meta.status)).toEqual(Array.from({ length: 10 }, () => 'success'));
    expect(await world.db.selectFrom('person').select('id').where('email', '=', email).execute()).toHaveLength(1);
  });
});

describe('confirmation [3.3]', () => {
  async function registerPerson(): Promise<number> {
    const email = newEmail();
    await world.call(submitRegistration, null, registrationOf(email));
    return (await personOf(email))?.id ?? 0;
  }

  test('signs the person in to choose a password, and the link works only once', async () => {
    const person = await registerPerson();
    const token = await createCredential(world.db, person, 'confirmation', 48);
    const { body } = await world.call(confirmRegistration, null, { token });
    expect(body.data).toMatchObject({
      firstName: 'Ayşe',
      resetPassword: 1,
      firstPassword: 1,
      role: { value: 1, label: 'Teilnehmer:in' },
    });
    expect((await world.call(confirmRegistration, null, { token })).body.meta.code).toBe('tokenInvalid');
    const passwordResponse = await world.call(setNewPassword, body.data?.sessionId ?? '', { newPassword: password });
    expect(passwordResponse.body.data).toMatchObject({ resetPassword: 0, firstPassword: 0 });
  });

  test('is refused with an expired or made-up link', async () => {
    const token = await createCredential(world.db, await registerPerson(), 'confirmation', -1);
    for (const invalidToken of [token, 'invented'])
      expect((await world.call(confirmRegistration, null, { token: invalidToken })).body.meta.code).toBe(
        'tokenInvalid',
      );
  });
});
