import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAuthenticator } from '../../../tests/support/authenticator.ts';
import { prepare } from '../../../tests/support/passkeys.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import * as contract from './contract.ts';

/** Gives a new person nine passkeys, and adds two more at once. Returns the outcomes of the two, and the session. */
async function addTwoAfterNine(world: World) {
  const person = await world.addParticipant();
  const session = await world.signIn(person);
  const rows = Array.from({ length: 9 }, () => ({
    ...{ person_id: person, name: 'Schlüssel', sign_count: 0, synced: false },
    ...{ credential_id: randomBytes(32), public_key: randomBytes(77) },
  }));
  await world.db.insertInto('passkey').values(rows).execute();
  const prepared = [await prepare(world, session), await prepare(world, session)];
  const outcomes = await Promise.all(
    prepared.map(async (options) => {
      const credential = openAuthenticator().create(options);
      const { meta } = (await world.call(contract.addPasskey, session, { name: 'Schlüssel', credential })).body;
      return meta.code ?? meta.status;
    }),
  );
  return { session, outcomes: outcomes.sort() };
}

test('a person has at most ten passkeys, even if the tenth and the eleventh are added at once [3.16]', async () => {
  const world = await openWorld();
  try {
    for (let round = 0; round < 5; round++) {
      const { session, outcomes } = await addTwoAfterNine(world);
      expect(outcomes).toEqual(['success', 'tooMany']);
      const list = await world.call(contract.getPasskeys, session);
      expect(list.body.data?.passkeys).toHaveLength(10);
      expect((await world.call(contract.preparePasskey, session)).body.meta.code).toBe('tooMany');
    }
  } finally {
    await world.close();
  }
});

test('without the lock a person gets eleven', async () => {
  const world = await openWorld({ usesLocks: false });
  try {
    let successes = 0;
    for (let round = 0; round < 50 && successes < 2; round++)
      successes = (await addTwoAfterNine(world)).outcomes.filter((outcome) => outcome === 'success').length;
    expect(successes).toBe(2);
  } finally {
    await world.close();
  }
});
