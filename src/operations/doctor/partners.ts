import { openScanner } from '../files/clamd.ts';
import { mailServerFault } from '../mail/smtp.ts';
import { codeOf, openPool } from '../server/db.ts';
import type { Settings } from '../server/settings.ts';
import { ok, trouble, warning, type Finding } from './finding.ts';

/** Whether the virus scanner answers; null where none is set. */
export async function scanner({ clamd }: Settings): Promise<Finding | null> {
  const state = await openScanner(clamd)?.state();
  if (!state) return null;
  if (state === 'away')
    return trouble(`The virus scanner at ${clamd} (CLAMD) does not answer; without it no document is taken.`);
  return state === 'old'
    ? warning(`The signatures of the virus scanner at ${clamd} are older than two days.`)
    : ok('The virus scanner answers and has new signatures.');
}

/** Whether the mail server answers and takes the name and password; null where mails go into a folder. */
export async function mailServer(settings: Settings): Promise<Finding | null> {
  if (!settings.smtpUrl) return null;
  const { host } = new URL(settings.smtpUrl);
  const fault = await mailServerFault(settings);
  return fault === null
    ? ok(`The mail server ${host} answers.`)
    : trouble(`The mail server ${host} (SMTP_URL) is out of reach or refuses the portal (${fault}); mails wait.`);
}

/** Whether the replica for reports answers; null where none is set. */
export async function replica({ replicaUrl }: Settings): Promise<Finding | null> {
  if (!replicaUrl) return null;
  const pool = openPool(replicaUrl, 1, { connectionTimeoutMillis: 5_000 });
  try {
    await pool.query('SELECT 1');
    return ok('The replica for reports answers.');
  } catch (error) {
    const code = codeOf(error) || 'no answer';
    return warning(`The replica (DATABASE_REPLICA_URL) is out of reach (${code}); the primary answers reports.`);
  } finally {
    await pool.end();
  }
}
