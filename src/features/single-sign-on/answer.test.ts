import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openIssuer, type IssuerFaults, singleSignOnEnv } from '../../../tests/support/issuer.ts';
import { openSsoBrowser } from '../../../tests/support/single-sign-on.ts';
import { openSsoPortal, type SsoPortal } from '../../../tests/support/single-sign-on-portal.ts';
import { openWorld } from '../../../tests/support/world.ts';

let portal: SsoPortal;
beforeAll(async () => {
  portal = await openSsoPortal(openIssuer);
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.issuer.faults = {};
});

describe('the answer of the identity provider [3.18]', () => {
  test.each<[string, Partial<IssuerFaults>]>([
    ['with another nonce', { claims: { nonce: 'anderer' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['for another client', { claims: { aud: 'anderes-portal' } }],
    ['by another issuer', { claims: { iss: 'https://login.fremd.example' } }],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['with a signature by another key', { signature: 'otherKey' }],
    ['without a signature', { signature: 'none' }],
    ['signed with the secret of the client', { signature: 'secret' }],
    ['without an account', { claims: { sub: undefined } }],
    ['with an account longer than the standard allows', { claims: { sub: 'x'.repeat(256) } }],
    ['with an error', { error: 'server_error' }],
  ])('%s fails', async (_, faults) => {
    const { coach } = await portal.addCoachWithAccount();
    portal.issuer.faults = faults;
    expect(await portal.signIn()).toBe('failed');
    expect(await portal.findIdentity(coach)).toBeUndefined();
    portal.issuer.faults = {};
    expect(await portal.signIn()).toBe('in');
  });

  test('says that the person has cancelled', async () => {
    portal.issuer.faults = { error: 'access_denied' };
    expect(await portal.openBrowser().goThrough('/daily-plan')).toEqual({ 'sso-error': 'cancelled' });
  });

  test('counts in the browser that has begun only', async () => {
    await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const callback = await browser.visitIssuer(await browser.start());
    const stranger = portal.openBrowser();
    expect(await stranger.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
    await stranger.start();
    expect(await stranger.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
    expect(await browser.comeBack(callback)).toHaveProperty('sso');
  });

  test('counts with the state of the attempt only', async () => {
    await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const callback = await browser.visitIssuer(await browser.start());
    callback.searchParams.set('state', 'x'.repeat(43));
    expect(await browser.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
    callback.searchParams.delete('state');
    expect(await browser.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
  });

  test('counts once, and within ten minutes', async () => {
    await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const callback = await browser.visitIssuer(await browser.start());
    expect(await browser.comeBack(callback)).toHaveProperty('sso');
    expect(await browser.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
    const lateCallback = await browser.visitIssuer(await browser.start());
    portal.world.clock.shiftMs += 10 * 60_000;
    expect(await browser.comeBack(lateCallback)).toEqual({ 'sso-error': 'failed' });
  });

  test('with a new key of the issuer is accepted at once', async () => {
    await portal.addCoachWithAccount();
    expect(await portal.signIn()).toBe('in');
    await portal.issuer.changeKey();
    expect(await portal.signIn()).toBe('in');
  });

  test('that does not come fails, and the portal recovers by itself', async () => {
    await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const callback = await browser.visitIssuer(await browser.start());
    await portal.issuer.stop();
    expect(await browser.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
    expect((await browser.start()).hash).toBe('#sso-error=failed');
    await portal.issuer.start();
    expect(await portal.signIn()).toBe('in');
  });

  test('is awaited for a few seconds only', { timeout: 30_000 }, async () => {
    const silent = await openIssuer({ sub: 'x' });
    silent.faults = { isSilent: true };
    const silentWorld = await openWorld({ env: singleSignOnEnv(silent.address) });
    try {
      expect((await openSsoBrowser(silentWorld.address).start()).hash).toBe('#sso-error=failed');
      silent.faults = { description: { issuer: 'http://127.0.0.1:1' } };
      expect((await openSsoBrowser(silentWorld.address).start()).hash).toBe('#sso-error=failed');
    } finally {
      await silentWorld.close();
      await silent.stop();
    }
  });
});
