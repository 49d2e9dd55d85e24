import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../platform/password-hash.ts';
import { openAuthenticator, type Statement } from '../../../tests/support/authenticator.ts';
import { openBrowser } from '../../../tests/support/browser.ts';
import { add, createPasskey, prepare, readOutcome, signInWithPasskey } from '../../../tests/support/passkeys.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { logout } from '../accounts/contract.ts';
import * as contract from './contract.ts';

const password = 'Sommer-Wiese-2026!';
let world: World;
let passwordHash: string;
beforeAll(async () => {
  [world, passwordHash] = await Promise.all([openWorld(), hashPassword(password)]);
});
afterAll(() => world.close());

const minutes = (count: number) => count * 60_000;
const codeOf = (response: { body: { meta: { code?: string; status: string } } }) =>
  response.body.meta.code ?? response.body.meta.status;
const listOf = async (session: string) => (await world.call(contract.getPasskeys, session)).body.data?.passkeys ?? [];
const mailsTo = (person: number) =>
  world.db
    .selectFrom('mail')
    .select(['kind', 'passkey_name as name'])
    .where('person_id', '=', person)
    .orderBy('created_at')
    .execute();
const auditActionsOn = async (person: number) =>
  (await world.db.selectFrom('audit').select('action').where('person_id', '=', person).orderBy('id').execute()).map(
    ({ action }) => action,
  );

describe('adding a passkey [3.16]', () => {
  test('needs no password shortly after signing in, is listed, sends a mail and is logged', async () => {
    const person = await world.addParticipant();
    const session = await world.signIn(person);
    const { body } = await world.call(contract.preparePasskey, session);
    expect(body.data).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const authenticator = openAuthenticator();
    const added = await add(world, session, authenticator, { isSynced: true }, 'Mein Telefon');
    const [passkey] = await listOf(session);
    expect(passkey).toEqual({
      passkeyId: added.body.data?.passkeyId,
      name: 'Mein Telefon',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      lastUsedAt: null,
      synced: true,
    });
    expect(await mailsTo(person)).toEqual([{ kind: 'passkeyAdded', name: 'Mein Telefon' }]);
    expect(await auditActionsOn(person)).toEqual(['passkeyAdded']);
    expect((await prepare(world, session)).excludeCredentials).toEqual([
      { type: 'public-key', id: authenticator.credentialId },
    ]);
  });

  test('needs the password 15 minutes after signing in', async () => {
    const session = await world.signIn(await world.addParticipant({ passwordHash }));
    world.clock.shiftMs += minutes(14);
    expect(codeOf(await world.call(contract.preparePasskey, session))).toBe('success');
    world.clock.shiftMs += minutes(2);
    expect(codeOf(await world.call(contract.preparePasskey, session))).toBe('passwordNeeded');
    expect(codeOf(await world.call(contract.preparePasskey, session, { password: 'Falsch-1234!' }))).toBe(
      'wrongPassword',
    );
    expect(codeOf(await world.call(contract.preparePasskey, session, { password }))).toBe('success');
  });

  test('counts a wrong password as a failed login, but not a correct one', async () => {
    const limitedWorld = await openWorld({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const session = await limitedWorld.signIn(await limitedWorld.addParticipant({ passwordHash }));
      limitedWorld.clock.shiftMs += minutes(16);
      const tryPassword = (entered: string) =>
        limitedWorld.call(contract.preparePasskey, session, { password: entered });
      for (let round = 0; round < 11; round++) expect(codeOf(await tryPassword(password))).toBe('success');
      for (let guess = 0; guess < 10; guess++) expect(codeOf(await tryPassword('Falsch-1234!'))).toBe('wrongPassword');
      expect((await tryPassword(password)).status).toBe(429);
    } finally {
      await limitedWorld.close();
    }
  });

  test.each<[string, Statement]>([
    ['of another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['of a page at another origin', { origin: 'https://portal.example' }],
    ['of a page that another site has embedded', { isEmbedded: true }],
    ['for another host', { rpId: 'portal.example' }],
    ['without verification of the person', { isVerified: false }],
  ])('refuses a passkey %s', async (_, statement) => {
    const session = await world.signIn(await world.addParticipant());
    expect(codeOf(await add(world, session, openAuthenticator(), statement))).toBe('passkeyInvalid');
    expect(await listOf(session)).toEqual([]);
  });

  test('accepts a challenge once, for five minutes, and in its own session only', async () => {
    const person = await world.addParticipant();
    const session = await world.signIn(person);
    const addWith = async (options: Awaited<ReturnType<typeof prepare>>, inSession = session) =>
      codeOf(
        await world.call(contract.addPasskey, inSession, {
          name: 'Schlüssel',
          credential: openAuthenticator().create(options),
        }),
      );
    const options = await prepare(world, session);
    expect(await addWith(options)).toBe('success');
    expect(await addWith(options)).toBe('passkeyInvalid');
    const otherOptions = await prepare(world, session);
    expect(await addWith(otherOptions, await world.signIn(person))).toBe('passkeyInvalid');
    const oldOptions = await prepare(world, session);
    world.clock.shiftMs += minutes(5) - 5000;
    expect(await addWith(oldOptions)).toBe('success');
    const tooOldOptions = await prepare(world, session);
    world.clock.shiftMs += minutes(5);
    expect(await addWith(tooOldOptions)).toBe('passkeyInvalid');
    expect(await listOf(session)).toHaveLength(2);
  });

  test('uses up the challenge even if the passkey is refused', async () => {
    const session = await world.signIn(await world.addParticipant());
    const options = await prepare(world, session);
    const authenticator = openAuthenticator();
    const addWith = async (statement: Statement) =>
      codeOf(
        await world.call(contract.addPasskey, session, {
          name: 'Schlüssel',
          credential: authenticator.create(options, statement),
        }),
      );
    expect(await addWith({ isVerified: false })).toBe('passkeyInvalid');
    expect(await addWith({})).toBe('passkeyInvalid');
  });

  test('refuses a challenge of a sign-in, and a sign-in with a challenge for adding', async () => {
    const { authenticator, session } = await createPasskey(world, await world.addParticipant());
    const { challenge } = (await world.call(contract.startPasskeyLogin, null)).body.data ?? { challenge: '' };
    expect(codeOf(await add(world, session, openAuthenticator(), { challenge }))).toBe('passkeyInvalid');
    const prepared = await prepare(world, session);
    expect(await readOutcome(signInWithPasskey(world, authenticator, { challenge: prepared.challenge }))).toBe(
      'passkeyInvalid',
    );
  });

  test('refuses a passkey that belongs to an account, whose ever it is', async () => {
    const { authenticator, session } = await createPasskey(world, await world.addParticipant());
    expect(codeOf(await add(world, session, authenticator))).toBe('passkeyInvalid');
    const otherSession = await world.signIn(await world.addParticipant());
    const copy = openAuthenticator(authenticator.credentialId);
    expect(codeOf(await add(world, otherSession, copy))).toBe('passkeyInvalid');
    expect(await readOutcome(signInWithPasskey(world, authenticator))).toBe('in');
  });

  test('refuses garbage, and needs a name', async () => {
    const session = await world.signIn(await world.addParticipant());
    const options = await prepare(world, session);
    const credential = openAuthenticator().create(options);
    const garbage = { ...credential, response: { ...credential.response, attestationObject: 'AAAA' } };
    expect(codeOf(await world.call(contract.addPasskey, session, { name: 'x', credential: garbage }))).toBe(
      'passkeyInvalid',
    );
    const notJson = { ...credential, response: { ...credential.response, clientDataJSON: 'AAAA' } };
    expect(codeOf(await world.call(contract.addPasskey, session, { name: 'x', credential: notJson }))).toBe(
      'passkeyInvalid',
    );
    const { body } = await world.call(contract.addPasskey, session, { name: ' ', credential });
    expect(body.errors).toEqual([{ path: 'name', message: 'Bitte gib dem Passkey einen Namen.' }]);
    expect((await world.call(contract.addPasskey, session, { name: 'a'.repeat(101), credential })).status).toBe(400);
  });

  test('ignores what the device says about its maker, so that no certificate is read', async () => {
    const { authenticator } = await createPasskey(world, await world.addParticipant(), {
      certificate: Buffer.from('not a certificate'),
    });
    expect(await readOutcome(signInWithPasskey(world, authenticator))).toBe('in');
  });
});

describe('a person [3.16]', () => {
  test('can rename and remove their own passkeys; both are logged, and the removal sends a mail', async () => {
    const person = await world.addParticipant();
    const { session, passkeyId, authenticator } = await createPasskey(world, person);
    const rename = await world.call(contract.renamePasskey, session, { passkeyId, name: 'Laptop' });
    expect(codeOf(rename)).toBe('success');
    expect((await listOf(session)).map(({ name }) => name)).toEqual(['Laptop']);
    const { body } = await world.call(contract.renamePasskey, session, { passkeyId, name: '' });
    expect(body.errors).toEqual([{ path: 'name', message: 'Bitte gib dem Passkey einen Namen.' }]);
    expect(codeOf(await world.call(contract.removePasskey, session, { passkeyId }))).toBe('success');
    expect(await listOf(session)).toEqual([]);
    expect((await world.call(contract.removePasskey, session, { passkeyId })).status).toBe(404);
    expect(await readOutcome(signInWithPasskey(world, authenticator))).toBe('passkeyInvalid');
    expect(await mailsTo(person)).toEqual([
      { kind: 'passkeyAdded', name: 'Mein Telefon' },
      { kind: 'passkeyRemoved', name: 'Laptop' },
    ]);
    expect(await auditActionsOn(person)).toEqual(['passkeyAdded', 'passkeyRenamed', 'passkeyRemoved']);
  });

  test('cannot rename or remove the passkeys of others', async () => {
    const owner = await createPasskey(world, await world.addParticipant());
    const session = await world.signIn(await world.addAdmin());
    const { passkeyId } = owner;
    for (const name of ['Meiner', ''])
      expect((await world.call(contract.renamePasskey, session, { passkeyId, name })).status).toBe(404);
    expect((await world.call(contract.removePasskey, session, { passkeyId })).status).toBe(404);
    expect((await listOf(owner.session)).map(({ name }) => name)).toEqual(['Mein Telefon']);
  });

  test('cannot finish adding a passkey after signing out', async () => {
    const session = await world.signIn(await world.addParticipant());
    const options = await prepare(world, session);
    await world.call(logout, session);
    const credential = openAuthenticator().create(options);
    const { body } = await world.call(contract.addPasskey, session, { name: 'Schlüssel', credential });
    expect(body.meta.message).toBe('session invalid');
  });
});

describe('a portal at an IP address [3.16]', () => {
  test('has no passkeys', async () => {
    const numericWorld = await openWorld({ env: { PUBLIC_URL: 'http://[::1]:3000' } });
    try {
      const session = await numericWorld.signIn(await numericWorld.addParticipant());
      const { body } = await numericWorld.call(contract.getPasskeys, session);
      expect(body.data).toEqual({ available: false, passkeys: [] });
      const authenticator = openAuthenticator();
      const created = authenticator.create({ challenge: '', rp: { id: '' }, user: { id: '' } });
      const signed = authenticator.sign({ challenge: '', rpId: '' });
      const browser = openBrowser(numericWorld.address);
      const codes = [
        await browser.callJson(contract.preparePasskey, { sessionId: session }),
        await browser.callJson(contract.addPasskey, { sessionId: session, name: 'x', credential: created }),
        await browser.callJson(contract.removePasskey, { sessionId: session, passkeyId: 1 }),
        await browser.callJson(contract.startPasskeyLogin),
        await browser.callJson(contract.passkeyLogin, { credential: signed }),
      ].map(({ meta }) => meta.code);
      expect(codes).toEqual(Array(5).fill('passkeysUnavailable'));
    } finally {
      await numericWorld.close();
    }
  });
});
