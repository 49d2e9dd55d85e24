import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openIssuer, type Issuer, type IssuerFaults, singleSignOnEnv } from '../../../tests/support/issuer.ts';
import { openSsoBrowser } from '../../../tests/support/single-sign-on.ts';
import { collectLog } from '../../../tests/support/log.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { createApplication } from '../../app/application.ts';
import { checkSession } from '../accounts/contract.ts';
import { disableAdmin } from '../accounts/access/admins.steps.ts';
import { editCoach, listCoaches } from '../coaches/contract.ts';
import { getPortal } from '../provider/contract.ts';
import { anonymizeUserData } from '../participants/contract.ts';
import { ssoLogin, unbindIdentity } from './contract.ts';

let issuer: Issuer;
let world: World;
const { logStream, loggedText } = collectLog();
beforeAll(async () => {
  issuer = await openIssuer({ sub: 'niemand' });
  world = await openWorld({ env: { ...singleSignOnEnv(issuer.address), LOG_LEVEL: 'trace' }, logStream });
});
afterAll(async () => {
  await world.close();
  await issuer.stop();
});
beforeEach(() => {
  issuer.faults = {};
});

let lastNumber = 0;
/** Adds a coach with an account at the issuer, which signs in next. */
async function addCoachWithAccount() {
  const number = ++lastNumber;
  const email = `coach${number}@firma.example`;
  const coach = await world.addCoach({ email });
  issuer.account = { sub: `konto-${number}`, email, email_verified: true };
  return { coach, email, account: issuer.account };
}
const openBrowser = () => openSsoBrowser(world.address);
const signIn = () => openBrowser().signIn();
const findIdentity = (person: number) =>
  world.db.selectFrom('bound_identity').selectAll().where('person_id', '=', person).executeTakeFirst();

describe('single sign-on [3.18]', () => {
  test('is not asked for anything before the first sign-in', () => {
    expect(issuer.requests).toEqual([]);
  });

  test('signs a coach in as the password does, and leads to the page that was wanted', async () => {
    const { coach, email } = await addCoachWithAccount();
    const browser = openBrowser();
    const { sso, to } = await browser.goThrough('/daily-plan?day=2026-03-01&x=1');
    expect(to).toBe('/daily-plan?day=2026-03-01&x=1');
    const { body } = await browser.redeem(sso);
    expect(body.data?.email).toBe(email);
    const sessionId = body.data?.sessionId ?? '';
    expect((await world.call(checkSession, sessionId)).body.data).toMatchObject({ email, sessionId });
    const session = await world.db
      .selectFrom('session')
      .select(['by_single_sign_on', 'by_passkey'])
      .where('person_id', '=', coach)
      .executeTakeFirst();
    expect(session).toEqual({ by_single_sign_on: true, by_passkey: false });
    expect([...browser.cookies.keys()]).toEqual(['single-sign-on', expect.stringMatching(/^companion-/), 'devices']);
  });

  test('also signs an admin in', async () => {
    const email = 'admin@firma.example';
    await world.addAdmin({ email });
    issuer.account = { sub: 'admin', email: 'Admin@Firma.example', email_verified: true };
    expect(await signIn()).toBe('in');
  });

  test('is named by the data of every page', async () => {
    expect((await world.call(getPortal, null)).body.data).toMatchObject({ sso: { label: 'Beispiel-Konto' } });
  });

  test('asks the issuer for what is needed only, with a challenge, state and nonce of its own each time', async () => {
    const browser = openBrowser();
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
    const response = await openBrowser().request(new URL('/api/sso/start', world.address));
    expect(response.headers.get('set-cookie')).toMatch(
      /^single-sign-on=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    for (const path of ['/api/sso/start', '/api/sso/callback?code=x&state=y']) {
      const { headers, status } = await openBrowser().request(new URL(path, world.address));
      expect(status).toBe(302);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('asks for the e-mail address if the ID token does not contain it', async () => {
    await addCoachWithAccount();
    issuer.faults = { isReticent: true };
    expect(await signIn()).toBe('in');
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
    const second = await createApplication(world.settings, world.appUrl, null, {
      clock: world.clock,
      runsJobs: false,
      logStream,
    });
    const address = await second.fastify.listen({ port: 0, host: '127.0.0.1' });
    try {
      await addCoachWithAccount();
      const browser = openBrowser();
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
    await addCoachWithAccount();
    const browser = openBrowser();
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

describe('the account at the identity provider [3.18]', () => {
  test.each<[string, object]>([
    ['of an e-mail address that nobody has', { email: 'unbekannt@firma.example' }],
    ['without verification of the e-mail address', { email_verified: false }],
    ['with the text true in place of the value', { email_verified: 'true' }],
    ['with nothing said about verification', { email_verified: undefined }],
    ['without an e-mail address', { email: undefined }],
  ])('%s lets nobody in', async (_, claims) => {
    const { coach } = await addCoachWithAccount();
    issuer.account = { ...issuer.account, ...claims };
    expect(await signIn()).toBe('unknown');
    expect(await findIdentity(coach)).toBeUndefined();
  });

  test('of a participant, an inactive coach or a disabled admin lets nobody in', async () => {
    await world.addParticipant({ email: 'teil@firma.example' });
    issuer.account = { sub: 'teil', email: 'teil@firma.example', email_verified: true };
    expect(await signIn()).toBe('unknown');
    const { coach } = await addCoachWithAccount();
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
    expect(await signIn()).toBe('unknown');
    await world.addAdmin({ email: 'bleibt@firma.example' });
    await world.addAdmin({ email: 'geht@firma.example' });
    await disableAdmin(world.app.db, 'geht@firma.example');
    issuer.account = { sub: 'geht', email: 'geht@firma.example', email_verified: true };
    expect(await signIn()).toBe('unknown');
  });

  test('counts alone after the first sign-in, whatever the e-mail address says', async () => {
    const { coach, email } = await addCoachWithAccount();
    expect(await signIn()).toBe('in');
    expect(await findIdentity(coach)).toMatchObject({ issuer: issuer.address, subject: issuer.account.sub });
    const other = await world.addCoach({ email: 'andere@firma.example' });
    for (const claims of [{ email: 'andere@firma.example' }, { email: undefined, email_verified: false }]) {
      issuer.account = { ...issuer.account, ...claims };
      const browser = openBrowser();
      const { sso } = await browser.goThrough();
      expect((await browser.redeem(sso)).body.data?.email).toBe(email);
    }
    expect(await findIdentity(other)).toBeUndefined();
  });

  test('with the e-mail address of somebody who is bound to another one lets nobody in', async () => {
    const { email } = await addCoachWithAccount();
    expect(await signIn()).toBe('in');
    issuer.account = { sub: 'fremdes-konto', email, email_verified: true };
    expect(await signIn()).toBe('unknown');
  });

  test('that somebody is bound to binds no second person, even if the first one is inactive', async () => {
    const { coach } = await addCoachWithAccount();
    expect(await signIn()).toBe('in');
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
    const second = await world.addCoach({ email: 'nachfolge@firma.example' });
    issuer.account = { ...issuer.account, email: 'nachfolge@firma.example' };
    expect(await signIn()).toBe('unknown');
    expect(await findIdentity(second)).toBeUndefined();
    await expect(
      world.db
        .insertInto('bound_identity')
        .values({ person_id: second, issuer: issuer.address, subject: issuer.account.sub })
        .execute(),
    ).rejects.toThrow('bound_identity_subject_once');
  });

  test('of two that sign in for the first time at once with one e-mail address, one is bound', async () => {
    const { coach, email } = await addCoachWithAccount();
    const callbacks = [];
    for (const sub of ['zwilling-1', 'zwilling-2', 'zwilling-3']) {
      issuer.account = { sub, email, email_verified: true };
      const browser = openBrowser();
      callbacks.push({ browser, callback: await browser.visitIssuer(await browser.start()) });
    }
    const landings = await Promise.all(callbacks.map(({ browser, callback }) => browser.comeBack(callback)));
    const outcomes = landings.map((landing) => landing['sso-error'] ?? 'in');
    expect(outcomes.sort()).toEqual(['in', 'unknown', 'unknown']);
    expect(await findIdentity(coach)).toBeDefined();
  });

  test('that signs in for the first time in two browsers at once gets in with both', async () => {
    await addCoachWithAccount();
    expect(await Promise.all([signIn(), signIn(), signIn()])).toEqual(['in', 'in', 'in']);
  });
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
    const { coach } = await addCoachWithAccount();
    issuer.faults = faults;
    expect(await signIn()).toBe('failed');
    expect(await findIdentity(coach)).toBeUndefined();
    issuer.faults = {};
    expect(await signIn()).toBe('in');
  });

  test('says that the person has cancelled', async () => {
    issuer.faults = { error: 'access_denied' };
    expect(await openBrowser().goThrough('/daily-plan')).toEqual({ 'sso-error': 'cancelled' });
  });

  test('counts in the browser that has begun only', async () => {
    await addCoachWithAccount();
    const browser = openBrowser();
    const callback = await browser.visitIssuer(await browser.start());
    const stranger = openBrowser();
    expect(await stranger.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
    await stranger.start();
    expect(await stranger.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
    expect(await browser.comeBack(callback)).toHaveProperty('sso');
  });

  test('counts with the state of the attempt only', async () => {
    await addCoachWithAccount();
    const browser = openBrowser();
    const callback = await browser.visitIssuer(await browser.start());
    callback.searchParams.set('state', 'x'.repeat(43));
    expect(await browser.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
    callback.searchParams.delete('state');
    expect(await browser.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
  });

  test('counts once, and within ten minutes', async () => {
    await addCoachWithAccount();
    const browser = openBrowser();
    const callback = await browser.visitIssuer(await browser.start());
    expect(await browser.comeBack(callback)).toHaveProperty('sso');
    expect(await browser.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
    const lateCallback = await browser.visitIssuer(await browser.start());
    world.clock.shiftMs += 10 * 60_000;
    expect(await browser.comeBack(lateCallback)).toEqual({ 'sso-error': 'failed' });
  });

  test('with a new key of the issuer is accepted at once', async () => {
    await addCoachWithAccount();
    expect(await signIn()).toBe('in');
    await issuer.changeKey();
    expect(await signIn()).toBe('in');
  });

  test('that does not come fails, and the portal recovers by itself', async () => {
    await addCoachWithAccount();
    const browser = openBrowser();
    const callback = await browser.visitIssuer(await browser.start());
    await issuer.stop();
    expect(await browser.comeBack(callback)).toEqual({ 'sso-error': 'failed' });
    expect((await browser.start()).hash).toBe('#sso-error=failed');
    await issuer.start();
    expect(await signIn()).toBe('in');
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

describe('the code in the address [3.18]', () => {
  test('works once, and only in the browser that has begun', async () => {
    await addCoachWithAccount();
    const browser = openBrowser();
    const { sso } = await browser.goThrough();
    expect((await browser.redeem(sso)).body.meta.status).toBe('success');
    const again = await browser.redeem(sso);
    const otherCode = (await browser.goThrough()).sso;
    const elsewhere = await openBrowser().redeem(otherCode);
    expect(elsewhere.body.meta.code).toBe('ssoFailed');
    // The attempt elsewhere has used it up.
    const afterwards = await browser.redeem(otherCode);
    const unknown = await browser.redeem('unbekannt');
    for (const { status, body } of [again, afterwards, unknown])
      expect({ status, body }).toEqual({ status: elsewhere.status, body: elsewhere.body });
  });

  test('works for 60 seconds', async () => {
    await addCoachWithAccount();
    const browser = openBrowser();
    const inTime = (await browser.goThrough()).sso;
    world.clock.shiftMs += 55_000;
    expect((await browser.redeem(inTime)).body.meta.status).toBe('success');
    const tooLate = (await browser.goThrough()).sso;
    world.clock.shiftMs += 60_000;
    expect((await browser.redeem(tooLate)).body.meta.code).toBe('ssoFailed');
  });

  test('opens one session if it is sent three times at once', async () => {
    await addCoachWithAccount();
    const browser = openBrowser();
    const { sso } = await browser.goThrough();
    const answers = await Promise.all([1, 2, 3].map(() => browser.redeem(sso)));
    expect(answers.map(({ body }) => body.meta.code ?? 'in').sort()).toEqual(['in', 'ssoFailed', 'ssoFailed']);
  });

  test('does not let a person in who has become inactive in the meantime', async () => {
    const { coach } = await addCoachWithAccount();
    const browser = openBrowser();
    const { sso } = await browser.goThrough();
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
    expect((await browser.redeem(sso)).body.meta.code).toBe('ssoFailed');
  });

  test('is stored as a hash only, and neither it nor anything of the account is in the log', async () => {
    const { email, account } = await addCoachWithAccount();
    const browser = openBrowser();
    const callback = await browser.visitIssuer(await browser.start());
    const { sso = '' } = await browser.comeBack(callback);
    const { code_hash } = await world.db
      .selectFrom('single_sign_on_code')
      .select('code_hash')
      .executeTakeFirstOrThrow();
    expect(code_hash.toString()).not.toContain(sso);
    await browser.redeem(sso);
    issuer.faults = { claims: { nonce: 'anderer' } };
    await browser.goThrough();
    const text = loggedText();
    expect(text).toContain('"path":"/api/sso/callback"');
    const secrets = [sso, callback.searchParams.get('code')!, callback.searchParams.get('state')!, email, account.sub];
    for (const secret of [...secrets, ...browser.cookies.values()]) expect(text).not.toContain(secret);
  });

  test('is refused after at least 50 ms, which hides what was wrong', async () => {
    const begin = performance.now();
    await openBrowser().redeem('unbekannt');
    expect(performance.now() - begin).toBeGreaterThan(49);
  });

  test('does not spare anybody the choice of a new password', async () => {
    const { coach } = await addCoachWithAccount();
    await world.db.updateTable('person').set({ must_change_password: true }).where('id', '=', coach).execute();
    const browser = openBrowser();
    const { body } = await browser.redeem((await browser.goThrough()).sso);
    expect(body.data).toMatchObject({ resetPassword: 1 });
  });
});

describe('unbinding an account [3.18]', () => {
  test('ends the sessions of the person, and the next sign-in binds again', async () => {
    const adminSession = await world.signIn(await world.addAdmin());
    const { coach, account } = await addCoachWithAccount();
    const browser = openBrowser();
    const { sso } = await browser.goThrough();
    const sessionId = (await browser.redeem(sso)).body.data?.sessionId ?? '';
    const unusedCode = (await browser.goThrough()).sso;
    const unbind = async () => (await world.call(unbindIdentity, adminSession, { userId: coach })).body.meta.status;
    const isShownAsBound = async () =>
      (await world.call(listCoaches, adminSession)).body.data?.find(({ id }) => id === coach)?.singleSignOn;
    expect(await isShownAsBound()).toBe(true);
    expect(await unbind()).toBe('success');
    expect(await isShownAsBound()).toBe(false);
    expect(await findIdentity(coach)).toBeUndefined();
    expect((await world.call(checkSession, sessionId)).body.data).toBeNull();
    expect(await unbind()).toBe('success');
    const actions = await world.db.selectFrom('audit').select('action').where('person_id', '=', coach).execute();
    expect(actions.map(({ action }) => action)).toEqual(['identityBound', 'identityUnbound']);
    issuer.account = { ...account, sub: 'neues-konto' };
    expect(await signIn()).toBe('in');
    expect(await findIdentity(coach)).toMatchObject({ subject: 'neues-konto' });
    expect((await browser.redeem(unusedCode)).body.meta.code).toBe('ssoFailed');
  });

  test('is not done by inactivating a coach, but by erasing them', async () => {
    const adminSession = await world.signIn(await world.addAdmin());
    const { coach } = await addCoachWithAccount();
    expect(await signIn()).toBe('in');
    const setActive = async (active: 0 | 1) => {
      const { data = [] } = (await world.call(listCoaches, adminSession)).body;
      const answer = await world.call(editCoach, adminSession, { ...data.find(({ id }) => id === coach), active });
      expect(answer.body.meta.status).toBe('success');
    };
    await setActive(0);
    expect(await signIn()).toBe('unknown');
    await setActive(1);
    expect(await signIn()).toBe('in');
    await setActive(0);
    await world.call(anonymizeUserData, adminSession, { participantId: coach });
    expect(await findIdentity(coach)).toBeUndefined();
  });

  test('succeeds for anybody, except for an unknown id', async () => {
    const adminSession = await world.signIn(await world.addAdmin());
    const participant = await world.addParticipant();
    const session = await world.signIn(participant);
    const answer = await world.call(unbindIdentity, adminSession, { userId: participant });
    expect(answer.body.meta.status).toBe('success');
    expect((await world.call(checkSession, session)).body.data).not.toBeNull();
    expect((await world.call(unbindIdentity, adminSession, { userId: 999_999_999 })).status).toBe(404);
  });
});

describe('the limits of single sign-on [2.10]', () => {
  test('end the steps of an address that takes too many, and refuse wrong codes', async () => {
    // RATE_LIMIT_FACTOR reduces the limits of an address to twelve steps and two wrong codes.
    const limitedWorld = await openWorld({ env: { ...singleSignOnEnv(issuer.address), RATE_LIMIT_FACTOR: '0.02' } });
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
