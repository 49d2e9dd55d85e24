import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issuerMakes, openSsoPortal, type AnySsoPortal } from '../../../tests/support/single-sign-on-portal.ts';
import { disableAdmin } from '../accounts/access/admins.steps.ts';

describe.each(issuerMakes)('at %s', (_make, openProvider) => {
  let portal: AnySsoPortal;
  beforeAll(async () => {
    portal = await openSsoPortal<AnySsoPortal['issuer']>(openProvider);
  });
  afterAll(() => portal.close());

  describe('the account at the identity provider [3.18]', () => {
    test.each<[string, object]>([
      ['of an e-mail address that nobody has', { email: 'unbekannt@firma.example' }],
      ['without verification of the e-mail address', { email_verified: false }],
      ['with the text true in place of the value', { email_verified: 'true' }],
      ['with nothing said about verification', { email_verified: undefined }],
      ['without an e-mail address', { email: undefined }],
    ])('%s lets nobody in', async (_, claims) => {
      const { coach } = await portal.addCoachWithAccount();
      portal.issuer.account = { ...portal.issuer.account, ...claims };
      expect(await portal.signIn()).toBe('unknown');
      expect(await portal.findIdentity(coach)).toBeUndefined();
      expect(await portal.mailKindsTo(coach)).toEqual([]);
    });

    test('of a participant, an inactive coach or a disabled admin lets nobody in', async () => {
      await portal.world.addParticipant({ email: 'teil@firma.example' });
      portal.issuer.account = { sub: 'teil', email: 'teil@firma.example', email_verified: true };
      expect(await portal.signIn()).toBe('unknown');
      const { coach } = await portal.addCoachWithAccount();
      await portal.world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
      expect(await portal.signIn()).toBe('unknown');
      await portal.world.addAdmin({ email: 'bleibt@firma.example' });
      await portal.world.addAdmin({ email: 'geht@firma.example' });
      await disableAdmin(portal.world.app.db, 'geht@firma.example');
      portal.issuer.account = { sub: 'geht', email: 'geht@firma.example', email_verified: true };
      expect(await portal.signIn()).toBe('unknown');
    });

    test('counts alone after the first sign-in, whatever the e-mail address says', async () => {
      const { coach, email } = await portal.addCoachWithAccount();
      expect(await portal.signIn()).toBe('in');
      expect(await portal.findIdentity(coach)).toMatchObject({
        issuer: portal.issuer.address,
        subject: portal.issuer.account.sub,
      });
      const other = await portal.world.addCoach({ email: 'andere@firma.example' });
      for (const claims of [{ email: 'andere@firma.example' }, { email: undefined, email_verified: false }]) {
        portal.issuer.account = { ...portal.issuer.account, ...claims };
        const browser = portal.openBrowser();
        const { sso } = await browser.goThrough();
        expect((await browser.redeem(sso)).body.data?.email).toBe(email);
      }
      expect(await portal.findIdentity(other)).toBeUndefined();
    });

    test('with the e-mail address of somebody who is bound to another one lets nobody in', async () => {
      const { email } = await portal.addCoachWithAccount();
      expect(await portal.signIn()).toBe('in');
      portal.issuer.account = { sub: 'fremdes-konto', email, email_verified: true };
      expect(await portal.signIn()).toBe('unknown');
    });

    test('that somebody is bound to binds no second person, even if the first one is inactive', async () => {
      const { coach } = await portal.addCoachWithAccount();
      expect(await portal.signIn()).toBe('in');
      await portal.world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
      const second = await portal.world.addCoach({ email: 'nachfolge@firma.example' });
      portal.issuer.account = { ...portal.issuer.account, email: 'nachfolge@firma.example' };
      expect(await portal.signIn()).toBe('unknown');
      expect(await portal.findIdentity(second)).toBeUndefined();
      await expect(
        portal.world.db
          .insertInto('bound_identity')
          .values({ person_id: second, issuer: portal.issuer.address, subject: portal.issuer.account.sub })
          .execute(),
      ).rejects.toThrow('bound_identity_subject_once');
    });

    test('of two that sign in for the first time at once with one e-mail address, one is bound', async () => {
      const { coach, email } = await portal.addCoachWithAccount();
      const callbacks = [];
      for (const sub of ['zwilling-1', 'zwilling-2', 'zwilling-3']) {
        portal.issuer.account = { sub, email, email_verified: true };
        const browser = portal.openBrowser();
        callbacks.push({ browser, callback: await browser.visitIssuer(await browser.start()) });
      }
      const landings = await Promise.all(callbacks.map(({ browser, callback }) => browser.comeBack(callback)));
      const outcomes = landings.map((landing) => landing['sso-error'] ?? 'in');
      expect(outcomes.sort()).toEqual(['in', 'unknown', 'unknown']);
      expect(await portal.findIdentity(coach)).toBeDefined();
    });

    test('that signs in for the first time in two browsers at once gets in with both, and gets one mail', async () => {
      const { coach } = await portal.addCoachWithAccount();
      expect(await Promise.all([portal.signIn(), portal.signIn(), portal.signIn()])).toEqual(['in', 'in', 'in']);
      expect(await portal.mailKindsTo(coach)).toEqual(['identityBound']);
    });
  });

  describe('what is replayed [3.18]', () => {
    test('is refused: the code in the address, the way back to the portal, and the code of the provider', async () => {
      const { email } = await portal.addCoachWithAccount();
      const browser = portal.openBrowser();
      const callback = await browser.visitIssuer(await browser.start());
      const { sso } = await browser.comeBack(callback);
      expect((await browser.redeem(sso)).body.data?.email).toBe(email);
      expect((await browser.redeem(sso)).body.meta.code).toBe('ssoFailed');
      expect(await browser.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
      const nextCallback = await browser.visitIssuer(await browser.start());
      nextCallback.searchParams.set('code', callback.searchParams.get('code') ?? '');
      expect(await browser.comeBack(nextCallback)).toEqual({ 'sso-error': 'failed' });
      expect(await browser.signIn()).toBe('in');
    });
  });
});
