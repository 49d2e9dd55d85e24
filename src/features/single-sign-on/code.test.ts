import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openIssuer } from '../../../tests/support/issuer.ts';
import { collectLog } from '../../../tests/support/log.ts';
import { openSsoPortal, type SsoPortal } from '../../../tests/support/single-sign-on-portal.ts';

let portal: SsoPortal;
const { logStream, loggedText } = collectLog();
beforeAll(async () => {
  portal = await openSsoPortal(openIssuer, { env: { LOG_LEVEL: 'trace' }, logStream });
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.issuer.faults = {};
});

describe('the code in the address [3.18]', () => {
  test('works once, and only in the browser that has begun', async () => {
    await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const { sso } = await browser.goThrough();
    expect((await browser.redeem(sso)).body.meta.status).toBe('success');
    const again = await browser.redeem(sso);
    const otherCode = (await browser.goThrough()).sso;
    const elsewhere = await portal.openBrowser().redeem(otherCode);
    expect(elsewhere.body.meta.code).toBe('ssoFailed');
    // The attempt elsewhere has used it up.
    const afterwards = await browser.redeem(otherCode);
    const unknown = await browser.redeem('unbekannt');
    for (const { status, body } of [again, afterwards, unknown])
      expect({ status, body }).toEqual({ status: elsewhere.status, body: elsewhere.body });
  });

  test('works for 60 seconds', async () => {
    await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const inTime = (await browser.goThrough()).sso;
    portal.world.clock.shiftMs += 55_000;
    expect((await browser.redeem(inTime)).body.meta.status).toBe('success');
    const tooLate = (await browser.goThrough()).sso;
    portal.world.clock.shiftMs += 60_000;
    expect((await browser.redeem(tooLate)).body.meta.code).toBe('ssoFailed');
  });

  test('opens one session if it is sent three times at once', async () => {
    await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const { sso } = await browser.goThrough();
    const answers = await Promise.all([1, 2, 3].map(() => browser.redeem(sso)));
    expect(answers.map(({ body }) => body.meta.code ?? 'in').sort()).toEqual(['in', 'ssoFailed', 'ssoFailed']);
  });

  test('does not let a person in who has become inactive in the meantime', async () => {
    const { coach } = await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const { sso } = await browser.goThrough();
    await portal.world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
    expect((await browser.redeem(sso)).body.meta.code).toBe('ssoFailed');
  });

  test('is stored as a hash only, and neither it nor anything of the account is in the log', async () => {
    const { email, account } = await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const callback = await browser.visitIssuer(await browser.start());
    const { sso = '' } = await browser.comeBack(callback);
    const { code_hash } = await portal.world.db
      .selectFrom('single_sign_on_code')
      .select('code_hash')
      .executeTakeFirstOrThrow();
    expect(code_hash.toString()).not.toContain(sso);
    await browser.redeem(sso);
    portal.issuer.faults = { claims: { nonce: 'anderer' } };
    await browser.goThrough();
    const text = loggedText();
    expect(text).toContain('"path":"/api/sso/callback"');
    const secrets = [sso, callback.searchParams.get('code')!, callback.searchParams.get('state')!, email, account.sub];
    for (const secret of [...secrets, ...browser.cookies.values()]) expect(text).not.toContain(secret);
  });

  test('is refused after at least 100 ms, which hides what was wrong', async () => {
    const begin = performance.now();
    await portal.openBrowser().redeem('unbekannt');
    expect(performance.now() - begin).toBeGreaterThan(99);
  });

  test('does not spare anybody the choice of a new password', async () => {
    const { coach } = await portal.addCoachWithAccount();
    await portal.world.db.updateTable('person').set({ must_change_password: true }).where('id', '=', coach).execute();
    const browser = portal.openBrowser();
    const { body } = await browser.redeem((await browser.goThrough()).sso);
    expect(body.data).toMatchObject({ resetPassword: 1 });
  });
});
