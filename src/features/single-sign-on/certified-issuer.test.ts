import { expect, test } from 'vitest';
import { openCertifiedIssuer } from '../../../tests/support/certified-issuer.ts';
import { singleSignOnEnv } from '../../../tests/support/issuer.ts';
import { openSsoBrowser } from '../../../tests/support/single-sign-on.ts';
import { openWorld } from '../../../tests/support/world.ts';

test('staff sign in at a certified identity provider with its usual settings, again and again [3.18]', async () => {
  const issuer = await openCertifiedIssuer({ sub: 'kim', email: 'kim@firma.example', email_verified: true });
  const world = await openWorld({ env: singleSignOnEnv(issuer.address) });
  try {
    await world.addCoach({ email: 'kim@firma.example' });
    const browser = openSsoBrowser(world.address);
    expect(await browser.signIn()).toBe('in');
    expect(await browser.signIn()).toBe('in');
    const { sso, to } = await openSsoBrowser(world.address).goThrough('/daily-plan');
    expect({ hasCode: sso !== undefined, to }).toEqual({ hasCode: true, to: '/daily-plan' });
  } finally {
    await world.close();
    await issuer.stop();
  }
});
