import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuthenticator, type Authenticator, type Statement } from '../../../../tests/support/authenticator.ts';
import { createPasskey, prepare, readOutcome, start } from '../../../../tests/support/passkeys.ts';
import { compareTimes, type Refusal } from '../../../../tests/support/response-times.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { addPasskey, passkeyLogin } from '../../passkeys/contract.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const createDevice = async (statement: Statement = {}) => {
  const person = await world.addParticipant();
  return { person, ...(await createPasskey(world, person, statement)) };
};
/** A sign-in that a device signs with something wrong. */
const signInOf =
  (device: Authenticator, statement: Statement = {}): Refusal =>
  async () => {
    const credential = device.sign(await start(world), statement);
    return () => readOutcome(world.call(passkeyLogin, null, { credential }));
  };

describe('every refusal of a passkey takes the same time [3.16]', () => {
  test('at a sign-in, whatever is wrong with it', { timeout: 120_000 }, async () => {
    const { authenticator } = await createDevice({ signCount: 5 });
    const ofInactive = await createDevice();
    const ofUnconfirmed = await createDevice();
    const people = world.db.updateTable('person');
    await people.set({ inactive_at: new Date() }).where('id', '=', ofInactive.person).execute();
    await people.set({ confirmed_at: null }).where('id', '=', ofUnconfirmed.person).execute();
    const usedChallenge = await start(world);
    const useUp = { credential: openAuthenticator().sign(usedChallenge) };
    await world.call(passkeyLogin, null, useUp);
    const { outcomes, fastest, slower } = await compareTimes({
      'an unknown passkey': signInOf(openAuthenticator()),
      'the signature of another key': signInOf(openAuthenticator(authenticator.credentialId)),
      'another challenge': signInOf(authenticator, { challenge: randomBytes(32).toString('base64url') }),
      'a used challenge': signInOf(authenticator, { challenge: usedChallenge.challenge }),
      'another origin': signInOf(authenticator, { origin: 'https://portal.example' }),
      'another host': signInOf(authenticator, { rpId: 'portal.example' }),
      'without verification': signInOf(authenticator, { isVerified: false }),
      'another person': signInOf(authenticator, { userHandle: randomBytes(32).toString('base64url') }),
      'a count that has not risen': signInOf(authenticator, { signCount: 5 }),
      'an inactive person': signInOf(ofInactive.authenticator),
      'an unconfirmed person': signInOf(ofUnconfirmed.authenticator),
    });
    expect(outcomes).toEqual(['passkeyInvalid']);
    expect(slower).toEqual([]);
    expect(fastest).toBeGreaterThan(99);
  });

  test('when it is added, whatever is wrong with it', { timeout: 120_000 }, async () => {
    const { authenticator: known } = await createDevice();
    const session = await world.signIn(await world.addParticipant());
    const additionOf =
      (statement: Statement, device = openAuthenticator()): Refusal =>
      async () => {
        const credential = device.create(await prepare(world, session), statement);
        return async () => (await world.call(addPasskey, session, { name: 'x', credential })).body.meta.code;
      };
    const { outcomes, fastest, slower } = await compareTimes({
      'a known passkey': additionOf({}, known),
      'another challenge': additionOf({ challenge: randomBytes(32).toString('base64url') }),
      'another origin': additionOf({ origin: 'https://portal.example' }),
      'another host': additionOf({ rpId: 'portal.example' }),
      'without verification': additionOf({ isVerified: false }),
    });
    expect(outcomes).toEqual(['passkeyInvalid']);
    expect(slower).toEqual([]);
    expect(fastest).toBeGreaterThan(99);
  });
});
