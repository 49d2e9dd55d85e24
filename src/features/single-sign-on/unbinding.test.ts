import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIssuer } from '../../../tests/support/issuer.ts';
import { openSsoPortal, type SsoPortal } from '../../../tests/support/single-sign-on-portal.ts';
import { checkSession } from '../accounts/contract.ts';
import { editCoach, listCoaches } from '../coaches/contract.ts';
import { anonymizeUserData } from '../participants/contract.ts';
import { getSecondFactor } from '../second-factor/contract.ts';
import { unbindIdentity } from './contract.ts';

let portal: SsoPortal;
beforeAll(async () => {
  portal = await openSsoPortal(openIssuer);
});
afterAll(() => portal.close());

describe('unbinding an account [3.18]', () => {
  test('ends the sessions of the person, and the next sign-in binds again; a mail tells of each', async () => {
    const adminSession = await portal.world.signIn(await portal.world.addAdmin());
    const { coach, account } = await portal.addCoachWithAccount();
    const browser = portal.openBrowser();
    const { sso } = await browser.goThrough();
    const sessionId = (await browser.redeem(sso)).body.data?.sessionId ?? '';
    const unusedCode = (await browser.goThrough()).sso;
    const unbind = async () =>
      (await portal.world.call(unbindIdentity, adminSession, { userId: coach })).body.meta.status;
    const isBoundSince = async (session: string) =>
      (await portal.world.call(getSecondFactor, session)).body.data?.singleSignOnSince;
    expect(await isBoundSince(sessionId)).toBe((await portal.findIdentity(coach))?.bound_at.toISOString());
    expect(await isBoundSince(adminSession)).toBeNull();
    const isShownAsBound = async () =>
      (await portal.world.call(listCoaches, adminSession)).body.data?.find(({ id }) => id === coach)?.singleSignOn;
    expect(await isShownAsBound()).toBe(true);
    expect(await unbind()).toBe('success');
    expect(await isShownAsBound()).toBe(false);
    expect(await portal.findIdentity(coach)).toBeUndefined();
    expect((await portal.world.call(checkSession, sessionId)).body.data).toBeNull();
    expect(await unbind()).toBe('success');
    const actions = await portal.world.db.selectFrom('audit').select('action').where('person_id', '=', coach).execute();
    expect(actions.map(({ action }) => action)).toEqual(['identityBound', 'identityUnbound']);
    expect(await portal.mailKindsTo(coach)).toEqual(['identityBound', 'identityUnbound']);
    portal.issuer.account = { ...account, sub: 'neues-konto' };
    expect(await portal.signIn()).toBe('in');
    expect(await portal.mailKindsTo(coach)).toEqual(['identityBound', 'identityUnbound', 'identityBound']);
    expect(await portal.findIdentity(coach)).toMatchObject({ subject: 'neues-konto' });
    expect((await browser.redeem(unusedCode)).body.meta.code).toBe('ssoFailed');
  });

  test('is not done by inactivating a coach, but by erasing them', async () => {
    const adminSession = await portal.world.signIn(await portal.world.addAdmin());
    const { coach } = await portal.addCoachWithAccount();
    expect(await portal.signIn()).toBe('in');
    const setActive = async (active: 0 | 1) => {
      const { data = [] } = (await portal.world.call(listCoaches, adminSession)).body;
      const answer = await portal.world.call(editCoach, adminSession, {
        ...data.find(({ id }) => id === coach),
        active,
      });
      expect(answer.body.meta.status).toBe('success');
    };
    await setActive(0);
    expect(await portal.signIn()).toBe('unknown');
    await setActive(1);
    expect(await portal.signIn()).toBe('in');
    await setActive(0);
    expect(await portal.mailKindsTo(coach)).toEqual(['identityBound']);
    await portal.world.call(anonymizeUserData, adminSession, { participantId: coach });
    expect(await portal.findIdentity(coach)).toBeUndefined();
  });

  test('succeeds for anybody, except for an unknown id', async () => {
    const adminSession = await portal.world.signIn(await portal.world.addAdmin());
    const participant = await portal.world.addParticipant();
    const session = await portal.world.signIn(participant);
    const answer = await portal.world.call(unbindIdentity, adminSession, { userId: participant });
    expect(answer.body.meta.status).toBe('success');
    expect((await portal.world.call(checkSession, session)).body.data).not.toBeNull();
    expect(await portal.mailKindsTo(participant)).toEqual([]);
    expect((await portal.world.call(unbindIdentity, adminSession, { userId: 999_999_999 })).status).toBe(404);
  });
});
