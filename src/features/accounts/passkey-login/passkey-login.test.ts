import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../platform/password-hash.ts';
import { openAuthenticator, type Statement } from '../../../../tests/support/authenticator.ts';
import { openBrowser } from '../../../../tests/support/browser.ts';
import { add, createPasskey, readOutcome, signInWithPasskey, start } from '../../../../tests/support/passkeys.ts';
import { createCoachWithSecondFactor, password, signInWith } from '../../../../tests/support/second-factor.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { getAuditLog } from '../../audit/contract.ts';
import { getPasskeys, passkeyLogin, removePasskey, startPasskeyLogin } from '../../passkeys/contract.ts';
import { setNewPassword } from '../passwords/contract.ts';
import { checkSession } from '../contract.ts';

let world: World;
let passwordHash: string;
beforeAll(async () => {
  [world, passwordHash] = await Promise.all([
    openWorld({ env: { SECOND_FACTOR_KEY: randomBytes(32).toString('hex') } }),
    hashPassword(password),
  ]);
});
afterAll(() => world.close());

const createParticipant = async (statement: Statement = {}) => {
  const person = await world.addParticipant();
  return { person, ...(await createPasskey(world, person, statement)) };
};
const outcomeOf = (authenticator: ReturnType<typeof openAuthenticator>, statement?: Statement) =>
  readOutcome(signInWithPasskey(world, authenticator, statement));

describe('signing in with a passkey [3.16]', () => {
  test('answers as a login with the password does, and the session lives', async () => {
    const email = 'schluessel@test.example';
    const { authenticator } = await createPasskey(world, await world.addParticipant({ email, passwordHash }));
    const byPasskey = (await signInWithPasskey(world, authenticator)).body;
    const byPassword = (await signInWith(world, email)).body;
    const session = byPasskey.data?.sessionId ?? '';
    expect(byPasskey).toEqual({ ...byPassword, data: { ...byPassword.data, sessionId: session } });
    expect((await world.call(checkSession, session)).body.data).toMatchObject({ email, sessionId: session });
  });

  test('asks for a passkey without naming any', async () => {
    const { challenge, ...options } = await start(world);
    expect(options).toEqual({ rpId: 'localhost', timeout: 300_000, userVerification: 'required' });
    expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
  });

  test('sets the session cookie, and trusts the device from now on', async () => {
    const { authenticator } = await createParticipant();
    const browser = openBrowser(world.address);
    const credential = authenticator.sign(await start(world));
    const { data } = await browser.callJson(passkeyLogin, { credential });
    expect(await browser.isSignedIn(data?.sessionId ?? '')).toBe(true);
    expect([...browser.cookies.keys()]).toEqual([expect.stringMatching(/^companion-/), 'devices']);
  });

  test('records when the passkey was used, and whether it is synced by now', async () => {
    const { authenticator, session } = await createParticipant({ isSynced: false });
    await signInWithPasskey(world, authenticator, { isSynced: true });
    const [passkey] = (await world.call(getPasskeys, session)).body.data?.passkeys ?? [];
    expect(passkey).toMatchObject({ synced: true });
    expect(passkey?.lastUsedAt).not.toBeNull();
  });

  test.each<[string, Statement]>([
    ['with another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['from a page at another origin', { origin: 'https://portal.example' }],
    ['from a page that another site has embedded', { isEmbedded: true }],
    ['for another host', { rpId: 'portal.example' }],
    ['without verification of the person', { isVerified: false }],
    ['for another person', { userHandle: randomBytes(32).toString('base64url') }],
  ])('is refused %s', async (_, statement) => {
    const { authenticator } = await createParticipant();
    expect(await outcomeOf(authenticator, statement)).toBe('passkeyInvalid');
    expect(await outcomeOf(authenticator)).toBe('in');
  });

  test('also succeeds with a device that does not name the person', async () => {
    const { authenticator } = await createParticipant();
    expect(await outcomeOf(authenticator, { userHandle: null })).toBe('in');
  });

  test('is refused with an unknown passkey, and with a signature by another key, with the same answer', async () => {
    const { authenticator } = await createParticipant();
    const unknown = await signInWithPasskey(world, openAuthenticator());
    const forged = await signInWithPasskey(world, openAuthenticator(authenticator.credentialId));
    expect(unknown.body.meta.code).toBe('passkeyInvalid');
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: forged.status, body: forged.body });
  });

  test('answers each refusal after at least 100 ms, which hides what was wrong', async () => {
    const { authenticator } = await createParticipant();
    for (const device of [openAuthenticator(), openAuthenticator(authenticator.credentialId)]) {
      const credential = device.sign(await start(world));
      const begin = performance.now();
      await world.call(passkeyLogin, null, { credential });
      expect(performance.now() - begin).toBeGreaterThan(99);
    }
  });

  test('works once with a challenge, and within five minutes', async () => {
    const { authenticator } = await createParticipant();
    const signIn = async (options: Awaited<ReturnType<typeof start>>) =>
      readOutcome(world.call(passkeyLogin, null, { credential: authenticator.sign(options) }));
    const options = await start(world);
    expect(await signIn(options)).toBe('in');
    expect(await signIn(options)).toBe('passkeyInvalid');
    const laterOptions = await start(world);
    world.clock.shiftMs += 5 * 60_000 - 5000;
    expect(await signIn(laterOptions)).toBe('in');
    const tooOldOptions = await start(world);
    world.clock.shiftMs += 5 * 60_000;
    expect(await signIn(tooOldOptions)).toBe('passkeyInvalid');
  });

  test('uses up the challenge even if it is refused', async () => {
    const { authenticator } = await createParticipant();
    const options = await start(world);
    const signIn = async (statement: Statement) =>
      readOutcome(world.call(passkeyLogin, null, { credential: authenticator.sign(options, statement) }));
    expect(await signIn({ isVerified: false })).toBe('passkeyInvalid');
    expect(await signIn({})).toBe('passkeyInvalid');
  });

  test('with the same challenge twice at once succeeds only once', async () => {
    const { authenticator } = await createParticipant();
    const credential = authenticator.sign(await start(world));
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => readOutcome(world.call(passkeyLogin, null, { credential }))),
    );
    expect(outcomes.sort()).toEqual(['in', 'passkeyInvalid', 'passkeyInvalid']);
  });
});

describe('the count of a device’s signatures [3.16]', () => {
  test('must rise, unless the device does not count', async () => {
    const { authenticator } = await createParticipant({ signCount: 3 });
    const outcomes: string[] = [];
    for (const signCount of [3, 4, 4, 2, 0, 7]) outcomes.push(await outcomeOf(authenticator, { signCount }));
    expect(outcomes).toEqual(['passkeyInvalid', 'in', 'passkeyInvalid', 'passkeyInvalid', 'passkeyInvalid', 'in']);
    const { authenticator: withoutCount } = await createParticipant();
    for (let round = 0; round < 2; round++) expect(await outcomeOf(withoutCount)).toBe('in');
  });

  test('lets only one of two devices with the same count in, even at once', async () => {
    const { authenticator } = await createParticipant({ signCount: 1 });
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(authenticator, { signCount: 2 })));
    expect(outcomes.sort()).toEqual(['in', 'passkeyInvalid']);
  });
});

describe('a passkey [3.16]', () => {
  test('does not let an inactive or unconfirmed person in', async () => {
    const { person, authenticator } = await createParticipant();
    const people = world.db.updateTable('person').where('id', '=', person);
    await people.set({ inactive_at: new Date() }).execute();
    expect(await outcomeOf(authenticator)).toBe('passkeyInvalid');
    await people.set({ inactive_at: null, confirmed_at: null }).execute();
    expect(await outcomeOf(authenticator)).toBe('passkeyInvalid');
    const coach = await world.addCoach();
    const { authenticator: ofCoach } = await createPasskey(world, coach);
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
    expect(await outcomeOf(ofCoach)).toBe('passkeyInvalid');
  });

  test('does not let anybody in after its removal', async () => {
    const { authenticator, session, passkeyId } = await createParticipant();
    const credential = authenticator.sign(await start(world));
    await world.call(removePasskey, session, { passkeyId });
    expect(await readOutcome(world.call(passkeyLogin, null, { credential }))).toBe('passkeyInvalid');
  });

  test('does not spare anybody the choice of a new password', async () => {
    const { person, authenticator } = await createParticipant();
    await world.db.updateTable('person').set({ must_change_password: true }).where('id', '=', person).execute();
    const { data } = (await signInWithPasskey(world, authenticator)).body;
    expect(data).toMatchObject({ resetPassword: 1 });
    const refusal = await world.call(getPasskeys, data?.sessionId ?? '');
    expect(refusal.body.meta.code).toBe('passwordChangeRequired');
  });

  test('counts as second factor, so no code is asked for', async () => {
    const { id, email } = await createCoachWithSecondFactor(world, passwordHash);
    const { authenticator } = await createPasskey(world, id);
    expect(await outcomeOf(authenticator)).toBe('in');
    expect(await readOutcome(signInWith(world, email))).toBe('secondFactorRequired');
  });
});

describe('if the provider requires a second factor [3.16]', () => {
  test('staff who sign in with a passkey need no other one, but with the password they do', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-strict-'));
    const file = join(folder, 'portal.json');
    await writeFile(file, JSON.stringify({ secondFactor: 'required' }));
    const strictWorld = await openWorld({ env: { SECOND_FACTOR_KEY: 'ab'.repeat(32), PORTAL_FILE: file } });
    try {
      const email = 'streng@test.example';
      const admin = await strictWorld.addAdmin({ email, passwordHash });
      // The passkey is older than the requirement.
      const session = await strictWorld.signIn(admin);
      await strictWorld.db.updateTable('session').set({ by_passkey: true }).where('person_id', '=', admin).execute();
      const authenticator = openAuthenticator();
      await add(strictWorld, session, authenticator);
      const { data } = (await signInWithPasskey(strictWorld, authenticator)).body;
      expect(data).toMatchObject({ mustSetUpSecondFactor: 0 });
      const passkeySession = data?.sessionId ?? '';
      expect((await strictWorld.call(getAuditLog, passkeySession, { limit: 1 })).status).toBe(200);
      expect((await strictWorld.call(checkSession, passkeySession)).body.data).toMatchObject({
        mustSetUpSecondFactor: 0,
      });
      const newPassword = 'Herbst-Laub-2026!';
      const changed = await strictWorld.call(setNewPassword, passkeySession, { newPassword });
      expect(changed.body.data).toMatchObject({ mustSetUpSecondFactor: 0 });
      const byPassword = (await signInWith(strictWorld, email, undefined, newPassword)).body.data;
      expect(byPassword).toMatchObject({ mustSetUpSecondFactor: 1 });
      const refusal = await strictWorld.call(getAuditLog, byPassword?.sessionId ?? '', { limit: 1 });
      expect(refusal.body.meta.code).toBe('secondFactorSetUpRequired');
    } finally {
      await strictWorld.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the limits of signing in with passkeys [2.10]', () => {
  test('block an address after too many refusals, but not a device of somebody who has signed in there', async () => {
    // RATE_LIMIT_FACTOR reduces the limit of an address to ten refusals.
    const limitedWorld = await openWorld({ env: { RATE_LIMIT_FACTOR: '0.1' } });
    try {
      const { authenticator } = await createPasskey(limitedWorld, await limitedWorld.addParticipant());
      const browser = openBrowser(limitedWorld.address);
      const trySignIn = async (device: ReturnType<typeof openAuthenticator>) =>
        (await browser.callJson(passkeyLogin, { credential: device.sign(await start(limitedWorld)) })).meta.code ??
        'in';
      // Successes are not counted.
      for (let round = 0; round < 12; round++)
        expect(await readOutcome(signInWithPasskey(limitedWorld, authenticator))).toBe('in');
      expect(await trySignIn(authenticator)).toBe('in');
      for (let guess = 0; guess < 10; guess++)
        expect(await readOutcome(signInWithPasskey(limitedWorld, openAuthenticator()))).toBe('passkeyInvalid');
      expect((await signInWithPasskey(limitedWorld, authenticator)).status).toBe(429);
      expect(await trySignIn(authenticator)).toBe('in');
    } finally {
      await limitedWorld.close();
    }
  });

  test('block an address that starts too many sign-ins', async () => {
    const limitedWorld = await openWorld({ env: { RATE_LIMIT_FACTOR: '0.02' } });
    try {
      const statuses: number[] = [];
      for (let round = 0; round < 13; round++) statuses.push((await limitedWorld.call(startPasskeyLogin, null)).status);
      expect(statuses).toEqual([...Array<number>(12).fill(200), 429]);
    } finally {
      await limitedWorld.close();
    }
  });
});
