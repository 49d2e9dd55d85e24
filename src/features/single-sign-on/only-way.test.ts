import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../platform/password-hash.ts';
import { createPasskey, readOutcome, signInWithPasskey, start } from '../../../tests/support/passkeys.ts';
import { createCoachWithSecondFactor, password, signInWith } from '../../../tests/support/second-factor.ts';
import { issuerMakes, openSsoPortal, type AnySsoPortal } from '../../../tests/support/single-sign-on-portal.ts';
import type { World } from '../../../tests/support/world.ts';
import { needNewPassword } from '../accounts/contract.ts';
import { getPasskeys, passkeyLogin, preparePasskey, removePasskey, renamePasskey } from '../passkeys/contract.ts';

describe.each(issuerMakes)('with %s', (_make, openProvider) => {
  let portal: AnySsoPortal;
  let world: World;
  let passwordHash: string;
  beforeAll(async () => {
    const env = {
      OIDC_ONLY: '1',
      OIDC_ADMIN: 'Notfall@Firma.example',
      SECOND_FACTOR_KEY: randomBytes(32).toString('hex'),
    };
    [portal, passwordHash] = await Promise.all([
      openSsoPortal<AnySsoPortal['issuer']>(openProvider, { env }),
      hashPassword(password),
    ]);
    world = portal.world;
  });
  afterAll(() => portal.close());

  const people = {
    'a coach': () => world.addCoach({ passwordHash }),
    'an admin': () => world.addAdmin({ passwordHash }),
    'a participant': () => world.addParticipant({ passwordHash }),
    'the excepted admin': async () => {
      const email = 'notfall@firma.example';
      const known = await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst();
      return known?.id ?? (await world.addAdmin({ email, passwordHash }));
    },
  };
  type Person = keyof typeof people;
  const emailOf = async (id: number) =>
    (await world.db.selectFrom('person').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email ?? '';

  describe('if staff sign in with single sign-on only [3.18]', () => {
    test.each<[Person, string]>([
      ['a coach', 'ssoOnly'],
      ['an admin', 'ssoOnly'],
      ['a participant', 'in'],
      ['the excepted admin', 'in'],
    ])('the right password of %s gives: %s', async (person, outcome) => {
      const email = await emailOf(await people[person]());
      expect(await readOutcome(signInWith(world, email))).toBe(outcome);
      expect(await readOutcome(signInWith(world, email, undefined, 'Falsch-2026!'))).toBe('loginFailed');
    });

    test('the right password of a coach with a second factor asks for no code', async () => {
      const { email } = await createCoachWithSecondFactor(world, passwordHash);
      expect(await readOutcome(signInWith(world, email))).toBe('ssoOnly');
    });

    test.each<[Person, number]>([
      ['a coach', 0],
      ['an admin', 0],
      ['a participant', 1],
      ['the excepted admin', 1],
    ])('a forgotten password of %s mails %i one-time passwords, with the same answer', async (person, mails) => {
      const id = await people[person]();
      const { status, body } = await world.call(needNewPassword, null, { email: (await emailOf(id)).toUpperCase() });
      const unknown = await world.call(needNewPassword, null, { email: 'niemand@nur.example' });
      expect({ status, body }).toEqual({ status: unknown.status, body: unknown.body });
      const queued = await world.db.selectFrom('mail').select('kind').where('person_id', '=', id).execute();
      expect(queued).toHaveLength(mails);
      await world.db.deleteFrom('mail').where('person_id', '=', id).execute();
    });

    test.each<[Person, string]>([
      ['a coach', 'passkeysUnavailable'],
      ['an admin', 'passkeysUnavailable'],
      ['a participant', 'in'],
      ['the excepted admin', 'in'],
    ])('a passkey of %s that is older than this rule gives: %s', async (person, outcome) => {
      const id = await people[person]();
      turnOff();
      const { authenticator } = await createPasskey(world, id);
      turnOn();
      expect(await readOutcome(signInWithPasskey(world, authenticator))).toBe(outcome);
      const forged = { ...authenticator.sign(await start(world)), id: randomBytes(16).toString('base64url') };
      expect(await readOutcome(world.call(passkeyLogin, null, { credential: forged }))).toBe('passkeyInvalid');
      const session = await world.signIn(id);
      const isUsable = outcome === 'in';
      expect((await world.call(getPasskeys, session)).body.data?.available).toBe(isUsable);
      const { meta } = (await world.call(preparePasskey, session)).body;
      expect(meta.code).toBe(isUsable ? undefined : 'passkeysUnavailable');
      if (isUsable) return;
      for (const call of [renamePasskey, removePasskey])
        expect((await world.call(call, session, { passkeyId: 1, name: 'x' })).body.meta.code).toBe(
          'passkeysUnavailable',
        );
    });

    test('they get in with it', async () => {
      const email = await emailOf(await people['a coach']());
      portal.issuer.account = { sub: randomBytes(8).toString('hex'), email, email_verified: true };
      expect(await portal.signIn()).toBe('in');
    });
  });

  /** Lets staff use passwords and passkeys for a moment, as before the rule. */
  function turnOff(): void {
    world.app.settings.singleSignOn!.isOnlyWay = false;
  }

  /** Brings the rule back. */
  function turnOn(): void {
    world.app.settings.singleSignOn!.isOnlyWay = true;
  }
});
