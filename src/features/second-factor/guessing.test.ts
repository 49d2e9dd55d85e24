import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { login } from '../accounts/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { openBrowser } from '../../../tests/support/browser.ts';
import { createCredential } from '../../../tests/support/registration.ts';
import {
  nextUnusedCode,
  readSignInOutcome,
  password,
  createCoachWithSecondFactor,
  signInWith,
} from '../../../tests/support/second-factor.ts';
import { openWorld } from '../../../tests/support/world.ts';
import * as contract from './contract.ts';

const key = randomBytes(32).toString('hex');
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

describe('guessing codes', () => {
  test('is blocked after ten wrong codes in 15 minutes, until the person uses a one-time password', async () => {
    const world = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '1' } });
    try {
      const { id, email, otpauthUri } = await createCoachWithSecondFactor(world, passwordHash);
      // Signing in without a code is not counted as a failure, even if it happens often.
      for (let round = 0; round < 12; round++)
        expect(await readSignInOutcome(signInWith(world, email))).toBe('secondFactorRequired');
      for (let guess = 0; guess < 10; guess++)
        expect(await readSignInOutcome(signInWith(world, email, '00000000'))).toBe('secondFactorInvalid');
      expect((await signInWith(world, email, nextUnusedCode(world, otpauthUri))).status).toBe(429);
      // Deleting the login counters simulates guesses from many IP addresses. The code counter still blocks sign-ins.
      await world.db.deleteFrom('throttle').where('key', 'like', 'loginPer%').execute();
      for (let guess = 0; guess < 10; guess++) await signInWith(world, email, '00000000');
      await world.db.deleteFrom('throttle').where('key', 'like', 'loginPer%').execute();
      expect((await signInWith(world, email, nextUnusedCode(world, otpauthUri))).status).toBe(429);
      const { body } = await signInWith(
        world,
        email,
        nextUnusedCode(world, otpauthUri),
        await createCredential(world.db, id, 'temporaryPassword'),
      );
      expect(body.data).toMatchObject({ resetPassword: 1 });
    } finally {
      await world.close();
    }
  });

  test('by a stranger who knows the password does not block the person’s trusted devices', async () => {
    // RATE_LIMIT_FACTOR reduces each limit to a fifth: four wrong codes a day are allowed.
    const world = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '0.2' } });
    try {
      const { email, otpauthUri } = await createCoachWithSecondFactor(world, passwordHash);
      const trySignIn = async (browser: ReturnType<typeof openBrowser>, code: string) =>
        (await browser.callJson(login, { username: email, password, code })).meta.code ?? 'in';
      const [ownBrowser, strangersBrowser] = [openBrowser(world.address), openBrowser(world.address)];
      expect(await trySignIn(ownBrowser, nextUnusedCode(world, otpauthUri))).toBe('in');
      for (let guess = 0; guess < 4; guess++) {
        expect(await trySignIn(strangersBrowser, '00000000')).toBe('secondFactorInvalid');
        await world.db.deleteFrom('throttle').where('key', 'like', 'loginPer%').execute();
      }
      expect(await trySignIn(strangersBrowser, nextUnusedCode(world, otpauthUri))).toBe('tooManyRequests');
      expect(await trySignIn(ownBrowser, '00000000')).toBe('secondFactorInvalid');
      expect(await trySignIn(ownBrowser, nextUnusedCode(world, otpauthUri))).toBe('in');
      // A trusted device still needs a code.
      expect((await ownBrowser.callJson(login, { username: email, password })).meta.code).toBe('secondFactorRequired');
    } finally {
      await world.close();
    }
  });

  test('is also blocked in a signed-in session, and so is guessing the password there', async () => {
    const world = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '1' } });
    try {
      const { session, otpauthUri } = await createCoachWithSecondFactor(world, passwordHash);
      const switchOff = (input: object) => world.call(contract.switchOffSecondFactor, session, { password, ...input });
      for (let guess = 0; guess < 10; guess++)
        expect((await switchOff({ code: 'x' })).body.meta.code).toBe('secondFactorInvalid');
      expect((await switchOff({ code: nextUnusedCode(world, otpauthUri) })).status).toBe(429);
      for (let guess = 0; guess < 10; guess++)
        expect((await switchOff({ password: 'Falsch-1234!', code: 'x' })).body.meta.code).toBe('wrongPassword');
      expect((await switchOff({ code: nextUnusedCode(world, otpauthUri) })).status).toBe(429);
    } finally {
      await world.close();
    }
  });
});
