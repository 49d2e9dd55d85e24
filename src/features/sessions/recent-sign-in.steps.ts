import { passwordMatches } from '../../platform/password-hash.ts';
import type { SignedInPerson } from '../../platform/http/calls/authentication.ts';
import type { Context } from '../../platform/http/calls/handler.ts';
import type { Call } from '../../shared/call.ts';
import { countAttempt } from '../../platform/rate-limit/attempts.ts';
import { findAccount, hasSignedInWithin } from './sql.ts';
import { findTrustedDevice } from './trusted-device.sql.ts';

/** For this many minutes after signing in, the password is not needed again. */
const minutesWithoutPassword = 15;

type SignInContext = Pick<Context<Call>, 'app' | 'db' | 'ipAddress' | 'deviceCookie' | 'logSecurityEvent'> & {
  person: SignedInPerson;
};

/**
 * Checks that the caller has signed in within 15 minutes or sends the correct password. Returns null if so, otherwise
 * `passwordNeeded` or `passwordWrong`. A wrong password counts as a failed login. Throws 429 if a limit of logins is
 * reached.
 */
export async function checkRecentSignIn(
  { person, app, db, ipAddress, deviceCookie, logSecurityEvent }: SignInContext,
  password: string | undefined,
): Promise<'passwordNeeded' | 'passwordWrong' | null> {
  if (await hasSignedInWithin(db, app.clock, person.sessionId, minutesWithoutPassword)) return null;
  if (!password) return 'passwordNeeded';
  const { email, passwordHash } = await findAccount(db, person.id);
  const device = await findTrustedDevice(db, app.clock, deviceCookie.readHashes(), email);
  const attempt = await countAttempt(app.rateLimiter, device && ['loginPerDevice', device.hash], [
    ['loginPerIpAddress', ipAddress],
    ['loginPerAccount', email, ipAddress],
  ]);
  if (attempt.refusal) throw attempt.refusal;
  if (!(await passwordMatches(passwordHash, password))) {
    logSecurityEvent('signInFailed', { person: person.id });
    return 'passwordWrong';
  }
  await attempt.uncount();
  return null;
}
