import { createHash, randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../server/testing.ts';
import { sessionInvalid } from '../shared/call.ts';
import {
  confirmRegistration,
  login,
  logout,
  needNewPassword,
  newRegistration,
  sessionCheck,
  setNewPassword,
} from './contract.ts';
import { hashPassword } from './passwords.ts';

const password = 'Sommer-Wiese-2026!';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let world: World;
let location: number;
let passwordHash: string;
beforeAll(async () => {
  world = await openWorld();
  location = await world.location('Köln');
  passwordHash = await hashPassword(password);
});
afterAll(() => world.close());

let next = 1;
const freshEmail = () => `frisch${next++}@test.example`;

function registration(email: string, changes: Record<string, unknown> = {}) {
  return {
    gender: { label: 'Frau', id: 'f' },
    firstName: 'Ayşe',
    lastName: 'Müller-Lüdenscheidt',
    email,
    repeatEmail: email,
    phoneNumber: '0221 / 123-456',
    qualification: 'Kauffrau für Büromanagement',
    location: { label: 'Köln', value: location },
    startOfQualification: '2026-02-01',
    endOfQualification: '2026-12-31',
    ...changes,
  };
}

const personOf = (email: string) =>
  world.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst();

/** A credential as the mail worker makes it when it sends; answers the secret of the mail. */
async function mailed(person: number, kind: 'confirmation' | 'temporaryPassword', hours: number): Promise<string> {
  const secret = randomBytes(12).toString('hex');
  await world.db
    .insertInto('credential')
    .values({ person_id: person, kind, hash: sha256(secret), expires_at: new Date(Date.now() + hours * 3_600_000) })
    .execute();
  return secret;
}

describe('a password with an umlaut', () => {
  const composed = 'Grüße-Wälder-2026!'.normalize('NFC');
  const decomposed = composed.normalize('NFD');
  const signIn = async (username: string, secret: string) =>
    (await world.call(login, null, { username, password: secret })).body.meta.code ?? 'in';

  test.each([
    ['decomposed', decomposed, composed],
    ['composed', composed, decomposed],
  ])('chosen %s signs in however it is typed', async (_, chosen, typed) => {
    const email = freshEmail();
    const session = await world.signIn(await world.participant({ email }));
    expect((await world.call(setNewPassword, session, { newPassword: chosen })).body.meta.status).toBe('success');
    expect([await signIn(email, typed), await signIn(email, chosen)]).toEqual(['in', 'in']);
    expect(await signIn(email, 'Grusse-Walder-2026!')).toBe('loginFailed');
  });

  test('signs in by an old hash of either form', async () => {
    for (const form of [composed, decomposed]) {
      const email = freshEmail();
      // As it was hashed before: the very signs that were typed.
      await world.participant({ email, passwordHash: await hash(form, { memoryCost: 19_456, timeCost: 2 }) });
      expect([await signIn(email, composed), await signIn(email, decomposed)]).toEqual(['in', 'in']);
    }
  });

  test('is as long as people count it', async () => {
    const session = await world.signIn(await world.participant());
    const choose = async (newPassword: string) =>
      (await world.call(setNewPassword, session, { newPassword })).body.meta.code ?? 'taken';
    expect(await choose('Äbcdé1!'.normalize('NFD'))).toBe('invalid');
    expect(await choose(`A1!${'ä'.repeat(125)}`.normalize('NFD'))).toBe('taken');
  });
});

describe('registration', () => {
  test('creates an unconfirmed account and queues the confirmation mail', async () => {
    const email = freshEmail();
    const { body } = await world.call(newRegistration, null, registration(email));
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

  const texts = {
    anrede: 'Bitte wähle eine Anrede',
    mail: 'Bitte gib eine gültige Email Adresse ein',
  };
  test.each([
    ['gender', { gender: null }, texts.anrede],
    ['gender', { gender: { label: '', id: '' } }, texts.anrede],
    ['firstName', { firstName: '  ' }, 'Bitte gib deinen Vornamen ein'],
    ['lastName', { lastName: null }, 'Bitte gib deinen Nachnamen ein'],
    ['email', { email: 'kein-at.example' }, texts.mail],
    ['email', { email: '' }, texts.mail],
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
  ])('%s: %j is told as “%s”', async (path, changes, message) => {
    const { status, body } = await world.call(newRegistration, null, registration(freshEmail(), changes));
    expect({ status, code: body.meta.code }).toEqual({ status: 200, code: 'invalid' });
    expect(body.errors).toContainEqual({ path, message });
    expect(body.meta.message).toBe(body.errors?.[0]?.message);
  });

  test('tells all mistakes at once', async () => {
    const { body } = await world.call(newRegistration, null, registration('x', { firstName: '', phoneNumber: '1' }));
    expect(body.errors?.map((error) => error.path)).toEqual(['firstName', 'email', 'repeatEmail', 'phoneNumber']);
  });

  test('absent fields, wrong types and impossible dates are faults of form', async () => {
    const { firstName: _, ...incomplete } = registration(freshEmail());
    for (const form of [
      incomplete,
      registration(freshEmail(), { lastName: 7 }),
      registration(freshEmail(), { endOfQualification: '2026-02-30' }),
      registration(freshEmail(), { firstName: 'a\u0000b' }),
      registration(freshEmail(), { firstName: 'a'.repeat(101) }),
    ])
      expect((await world.call(newRegistration, null, form)).status).toBe(400);
  });

  test('a confirmed e-mail is known, whatever its case; an unconfirmed one registers anew with the new data', async () => {
    const email = freshEmail();
    await world.call(newRegistration, null, registration(email));
    const again = await world.call(newRegistration, null, registration(email.toUpperCase(), { firstName: 'Ada' }));
    expect(again.body.meta.status).toBe('success');
    expect(await personOf(email.toUpperCase())).toMatchObject({ first_name: 'Ada' });
    await world.db.updateTable('person').set({ confirmed_at: new Date() }).where('first_name', '=', 'Ada').execute();
    const { body } = await world.call(newRegistration, null, registration(email, { firstName: 'Eva' }));
    expect(body.meta).toEqual({ status: 'error', code: 'emailAlreadyExists', message: 'emailAlreadyExists' });
    expect(await personOf(email.toUpperCase())).toMatchObject({ first_name: 'Ada' });
  });

  describe('with the e-mail of a confirmed account', () => {
    const mailsOf = (person: number) =>
      world.db.selectFrom('mail').select('kind').where('person_id', '=', person).execute();

    test('changes nothing of it, and its owner is told by mail, once a day', async () => {
      const email = freshEmail();
      const person = await world.participant({ email, firstName: 'Ada', passwordHash });
      const before = await personOf(email);
      for (let round = 0; round < 3; round++)
        expect((await world.call(newRegistration, null, registration(email))).body.meta.code).toBe(
          'emailAlreadyExists',
        );
      expect(await personOf(email)).toEqual(before);
      expect(await mailsOf(person)).toEqual([{ kind: 'registrationTried' }]);
    });

    test('is answered like any other where the portal is told not to reveal it', async () => {
      const discreet = await openWorld({ env: { REVEAL_EXISTING_EMAIL: '0' } });
      try {
        const [email, fresh] = [freshEmail(), freshEmail()];
        await discreet.participant({ email });
        const place = { label: 'Köln', value: await discreet.location('Köln') };
        const answerOf = async (name: string) => {
          const { status, body } = await discreet.call(newRegistration, null, registration(name, { location: place }));
          return { status, body };
        };
        const answer = await answerOf(email);
        expect(answer).toEqual(await answerOf(fresh));
        expect(answer).toEqual({ status: 200, body: { meta: { status: 'success' } } });
      } finally {
        await discreet.close();
      }
    });
  });

  test('ten at once with one e-mail make one account', async () => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.call(newRegistration, null, registration(email))),
    );
    expect(answers.map(({ body }) => body.meta.status)).toEqual(Array.from({ length: 10 }, () => 'success'));
    expect(await world.db.selectFrom('person').select('id').where('email', '=', email).execute()).toHaveLength(1);
  });
});

describe('confirmation', () => {
  async function registered(): Promise<number> {
    const email = freshEmail();
    await world.call(newRegistration, null, registration(email));
    return (await personOf(email))?.id ?? 0;
  }

  test('signs in to choose a password; the link works once', async () => {
    const person = await registered();
    const token = await mailed(person, 'confirmation', 48);
    const { body } = await world.call(confirmRegistration, null, { token });
    expect(body.data).toMatchObject({
      firstName: 'Ayşe',
      resetPassword: 1,
      firstPassword: 1,
      role: { value: 1, label: 'Teilnehmer:in' },
    });
    expect((await world.call(confirmRegistration, null, { token })).body.meta.code).toBe('tokenInvalid');
    const chosen = await world.call(setNewPassword, body.data?.sessionId ?? '', { newPassword: password });
    expect(chosen.body.data).toMatchObject({ resetPassword: 0, firstPassword: 0 });
  });

  test('an expired or invented link is refused', async () => {
    const token = await mailed(await registered(), 'confirmation', -1);
    for (const wrong of [token, 'invented'])
      expect((await world.call(confirmRegistration, null, { token: wrong })).body.meta.code).toBe('tokenInvalid');
  });
});

describe('login', () => {
  test('answers the user of the contract, e-mail in any case', async () => {
    const email = freshEmail();
    await world.participant({ email, passwordHash, firstName: 'Jo' });
    const { body } = await world.call(login, null, { username: email.toUpperCase(), password });
    expect(Object.keys(body.data ?? {}).sort()).toEqual(
      [
        ...[
          'email',
          'endOfQualification',
          'firstName',
          'firstPassword',
          'gender',
          'isSpeedCoach',
          'lastName',
          'location',
        ],
        ...[
          'mustSetUpSecondFactor',
          'phoneNumber',
          'qualification',
          'resetPassword',
          'role',
          'sessionId',
          'startOfQualification',
        ],
      ].sort(),
    );
    expect(body.data?.sessionId).toMatch(/^[0-9a-f]{64}$/);
    expect(body.data).toMatchObject({
      isSpeedCoach: 0,
      resetPassword: 0,
      location: { label: 'Köln', value: location },
    });
  });

  test('what a coach lacks is empty', async () => {
    const session = await world.signIn(await world.coach({ speed: true }));
    const { body } = await world.call(sessionCheck, session);
    expect(body.data).toMatchObject({ qualification: '', location: { label: '', value: null }, isSpeedCoach: 1 });
  });

  test('unknown, wrong, unconfirmed and inactive get one and the same answer', async () => {
    const [wrong, unconfirmed, inactive] = [freshEmail(), freshEmail(), freshEmail()];
    await world.participant({ email: wrong, passwordHash });
    await world.participant({ email: unconfirmed, passwordHash });
    await world.participant({ email: inactive, passwordHash });
    await world.db.updateTable('person').set({ confirmed_at: null }).where('email', '=', unconfirmed).execute();
    await world.db.updateTable('person').set({ inactive_at: new Date() }).where('email', '=', inactive).execute();
    const attempts = [
      { username: freshEmail(), password },
      { username: wrong, password: 'Falsch-1234' },
      { username: unconfirmed, password },
      { username: inactive, password },
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

  test('only hashes of session ids are stored', async () => {
    const session = await world.signIn(await world.participant());
    const rows = await world.db.selectFrom('session').select('id_hash').execute();
    expect(rows.some((row) => row.id_hash.equals(Buffer.from(session, 'hex')))).toBe(false);
  });
});

describe('a forgotten password', () => {
  const askFor = (email: string) => world.call(needNewPassword, null, { email });

  test('is answered the same for everybody; who is known and active gets a mail, and no secret is stored', async () => {
    const [known, unconfirmed] = [freshEmail(), freshEmail()];
    const person = await world.participant({ email: known, passwordHash });
    await world.call(newRegistration, null, registration(unconfirmed));
    for (const email of [known, unconfirmed, freshEmail()])
      expect((await askFor(email)).body).toEqual({ meta: { status: 'success' } });
    const mails = await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).execute();
    expect(mails).toEqual([{ kind: 'temporaryPassword' }]);
    const again = await personOf(unconfirmed);
    const sent = await world.db
      .selectFrom('mail')
      .select('kind')
      .where('person_id', '=', again?.id ?? 0)
      .execute();
    expect(sent).toEqual([{ kind: 'confirmation' }, { kind: 'confirmation' }]);
    expect(await world.db.selectFrom('credential').select('id').where('person_id', '=', person).execute()).toEqual([]);
  });

  test('the old password stays valid until the one-time password is used, which works once', async () => {
    const email = freshEmail();
    const person = await world.participant({ email, passwordHash });
    const temporary = await mailed(person, 'temporaryPassword', 24);
    const other = await mailed(person, 'temporaryPassword', 24);
    const before = await world.call(login, null, { username: email, password });
    expect(before.body.meta.status).toBe('success');

    const { body } = await world.call(login, null, { username: email, password: temporary });
    expect(body.data).toMatchObject({ resetPassword: 1, firstPassword: 0 });
    for (const ended of [temporary, other, password])
      expect((await world.call(login, null, { username: email, password: ended })).body.meta.code).toBe('loginFailed');
    expect((await world.call(sessionCheck, before.body.data?.sessionId ?? '')).body.data).toBeNull();

    await world.call(setNewPassword, body.data?.sessionId ?? '', { newPassword: 'Herbst-Laub-2026!' });
    const after = await world.call(login, null, { username: email, password: 'Herbst-Laub-2026!' });
    expect(after.body.data).toMatchObject({ resetPassword: 0 });
  });

  test('an expired one-time password is refused', async () => {
    const email = freshEmail();
    const temporary = await mailed(await world.participant({ email, passwordHash }), 'temporaryPassword', -1);
    expect((await world.call(login, null, { username: email, password: temporary })).body.meta.code).toBe(
      'loginFailed',
    );
  });

  test('parallel logins with one one-time password give one session', async () => {
    const email = freshEmail();
    const temporary = await mailed(await world.participant({ email, passwordHash }), 'temporaryPassword', 24);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.call(login, null, { username: email, password: temporary })),
    );
    expect(answers.filter(({ body }) => body.meta.status === 'success')).toHaveLength(1);
  });
});

describe('a new password', () => {
  test.each(['Kurz-1a', 'nurkleine-1', 'NURGROSSE-1', 'Ohne-Ziffer', 'OhneZeichen1', '', null])(
    '%j breaks the rule',
    async (newPassword) => {
      const session = await world.signIn(await world.participant());
      const { status, body } = await world.call(setNewPassword, session, { newPassword });
      expect({ status, code: body.meta.code }).toEqual({ status: 200, code: 'invalid' });
      expect(body.errors).toMatchObject([{ path: 'newPassword' }]);
    },
  );

  test.each(['P@ssw0rd', 'Passwort-2026!', '1!Sommer1!'])(
    'may not be one of the most common ones: %s',
    async (newPassword) => {
      const session = await world.signIn(await world.participant());
      const { body } = await world.call(setNewPassword, session, { newPassword });
      expect(body.meta.code).toBe('passwordTooCommon');
    },
  );

  test('may not be little more than one’s name, the provider’s or the word Coaching', async () => {
    const session = await world.signIn(await world.participant({ lastName: 'Oberländer' }));
    for (const newPassword of ['Oberländer-26!', 'Bildungswerk-1!', 'Coaching-2026!']) {
      const { body } = await world.call(setNewPassword, session, { newPassword });
      expect(body.meta, newPassword).toMatchObject({ status: 'error', code: 'passwordGuessable' });
    }
    const { body } = await world.call(setNewPassword, session, { newPassword: 'Wiese-Oberländer-Bach-1!' });
    expect(body.meta.status).toBe('success');
  });

  test('may not be the one that was mailed', async () => {
    const email = freshEmail();
    const person = await world.participant({ email, passwordHash });
    const given = ['Abc-Def-1234!', 'Ghi-Jkl-5678!'];
    for (const secret of given)
      await world.db
        .insertInto('credential')
        .values({
          person_id: person,
          kind: 'temporaryPassword',
          hash: sha256(secret),
          expires_at: new Date(Date.now() + 3_600_000),
        })
        .execute();
    const { body } = await world.call(login, null, { username: email, password: given[0] });
    const choose = async (newPassword: string) =>
      (await world.call(setNewPassword, body.data?.sessionId ?? '', { newPassword })).body.meta;
    for (const secret of given)
      expect(await choose(secret)).toEqual({
        status: 'error',
        code: 'passwordGiven',
        message: 'Dieses Passwort hast du von uns bekommen. Bitte wähle ein eigenes.',
      });
    expect((await choose(password)).status).toBe('success');
    const kept = await world.db.selectFrom('credential').select('kind').where('person_id', '=', person).execute();
    expect(kept).toEqual([{ kind: 'knownDevice' }]);
  });

  test('ends the other sessions, keeps this one, and is told by mail', async () => {
    const person = await world.participant();
    const [here, elsewhere] = [await world.signIn(person), await world.signIn(person)];
    expect((await world.call(setNewPassword, here, { newPassword: password })).body.data?.sessionId).toBe(here);
    expect((await world.call(sessionCheck, here)).body.data).not.toBeNull();
    expect((await world.call(sessionCheck, elsewhere)).body.data).toBeNull();
    const mails = await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).execute();
    expect(mails).toEqual([{ kind: 'passwordChanged' }]);
  });
});

describe('a session', () => {
  test('ends by logout, at once; logging out again succeeds', async () => {
    const session = await world.signIn(await world.participant());
    for (let round = 0; round < 2; round++)
      expect((await world.call(logout, session)).body).toEqual({ meta: { status: 'success' } });
    expect((await world.call(sessionCheck, session)).body).toEqual({ meta: { status: 'success' }, data: null });
    const refused = await world.call(setNewPassword, session, { newPassword: password });
    expect(refused.body.meta).toEqual({ status: 'error', message: sessionInvalid });
  });

  test('ends after 8 idle hours, slides with each use, and ends for good after 7 days', async () => {
    const hour = 3_600_000;
    const session = await world.signIn(await world.participant());
    const aliveAfter = async (hours: number) => {
      world.clock.shiftMs = hours * hour;
      return (await world.call(sessionCheck, session)).body.data !== null;
    };
    try {
      expect(await aliveAfter(7.99)).toBe(true);
      for (let hours = 14; hours < 168; hours += 7) expect(await aliveAfter(hours)).toBe(true);
      expect(await aliveAfter(167.9)).toBe(true);
      expect(await aliveAfter(168.1)).toBe(false);
      const idle = await world.signIn(await world.participant());
      world.clock.shiftMs += 8.01 * hour;
      expect((await world.call(sessionCheck, idle)).body.data).toBeNull();
    } finally {
      world.clock.shiftMs = 0;
    }
  });

  test('an id that a client chose is never adopted', async () => {
    expect((await world.call(sessionCheck, 'ab'.repeat(32))).body.data).toBeNull();
  });
});
