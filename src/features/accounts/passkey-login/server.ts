import { countAttempt } from '../../../platform/rate-limit/attempts.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { createRoutes, type Context } from '../../../platform/http/calls/handler.ts';
import { findRelyingParty } from '../../../platform/settings/relying-party.ts';
import { passkeyLogin } from '../../passkeys/contract.ts';
import { checkSignIn, consumeSignature } from '../../passkeys/exports.ts';
import { findTrustedDevice, rememberDevice, startSession } from '../../sessions/exports.ts';
import { mustUseSingleSignOn } from '../../single-sign-on/rules.ts';
import { withMinResponseTime } from '../../../platform/http/calls/response-time.ts';
import { loadUser, lockAccount } from '../sql.ts';

/** The handler for signing in with a passkey. */
export const routes = createRoutes(
  { passkeyLogin },
  {
    async passkeyLogin(context) {
      const { input, app, db, transaction, refuse, ipAddress, deviceCookie, logSecurityEvent } = context;
      const relyingParty = findRelyingParty(app.settings);
      if (!relyingParty) throw refuse('passkeysUnavailable');
      const trustedDevice = await findTrustedDevice(db, app.clock, deviceCookie.readHashes(), null);
      const attempt = await countAttempt(app.rateLimiter, trustedDevice && ['loginPerDevice', trustedDevice.hash], [
        ['loginPerIpAddress', ipAddress],
      ]);
      if (attempt.refusal) throw attempt.refusal;
      const { person, result } = await withMinResponseTime(async () => {
        const { person, signedSignIn } = await checkSignIn(app, relyingParty, input.credential);
        if (!signedSignIn) return { person, result: null };
        const signIn = async (tx: Tx) => {
          const account = await lockAccount(tx, signedSignIn.person);
          if (!account?.confirmed || !account.active) return null;
          if (mustUseSingleSignOn(app.settings.singleSignOn, account)) return 'unavailable' as const;
          return (await consumeSignature(tx, app.clock, signedSignIn)) ? openSession(tx, context, account.id) : null;
        };
        return { person, result: await transaction(signIn) };
      });
      if (result === 'unavailable') {
        await attempt.uncount();
        throw refuse('passkeysUnavailable');
      }
      if (!result) {
        logSecurityEvent('signInFailed', { person });
        throw refuse('passkeyInvalid');
      }
      context.sessionCookie.set(result.session);
      deviceCookie.set(result.newDevice);
      await attempt.uncount();
      logSecurityEvent('signedIn', { person });
      return { data: result.user };
    },
  },
);

/** Starts a session for a person who has signed in with a passkey, on a device that is trusted from now on. */
async function openSession(
  tx: Tx,
  { app, deviceCookie, describeDevice }: Context<typeof passkeyLogin>,
  person: number,
) {
  const session = await startSession(tx, app.clock, person, describeDevice(), 'passkey');
  const newDevice = await rememberDevice(tx, app.clock, person, deviceCookie.readHashes());
  const user = await loadUser(tx, app.settings.providerConfig, person, session.sessionId);
  return { user, session, newDevice };
}
