import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { login } from '../accounts/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { openBrowser } from '../../../tests/support/browser.ts';
import { createCredential } from '../../../tests/support/registration.ts';
import {
  freshCode,
  outcomeOf,
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
  test('is blocked after ten wrong codes in a quarter of an hour, and a one-time password lifts the block', async () => {
    const limited = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '1' } });
    try {
      const { id, email, address } = await createCoachWithSecondFactor(limited, passwordHash);
      // A sign-in without a code does not count as a failure, however often it happens.
      for (let round = 0; round < 12; round++)
        expect(await outcomeOf(signInWith(limited, email))).toBe('secondFactorRequired');
      for (let guess = 0; guess < 10; guess++)
        expect(await outcomeOf(signInWith(limited, email, '00000000'))).toBe('secondFactorInvalid');
      expect((await signInWith(limited, email, freshCode(limited, address))).status).toBe(429);
      // Without the login counters, as for guesses from many addresses, the counter for codes still blocks them.
      await limited.db.deleteFrom('throttle').where('key', 'like', 'loginOf%').execute();
      for (let guess = 0; guess < 10; guess++) await signInWith(limited, email, '00000000');
      await limited.db.deleteFrom('throttle').where('key', 'like', 'loginOf%').execute();
      expect((await signInWith(limited, email, freshCode(limited, address))).status).toBe(429);
      const { body } = await signInWith(
        limited,
        email,
        freshCode(limited, address),
        await createCredential(limited.db, id, 'temporaryPassword'),
      );
      expect(body.data).toMatchObject({ resetPassword: 1 });
    } finally {
      await limited.close();
    }
  });

  test('by a stranger who knows the password does not lock the account’s owner out of trusted devices', async () => {
    // With a fifth of each limit, four wrong codes a day are allowed.
    const limited = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '0.2' } });
    try {
      const { email, address } = await createCoachWithSecondFactor(limited, passwordHash);
      const attempt = async (browser: ReturnType<typeof openBrowser>, code: string) =>
        (await browser.ask(login, { username: email, password, code })).meta.code ?? 'in';
      const [own, stranger] = [openBrowser(limited.address), openBrowser(limited.address)];
      expect(await attempt(own, freshCode(limited, address))).toBe('in');
      for (let guess = 0; guess < 4; guess++) {
        expect(await attempt(stranger, '00000000')).toBe('secondFactorInvalid');
        await limited.db.deleteFrom('throttle').where('key', 'like', 'loginOf%').execute();
      }
      expect(await attempt(stranger, freshCode(limited, address))).toBe('tooManyRequests');
      expect(await attempt(own, '00000000')).toBe('secondFactorInvalid');
      expect(await attempt(own, freshCode(limited, address))).toBe('in');
      // A trusted device still needs a code.
      expect((await own.ask(login, { username: email, password })).meta.code).toBe('secondFactorRequired');
    } finally {
      await limited.close();
    }
  });

  test('is also blocked in a signed-in session, as is guessing the password there', async () => {
    const limited = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '1' } });
    try {
      const { session, address } = await createCoachWithSecondFactor(limited, passwordHash);
      const switchOff = (input: object) =>
        limited.call(contract.switchOffSecondFactor, session, { password, ...input });
      for (let guess = 0; guess < 10; guess++)
        expect((await switchOff({ code: 'x' })).body.meta.code).toBe('secondFactorInvalid');
      expect((await switchOff({ code: freshCode(limited, address) })).status).toBe(429);
      for (let guess = 0; guess < 10; guess++)
        expect((await switchOff({ password: 'Falsch-1234!', code: 'x' })).body.meta.code).toBe('wrongPassword');
      expect((await switchOff({ code: freshCode(limited, address) })).status).toBe(429);
    } finally {
      await limited.close();
    }
  });
});
