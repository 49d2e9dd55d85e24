import { resolve } from 'node:path';
import { environment, expectedForms } from './environment.ts';
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
    const name = parsed.error.issues[0]?.path[0] as keyof typeof expectedForms;
    throw new SettingsError(`The setting ${name} must be ${expectedForms[name]}.`);
  }
  const values = parsed.data;
  for (const name of ['DATABASE_MIGRATE_URL', 'DATABASE_REPLICA_URL', 'DATABASE_JOBS_URL'] as const)
    if (values[name] && !values.DATABASE_URL)
      throw new SettingsError(`The setting ${name} needs DATABASE_URL as well.`);
  if (values.METRICS_PORT === values.PORT)
    throw new SettingsError('The setting METRICS_PORT must be another port than PORT.');
  const plaintextAllowed = values.PLAINTEXT_ALLOWED as Partner[];
  const problem = values.NODE_ENV === 'production' ? plaintextProblem(values, plaintextAllowed) : null;
  if (problem) throw new SettingsError(problem);
  const providerConfig = readProviderConfig(values.PORTAL_FILE);
  if (providerConfig.secondFactor === 'required' && values.DATABASE_URL && !values.SECOND_FACTOR_KEY)
    throw new SettingsError('PORTAL_FILE requires a second factor, which needs the setting SECOND_FACTOR_KEY.');
  const demo = values.DEMO ?? (values.DATABASE_URL === undefined && values.NODE_ENV !== 'production');
  return {
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    migrateUrl: values.DATABASE_MIGRATE_URL ?? values.DATABASE_URL,
    replicaUrl: values.DATABASE_REPLICA_URL,
    jobsUrl: values.DATABASE_JOBS_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    fileStoreUrl: values.FILE_STORE_URL,
    smtpUrl: values.SMTP_URL,
    clamd: values.CLAMD,
    mailFrom: values.MAIL_FROM,
    coachingEmail: values.COACHING_EMAIL,
    trustProxy: values.TRUST_PROXY,
    drainSeconds: values.DRAIN_SECONDS,
    // People who try the demo want to see the mails soon.
    staffMailWaitSeconds: values.STAFF_MAIL_WAIT_SECONDS ?? (demo ? 5 : 60),
    logLevel: values.LOG_LEVEL,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    demo,
    allowedOrigins: values.ALLOWED_ORIGINS,
    defaultPassword: values.DEFAULT_PASSWORD,
    secondFactorKey: values.SECOND_FACTOR_KEY,
    revealExistingEmail: values.REVEAL_EXISTING_EMAIL ?? true,
    providerConfig,
    plaintextAllowed,
    backupDir: values.BACKUP_DIR === undefined ? undefined : resolve(values.BACKUP_DIR),
    backupRecipients: values.BACKUP_RECIPIENT,
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
