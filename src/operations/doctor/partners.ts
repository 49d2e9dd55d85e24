import { openScanner } from '../../platform/storage/clamd.ts';
import { callbackAddress, findIssuerProblem } from '../../features/single-sign-on/exports.ts';
import { findMailServerError } from '../../features/mail/exports.ts';
import { codeOf, openPool } from '../../platform/database/db.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { ok, trouble, warning, type Finding } from './finding.ts';

/** Checks whether the virus scanner answers; returns null if none is configured. */
export async function checkScanner({ clamd }: Settings): Promise<Finding | null> {
  const state = await openScanner(clamd)?.state();
  if (!state) return null;
  if (state === 'away')
    return trouble(`The virus scanner at ${clamd} (CLAMD) does not answer; documents cannot be uploaded without it.`);
  return state === 'old'
    ? warning(`The signatures of the virus scanner at ${clamd} are older than two days.`)
    : ok('The virus scanner answers and its signatures are up to date.');
}

/** Checks whether the mail server answers and accepts the password; returns null if mails are written to a folder. */
export async function checkMailServer(settings: Settings): Promise<Finding | null> {
  if (!settings.smtpUrl) return null;
  const { host } = new URL(settings.smtpUrl);
  const errorCode = await findMailServerError(settings);
  return errorCode === null
    ? ok(`The mail server ${host} answers.`)
    : trouble(
        `The mail server ${host} (SMTP_URL) is unavailable or refuses the portal (${errorCode}); mails are waiting.`,
      );
}

/**
 * Checks whether the identity provider of staff describes itself as the one of the settings, knows what the portal
 * needs, and publishes keys; returns null if there is none. Names the address to enter there.
 */
export async function checkIdentityProvider({ singleSignOn, publicUrl }: Settings): Promise<Finding | null> {
  if (!singleSignOn) return null;
  const { issuer } = singleSignOn;
  const problem = await findIssuerProblem(singleSignOn);
  if (problem !== null)
    return trouble(`The identity provider ${issuer} (OIDC_ISSUER) ${problem}: staff cannot sign in.`);
  return ok(`The identity provider ${issuer} answers. It must know the address ${callbackAddress(publicUrl)}.`);
}

/** Checks whether the replica for reports answers; returns null if none is configured. */
export async function checkReplica({ replicaUrl }: Settings): Promise<Finding | null> {
  if (!replicaUrl) return null;
  const pool = openPool(replicaUrl, 1, { connectionTimeoutMillis: 5_000 });
  try {
    await pool.query('SELECT 1');
    return ok('The replica for reports answers.');
  } catch (error) {
    const code = codeOf(error) || 'no answer';
    return warning(`The replica (DATABASE_REPLICA_URL) is unavailable (${code}); reports are read from the primary.`);
  } finally {
    await pool.end();
  }
}
