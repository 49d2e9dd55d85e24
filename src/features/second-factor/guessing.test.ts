import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { login } from '../accounts/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { openBrowser } from '../../../tests/support/browser.ts';
import { mailedSecret } from '../../../tests/support/registration.ts';
import { freshCode, outcomeOf, password, securedCoach, signInWith } from '../../../tests/support/second-factor.ts';
import { openWorld } from '../../../tests/support/world.ts';
import * as contract from './contract.ts';

const key = randomBytes(32).toString('hex');
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

describe('guessing codes', () => {
  test('is stopped after ten wrong ones in a quarter of an hour, and changing the password lifts the block', async () => {
    const counting = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '1' } });
    try {
      const { id, email, address } = await securedCoach(counting, passwordHash);
      // Being asked for the code is not a failure, however often it happens.
      for (let round = 0; round < 12; round++)
        expect(await outcomeOf(signInWith(counting, email))).toBe('secondFactorRequired');
      for (let guess = 0; guess < 10; guess++)
        expect(await outcomeOf(signInWith(counting, email, '00000000'))).toBe('secondFactorInvalid');
      expect((await signInWith(counting, email, freshCode(counting, address))).status).toBe(429);
      // As if the guesses came from many addresses: the counter of the code itself stops them.
      await counting.db.deleteFrom('throttle').where('key', 'like', 'loginOf%').execute();
      for (let guess = 0; guess < 10; guess++) await signInWith(counting, email, '00000000');
      await counting.db.deleteFrom('throttle').where('key', 'like', 'loginOf%').execute();
      expect((await signInWith(counting, email, freshCode(counting, address))).status).toBe(429);
      const { body } = await signInWith(
        counting,
        email,
        freshCode(counting, address),
        await mailedSecret(counting.db, id, 'temporaryPassword'),
      );
      expect(body.data).toMatchObject({ resetPassword: 1 });
    } finally {
      await counting.close();
    }
  });

  test('by a stranger who knows the password does not lock its owner out of known devices', async () => {
    // A fifth of each limit: four wrong codes a day.
    const counting = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '0.2' } });
    try {
      const { email, address } = await securedCoach(counting, passwordHash);
      const attempt = async (by: ReturnType<typeof openBrowser>, code: string) =>
        (await by.ask(login, { username: email, password, code })).meta.code ?? 'in';
      const [own, stranger] = [openBrowser(counting.address), openBrowser(counting.address)];
      expect(await attempt(own, freshCode(counting, address))).toBe('in');
      for (let guess = 0; guess < 4; guess++) {
        expect(await attempt(stranger, '00000000')).toBe('secondFactorInvalid');
        await counting.db.deleteFrom('throttle').where('key', 'like', 'loginOf%').execute();
      }
      expect(await attempt(stranger, freshCode(counting, address))).toBe('tooManyRequests');
      expect(await attempt(own, '00000000')).toBe('secondFactorInvalid');
      expect(await attempt(own, freshCode(counting, address))).toBe('in');
      // They are exempt from that counter only.
      expect((await own.ask(login, { username: email, password })).meta.code).toBe('secondFactorRequired');
    } finally {
      await counting.close();
    }
  });

  test('in an open session is stopped, too, and so is guessing its password', async () => {
    const counting = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '1' } });
    try {
      const { session, address } = await securedCoach(counting, passwordHash);
      const off = (input: object) => counting.call(contract.switchOffSecondFactor, session, { password, ...input });
      for (let guess = 0; guess < 10; guess++)
        expect((await off({ code: 'x' })).body.meta.code).toBe('secondFactorInvalid');
      expect((await off({ code: freshCode(counting, address) })).status).toBe(429);
      for (let guess = 0; guess < 10; guess++)
        expect((await off({ password: 'Falsch-1234!', code: 'x' })).body.meta.code).toBe('wrongPassword');
      expect((await off({ code: freshCode(counting, address) })).status).toBe(429);
    } finally {
      await counting.close();
    }
  });
});
