import { countAttempt } from '../../../platform/rate-limit/attempts.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { createRoutes, type Context } from '../../../platform/http/calls/handler.ts';
import { isStaff } from '../../../shared/roles.ts';
import { findTrustedDevice, rememberDevice, startSession } from '../../sessions/exports.ts';
import { ssoLogin } from '../../single-sign-on/contract.ts';
import { browserCookieName, consumeCode, hashOf, isBound } from '../../single-sign-on/exports.ts';
import { withMinResponseTime } from '../../../platform/http/calls/response-time.ts';
import { loadUser, lockAccount } from '../sql.ts';

/** The handler for the last step of single sign-on: the code of the address for a session. */
export const routes = createRoutes(
  { ssoLogin },
  {
    async ssoLogin(context) {
      const { input, app, db, transaction, refuse, ipAddress, deviceCookie, logSecurityEvent } = context;
      const trustedDevice = await findTrustedDevice(db, app.clock, deviceCookie.readHashes(), null);
      const attempt = await countAttempt(app.rateLimiter, trustedDevice && ['loginPerDevice', trustedDevice.hash], [
        ['loginPerIpAddress', ipAddress],
      ]);
      if (attempt.refusal) throw attempt.refusal;
      const { person, result } = await withMinResponseTime(async () => {
        const browserSecret = context.readCookie(browserCookieName(app.settings)) ?? '';
        // The code is used up even if anything else is wrong.
        const code = await consumeCode(db, app.clock, hashOf(input.code), hashOf(browserSecret));
        const isPossible = code?.isValid && app.settings.singleSignOn;
        const result = isPossible ? await transaction((tx) => openSession(tx, context, code.person)) : null;
        return { person: code?.person ?? null, result };
      });
      if (!result) {
        logSecurityEvent('signInFailed', { person });
        throw refuse('ssoFailed');
      }
      context.sessionCookie.set(result.session);
      deviceCookie.set(result.newDevice);
      await attempt.uncount();
      logSecurityEvent('signedIn', { person });
      return { data: result.user };
    },
  },
);

/**
 * Starts a session for a person who has signed in at the identity provider, on a device that is trusted from now on.
 * Null if they are no active member of staff any more, or have been unbound in the meantime.
 */
async function openSession(tx: Tx, { app, deviceCookie, describeDevice }: Context<typeof ssoLogin>, person: number) {
  const account = await lockAccount(tx, person);
  if (!account?.confirmed || !account.active || !isStaff(account.roleId) || !(await isBound(tx, person))) return null;
  const session = await startSession(tx, app.clock, person, describeDevice(), 'singleSignOn');
  const newDevice = await rememberDevice(tx, app.clock, person, deviceCookie.readHashes());
  const user = await loadUser(tx, app.settings.providerConfig, person, session.sessionId);
  return { user, session, newDevice };
}
