import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIssuer, type Issuer, type IssuerFaults, singleSignOnEnv } from '../../../tests/support/issuer.ts';
import { compareTimes, type Refusal } from '../../../tests/support/response-times.ts';
import { openSsoBrowser } from '../../../tests/support/single-sign-on.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { unbindIdentity } from './contract.ts';

let issuer: Issuer;
let world: World;
beforeAll(async () => {
  issuer = await openIssuer({ sub: 'niemand' });
  world = await openWorld({ env: singleSignOnEnv(issuer.address) });
});
afterAll(async () => {
  await world.close();
  await issuer.stop();
});

const accountOf = (name: string) => ({ sub: name, email: `${name}@firma.example`, email_verified: true });
const addCoach = (name: string) => world.addCoach({ email: `${name}@firma.example` });
const openBrowser = () => openSsoBrowser(world.address);
const setActive = (coach: number, active: boolean) =>
  world.db.updateTable('coach').set({ active }).where('person_id', '=', coach).execute();

describe('every refusal of single sign-on takes the same time [3.18]', () => {
  test('at the code in the address, whatever is wrong with it', { timeout: 120_000 }, async () => {
    const coach = await addCoach('anna');
    const admin = await world.signIn(await world.addAdmin());
    /** A sign-in as far as its code, after which `spoil` makes it useless, or another one is sent. */
    const codeAfter =
      (spoil: (browser: ReturnType<typeof openBrowser>, code: string) => Promise<unknown>, sent?: string): Refusal =>
      async () => {
        issuer.account = accountOf('anna');
        const [browser, shiftMs] = [openBrowser(), world.clock.shiftMs];
        const { sso = '' } = await browser.goThrough();
        await spoil(browser, sso);
        return async () => {
          const { body } = await browser.redeem(sent ?? sso);
          world.clock.shiftMs = shiftMs;
          await setActive(coach, true);
          return body.meta.code;
        };
      };
    const { outcomes, fastest, slower } = await compareTimes({
      'an unknown code': codeAfter(() => Promise.resolve(), 'x'),
      'a used code': codeAfter((browser, code) => browser.redeem(code)),
      'an expired code': codeAfter(() => Promise.resolve((world.clock.shiftMs += 60_000))),
      'the code of another browser': codeAfter((browser) => Promise.resolve(browser.cookies.clear())),
      'an inactive person': codeAfter(() => setActive(coach, false)),
      'a person unbound since': codeAfter(() => world.call(unbindIdentity, admin, { userId: coach })),
    });
    expect(outcomes).toEqual(['ssoFailed']);
    expect(slower).toEqual([]);
    expect(fastest).toBeGreaterThan(99);
  });

  test('on the way back from the provider, whomever the account belongs to', { timeout: 120_000 }, async () => {
    await addCoach('bea');
    await setActive(await addCoach('cora'), false);
    await world.addParticipant({ email: 'dora@firma.example' });
    issuer.account = accountOf('bea');
    expect(await openBrowser().signIn()).toBe('in');
    const bound = await addCoach('emma');
    issuer.account = accountOf('emma');
    expect(await openBrowser().signIn()).toBe('in');
    await setActive(bound, false);
    const wayBackOf =
      (account: Issuer['account']): Refusal =>
      async () => {
        issuer.account = account;
        const browser = openBrowser();
        const callback = await browser.visitIssuer(await browser.start());
        return async () => (await browser.comeBack(callback))['sso-error'];
      };
    const { outcomes, fastest, slower } = await compareTimes({
      'an address that nobody has': wayBackOf(accountOf('niemand')),
      'an address that is not verified': wayBackOf({ ...accountOf('bea'), sub: 'b', email_verified: false }),
      'the address of somebody bound to another account': wayBackOf({ ...accountOf('bea'), sub: 'c' }),
      'the address of an inactive coach': wayBackOf(accountOf('cora')),
      'the address of a participant': wayBackOf(accountOf('dora')),
      'an account bound to an inactive coach': wayBackOf(accountOf('emma')),
    });
    expect(outcomes).toEqual(['unknown']);
    expect(slower).toEqual([]);
    expect(fastest).toBeGreaterThan(99);
  });

  test('on the way back from the provider, whatever is wrong with its answer', { timeout: 120_000 }, async () => {
    await addCoach('fina');
    const wayBackWith =
      (faults: Partial<IssuerFaults>): Refusal =>
      async () => {
        issuer.account = accountOf('fina');
        const browser = openBrowser();
        const callback = await browser.visitIssuer(await browser.start());
        issuer.faults = faults;
        return async () => {
          const landing = await browser.comeBack(callback);
          issuer.faults = {};
          return landing['sso-error'];
        };
      };
    const { outcomes, fastest, slower } = await compareTimes({
      'another nonce': wayBackWith({ claims: { nonce: 'anderer' } }),
      'another client': wayBackWith({ claims: { aud: 'anderes-portal' } }),
      'another issuer': wayBackWith({ claims: { iss: 'https://login.fremd.example' } }),
      'an expired one': wayBackWith({ claims: { exp: Math.floor(Date.now() / 1000) - 120 } }),
      'no signature': wayBackWith({ signature: 'none' }),
      'the signature of another key': wayBackWith({ signature: 'otherKey' }),
      'the secret in place of a key': wayBackWith({ signature: 'secret' }),
    });
    expect(outcomes).toEqual(['failed']);
    expect(slower).toEqual([]);
    expect(fastest).toBeGreaterThan(99);
  });

  test('on the way back of another attempt, whatever is wrong with it', { timeout: 120_000 }, async () => {
    issuer.account = accountOf('fina');
    type Spoil = (browser: ReturnType<typeof openBrowser>, callback: URL) => Promise<ReturnType<typeof openBrowser>>;
    const wayBackAfter =
      (spoil: Spoil): Refusal =>
      async () => {
        const [browser, shiftMs] = [openBrowser(), world.clock.shiftMs];
        const callback = await browser.visitIssuer(await browser.start());
        const returning = await spoil(browser, callback);
        return async () => {
          const landing = await returning.comeBack(callback);
          world.clock.shiftMs = shiftMs;
          return landing['sso-error'];
        };
      };
    const { outcomes, fastest, slower } = await compareTimes({
      'a used one': wayBackAfter(async (browser, callback) => {
        await browser.comeBack(callback);
        return browser;
      }),
      'one that has expired': wayBackAfter(async (browser) => {
        world.clock.shiftMs += 10 * 60_000;
        return browser;
      }),
      'that of another browser': wayBackAfter(async () => {
        const stranger = openBrowser();
        await stranger.start();
        return stranger;
      }),
      'an unknown one': wayBackAfter(async (browser, callback) => {
        callback.searchParams.set('state', 'x'.repeat(43));
        return browser;
      }),
    });
    expect(outcomes).toEqual(['failed']);
    expect(slower).toEqual([]);
    expect(fastest).toBeGreaterThan(99);
  });
});
