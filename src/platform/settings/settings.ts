import { resolve } from 'node:path';
import { environment, forms } from './environment.ts';
import { readProviderConfig, type ProviderConfig } from './provider-config.ts';
import { SecretFileFault, withSecretFiles } from './secret-files.ts';
import { SettingsError } from './settings-error.ts';
import { plaintextProblem, type Partner } from './tls-policy.ts';

/** All settings, checked (reference 10.10). Paths are absolute. */
export interface Settings {
  port: number;
  host: string;
  /** The port of the metrics for Prometheus; if undefined, nothing is counted. */
  metricsPort: number | undefined;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  migrateUrl: string | undefined;
  replicaUrl: string | undefined;
  /**
   * The database server itself, with the app's role, for the case that `databaseUrl` leads to a pooler: jobs use
   * LISTEN, which poolers lack.
   */
  jobsUrl: string | undefined;
  /** The highest number of connections of one process. */
  databaseConnections: number;
  fileStoreUrl: string | undefined;
  smtpUrl: string | undefined;
  /** The virus scanner's `host:port` or socket. */
  clamd: string | undefined;
  mailFrom: string;
  coachingEmail: string;
  trustProxy: string[];
  /** How long a closing portal continues to answer on open connections. */
  drainSeconds: number;
  /** How long mails about changes by staff wait, so that a change can be corrected (reference 11.7). */
  staffMailWaitSeconds: number;
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
  rateLimitFactor: number;
  demo: boolean;
  allowedOrigins: string[];
  /** The password that admins set for a participant; if undefined, a random one each time. */
  defaultPassword: string | undefined;
  /** The key for the secrets of second factors, 64 hex characters; if undefined, there is no second factor. */
  secondFactorKey: string | undefined;
  /** Whether a registration reveals that its e-mail belongs to an account, as clients expect (reference 3.2). */
  revealExistingEmail: boolean;
  /** The provider's own texts and limits, from PORTAL_FILE. */
  providerConfig: ProviderConfig;
  /** Partners on other machines that may be contacted without TLS. */
  plaintextAllowed: Partner[];
  /** The folder of backups, nightly and by command; if undefined, there are no nightly ones. */
  backupDir: string | undefined;
  /** The public keys for which backups are encrypted (age1…); without any, they are not encrypted. */
  backupRecipients: string[];
}

/**
 * Reads and checks the settings of an environment, each given as `NAME` or in the file that `NAME_FILE` names. Throws
 * SettingsError for the first wrong one.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const filled = Object.fromEntries(
    Object.entries(withFiles(env)).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0] as keyof typeof forms;
    throw new SettingsError(`The setting ${name} must be ${forms[name]}.`);
  }
  const e = parsed.data;
  for (const name of ['DATABASE_MIGRATE_URL', 'DATABASE_REPLICA_URL', 'DATABASE_JOBS_URL'] as const)
    if (e[name] && !e.DATABASE_URL) throw new SettingsError(`The setting ${name} needs DATABASE_URL as well.`);
  if (e.METRICS_PORT === e.PORT) throw new SettingsError('The setting METRICS_PORT must be another port than PORT.');
  const plaintextAllowed = e.PLAINTEXT_ALLOWED as Partner[];
  const problem = e.NODE_ENV === 'production' ? plaintextProblem(e, plaintextAllowed) : null;
  if (problem) throw new SettingsError(problem);
  const providerConfig = readProviderConfig(e.PORTAL_FILE);
  if (providerConfig.secondFactor === 'required' && e.DATABASE_URL && !e.SECOND_FACTOR_KEY)
    throw new SettingsError('PORTAL_FILE requires a second factor, which needs the setting SECOND_FACTOR_KEY.');
  const demo = e.DEMO ?? (e.DATABASE_URL === undefined && e.NODE_ENV !== 'production');
  return {
    port: e.PORT,
    host: e.HOST,
    metricsPort: e.METRICS_PORT,
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    migrateUrl: e.DATABASE_MIGRATE_URL ?? e.DATABASE_URL,
    replicaUrl: e.DATABASE_REPLICA_URL,
    jobsUrl: e.DATABASE_JOBS_URL,
    databaseConnections: e.DATABASE_CONNECTIONS,
    fileStoreUrl: e.FILE_STORE_URL,
    smtpUrl: e.SMTP_URL,
    clamd: e.CLAMD,
    mailFrom: e.MAIL_FROM,
    coachingEmail: e.COACHING_EMAIL,
    trustProxy: e.TRUST_PROXY,
    drainSeconds: e.DRAIN_SECONDS,
    // People who try the demo want to see the mails soon.
    staffMailWaitSeconds: e.STAFF_MAIL_WAIT_SECONDS ?? (demo ? 5 : 60),
    logLevel: e.LOG_LEVEL,
    rateLimitFactor: e.RATE_LIMIT_FACTOR,
    demo,
    allowedOrigins: e.ALLOWED_ORIGINS,
    defaultPassword: e.DEFAULT_PASSWORD,
    secondFactorKey: e.SECOND_FACTOR_KEY,
    revealExistingEmail: e.REVEAL_EXISTING_EMAIL ?? true,
    providerConfig,
    plaintextAllowed,
    backupDir: e.BACKUP_DIR === undefined ? undefined : resolve(e.BACKUP_DIR),
    backupRecipients: e.BACKUP_RECIPIENT,
  };
}

/** All settings except PORTAL_FILE, which itself names a file. */
const settingsFromFiles = Object.keys(environment.shape).filter((name) => name !== 'PORTAL_FILE');

function withFiles(env: Record<string, string | undefined>) {
  try {
    return withSecretFiles(env, settingsFromFiles);
  } catch (error) {
    throw error instanceof SecretFileFault ? new SettingsError(error.message) : error;
  }
}

/**
 * Removes the URL with the database owner's login from the environment of a process that no longer needs it, also if it
 * was given in a file.
 */
export function removeOwnerUrl(env: Record<string, string | undefined>): void {
  delete env['DATABASE_MIGRATE_URL'];
  delete env['DATABASE_MIGRATE_URL_FILE'];
}
