import { resolve } from 'node:path';
import { environmentSchema, expectedFormats } from './environment.ts';
import { readProviderConfig, type ProviderConfig } from './provider-config.ts';
import { SecretFileError, addSecretsFromFiles, checkStoreKeyFile } from './secret-files.ts';
import { SettingsError } from './settings-error.ts';
import { readSingleSignOn, type SingleSignOn } from './single-sign-on.ts';
import { findPlaintextProblem, type ExternalService } from './tls-policy.ts';

/** All settings after their check (reference 10.10). Paths are absolute. */
export interface Settings {
  port: number;
  host: string;
  /** The port of the metrics for Prometheus; if undefined, metrics are turned off. */
  metricsPort: number | undefined;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  migrateUrl: string | undefined;
  replicaUrl: string | undefined;
  /**
   * The URL of the database server for jobs, with the app's role. It is needed if `databaseUrl` leads to a connection
   * pooler, because jobs use LISTEN, which many poolers do not support.
   */
  jobsUrl: string | undefined;
  /** The maximum number of database connections of a process. */
  databaseConnections: number;
  fileStoreUrl: string | undefined;
  smtpUrl: string | undefined;
  /** The address of the virus scanner: `host:port` or the path of a socket. */
  clamd: string | undefined;
  mailFrom: string;
  coachingEmail: string;
  trustProxy: string[];
  /** How long a portal that is shutting down still responds on open connections. */
  drainSeconds: number;
  /** How long mails about changes by staff are delayed, so that staff can correct a change (reference 11.7). */
  staffMailWaitSeconds: number;
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
  rateLimitFactor: number;
  demo: boolean;
  allowedOrigins: string[];
  /** The password that an admin's reset gives a participant; if undefined, it is random each time. */
  defaultPassword: string | undefined;
  /**
   * The key that encrypts the secrets of second factors and of webhooks, 64 hex characters; if undefined, there is no
   * second factor, and the secrets of webhooks are stored as they are.
   */
  secondFactorKey: string | undefined;
  /** The hosts, with or without a port, to which webhooks may send though they are internal, and also without https. */
  webhookHosts: string[];
  /** Whether the response to a registration reveals that its e-mail belongs to an account (reference 3.2). */
  revealExistingEmail: boolean;
  /** The identity provider with which staff sign in; null if there is none. */
  singleSignOn: SingleSignOn | null;
  /** The provider's texts, links and limits from PORTAL_FILE. */
  providerConfig: ProviderConfig;
  /** The services on other machines that may be used without TLS. */
  plaintextAllowed: ExternalService[];
  /** The folder of backups; if undefined, there are no nightly backups. */
  backupDir: string | undefined;
  /** The public keys (age1…) for which backups are encrypted; if the list is empty, they are not encrypted. */
  backupRecipients: string[];
}

/**
 * Reads and checks the settings of an environment. Each setting may be given as `NAME`, or in a file at the path
 * `NAME_FILE`. Throws SettingsError for the first wrong setting.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const nonEmptyValues = Object.fromEntries(
    Object.entries(readSecretFiles(env)).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(nonEmptyValues);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0] as keyof typeof expectedFormats;
    throw new SettingsError(`The setting ${name} must be ${expectedFormats[name]}.`);
  }
  const values = parsed.data;
  for (const name of ['DATABASE_MIGRATE_URL', 'DATABASE_REPLICA_URL', 'DATABASE_JOBS_URL'] as const)
    if (values[name] && !values.DATABASE_URL)
      throw new SettingsError(`The setting ${name} needs DATABASE_URL as well.`);
  if (values.METRICS_PORT === values.PORT)
    throw new SettingsError('The setting METRICS_PORT must not be the same port as PORT.');
  const plaintextAllowed = values.PLAINTEXT_ALLOWED as ExternalService[];
  const problem = values.NODE_ENV === 'production' ? findPlaintextProblem(values, plaintextAllowed) : null;
  if (problem) throw new SettingsError(problem);
  const isForTrying = values.NODE_ENV !== 'production' || values.DEMO || values.EMBEDDED_DATABASE_ALLOWED;
  if (!values.DATABASE_URL && !isForTrying)
    throw new SettingsError(
      'Production needs the setting DATABASE_URL, because the embedded database is for trying the portal out. To use it all the same: EMBEDDED_DATABASE_ALLOWED=1.',
    );
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
    // In a demo the delay is short, so that people see the mails soon.
    staffMailWaitSeconds: values.STAFF_MAIL_WAIT_SECONDS ?? (demo ? 5 : 60),
    logLevel: values.LOG_LEVEL,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    demo,
    allowedOrigins: values.ALLOWED_ORIGINS,
    defaultPassword: values.DEFAULT_PASSWORD,
    secondFactorKey: values.SECOND_FACTOR_KEY,
    webhookHosts: values.WEBHOOK_HOSTS,
    revealExistingEmail: values.REVEAL_EXISTING_EMAIL ?? true,
    singleSignOn: readSingleSignOn(values),
    providerConfig,
    plaintextAllowed,
    backupDir: values.BACKUP_DIR === undefined ? undefined : resolve(values.BACKUP_DIR),
    backupRecipients: values.BACKUP_RECIPIENT,
  };
}

/** The settings that may be given in a file: all except PORTAL_FILE, which is already the path of a file. */
const settingsAllowedInFiles = Object.keys(environmentSchema.shape).filter((name) => name !== 'PORTAL_FILE');

function readSecretFiles(env: Record<string, string | undefined>) {
  try {
    const envWithSecrets = addSecretsFromFiles(env, settingsAllowedInFiles);
    if (envWithSecrets['FILE_STORE_URL']) checkStoreKeyFile(env);
    return envWithSecrets;
  } catch (error) {
    throw error instanceof SecretFileError ? new SettingsError(error.message) : error;
  }
}

/**
 * Removes the URL with the password of the database owner from the environment of a process that no longer needs it,
 * whether the URL was given directly or in a file.
 */
export function removeOwnerUrl(env: Record<string, string | undefined>): void {
  delete env['DATABASE_MIGRATE_URL'];
  delete env['DATABASE_MIGRATE_URL_FILE'];
}
