import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openIssuer, singleSignOnEnv } from '../../../tests/support/issuer.ts';
import { openSsoBrowser } from '../../../tests/support/single-sign-on.ts';
import { openSsoPortal, type SsoPortal } from '../../../tests/support/single-sign-on-portal.ts';
import { openWorld } from '../../../tests/support/world.ts';
import { createApplication } from '../../app/application.ts';
import { checkSession } from '../accounts/contract.ts';
import { getPortal } from '../provider/contract.ts';
import { ssoLogin } from './contract.ts';

let portal: SsoPortal;
beforeAll(async () => {
  portal = await openSsoPortal(openIssuer);
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.issuer.faults = {};
});

describe('single sign-on [3.18]', () => {
  test('is not asked for anything before the first sign-in', () => {
    expect(portal.issuer.requests).toEqual([]);
  });

  test('signs a coach in as the password does, and leads to the page that was wanted', async () => {
    const { coach, email } = await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const { sso, to } = await browser.goThrough('/daily-plan?day=2026-03-01&x=1');
    expect(to).toBe('/daily-plan?day=2026-03-01&x=1');
    const { body } = await browser.redeem(sso);
    expect(body.data?.email).toBe(email);
    const sessionId = body.data?.sessionId ?? '';
    expect((await portal.world.call(checkSession, sessionId)).body.data).toMatchObject({ email, sessionId });
    const session = await portal.world.db
      .selectFrom('session')
      .select(['by_single_sign_on', 'by_passkey'])
      .where('person_id', '=', coach)
      .executeTakeFirst();
    expect(session).toEqual({ by_single_sign_on: true, by_passkey: false });
    expect([...browser.cookies.keys()]).toEqual(['single-sign-on', expect.stringMatching(/^companion-/), 'devices']);
  });

  test('also signs an admin in', async () => {
    const email = 'admin@firma.example';
    await portal.world.addAdmin({ email });
    portal.issuer.account = { sub: 'admin', email: 'Admin@Firma.example', email_verified: true };
    expect(await portal.signIn()).toBe('in');
  });

  test('is named by the data of every page', async () => {
    expect((await portal.world.call(getPortal, null)).body.data).toMatchObject({ sso: { label: 'Beispiel-Konto' } });
  });

  test('asks the issuer for what is needed only, with a challenge, state and nonce of its own each time', async () => {
    const browser = portal.openBrowser();
    const [first, second] = [await browser.start(), await browser.start()].map(({ searchParams }) =>
      Object.fromEntries(searchParams),
    );
    expect(first).toEqual({
      client_id: 'portal',
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: 'http://localhost:3000/api/sso/callback',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    for (const name of ['code_challenge', 'state', 'nonce']) expect(second?.[name]).not.toBe(first?.[name]);
  });

  test('sets a short-lived cookie that scripts cannot read, and no answer may be stored or name where it came from', async () => {
    const response = await portal.openBrowser().request(new URL('/api/sso/start', portal.world.address));
    expect(response.headers.get('set-cookie')).toMatch(
      /^single-sign-on=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    for (const path of ['/api/sso/start', '/api/sso/callback?code=x&state=y']) {
      const { headers, status } = await portal.openBrowser().request(new URL(path, portal.world.address));
      expect(status).toBe(302);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('asks for the e-mail address if the ID token does not contain it', async () => {
    await portal.addCoachWithAccount();
    portal.issuer.faults = { isReticent: true };
    expect(await portal.signIn()).toBe('in');
  });

  test('sends its secret in the body if the issuer takes it nowhere else', async () => {
    const other = await openIssuer({ sub: 'x' });
    other.faults = { wantsSecretInBody: true };
    const otherWorld = await openWorld({ env: singleSignOnEnv(other.address) });
    try {
      await otherWorld.addAdmin({ email: 'post@firma.example' });
      other.account = { sub: 'post', email: 'post@firma.example', email_verified: true };
      expect(await openSsoBrowser(otherWorld.address).signIn()).toBe('in');
    } finally {
      await otherWorld.close();
      await other.stop();
    }
  });

  test('works if the browser begins at one process of the portal and ends at another', async () => {
    const second = await createApplication(portal.world.settings, portal.world.appUrl, null, {
      clock: portal.world.clock,
      runsJobs: false,
    });
    const address = await second.fastify.listen({ port: 0, host: '127.0.0.1' });
    try {
      await portal.addCoachWithAccount();
      const browser = portal.openBrowser();
      const callback = await browser.visitIssuer(await browser.start());
      const browserAtSecond = openSsoBrowser(address);
      for (const [name, value] of browser.cookies) browserAtSecond.cookies.set(name, value);
      const { sso } = await browserAtSecond.comeBack(new URL(callback.pathname + callback.search, address));
      expect((await browser.redeem(sso)).body.meta.status).toBe('success');
    } finally {
      await second.close();
    }
  });

  test('works in two tabs of a browser at the same time', async () => {
    await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const [first, second] = [await browser.start('/a'), await browser.start('/b')];
    const landings = [first, second].map(async (url) => browser.comeBack(await browser.visitIssuer(url)));
    expect((await Promise.all(landings)).map(({ to }) => to)).toEqual(['/a', '/b']);
  });

  test('does not exist without an issuer in the settings', async () => {
    const plainWorld = await openWorld();
    try {
      for (const path of ['/api/sso/start', '/api/sso/callback?code=a&state=b'])
        expect((await fetch(plainWorld.address + path, { redirect: 'manual' })).status).toBe(404);
      expect((await plainWorld.call(ssoLogin, null, { code: 'x' })).body.meta.code).toBe('ssoFailed');
      expect((await plainWorld.call(getPortal, null)).body.data).toMatchObject({ sso: null });
    } finally {
      await plainWorld.close();
    }
  });
});

describe('the limits of single sign-on [2.10]', () => {
  test('end the steps of an address that takes too many, and refuse wrong codes', async () => {
    // RATE_LIMIT_FACTOR reduces the limits of an address to twelve steps and two wrong codes.
    const limitedWorld = await openWorld({
      env: { ...singleSignOnEnv(portal.issuer.address), RATE_LIMIT_FACTOR: '0.02' },
    });
    try {
      const browser = openSsoBrowser(limitedWorld.address);
      const outcomes: string[] = [];
      for (let step = 0; step < 13; step++) outcomes.push((await browser.start()).hash);
      expect(outcomes).toEqual([...Array<string>(12).fill(''), '#sso-error=failed']);
      const statuses: number[] = [];
      for (let guess = 0; guess < 3; guess++) statuses.push((await browser.redeem('falsch')).status);
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await limitedWorld.close();
    }
  });
});
