import { resolve } from 'node:path';
import { environment, forms } from './environment.ts';
import { readPortal, type Portal } from './portal-file.ts';
import { SecretFileFault, withSecretFiles } from './secret-files.ts';
import { SettingsError } from './settings-error.ts';
import { unencrypted, type Partner } from './transport.ts';

/** Everything the app can be told from outside, checked (contract §10). Paths are absolute, limits as named. */
export interface Settings {
  port: number;
  host: string;
  /** Where Prometheus reads what is counted; undefined counts nothing. */
  metricsPort: number | undefined;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  migrateUrl: string | undefined;
  replicaUrl: string | undefined;
  /** The server itself, with the app's role, where `databaseUrl` leads to a pooler: jobs listen, which poolers cannot pass on. */
  jobsUrl: string | undefined;
  /** The most that one process opens. */
  databaseConnections: number;
  fileStoreUrl: string | undefined;
  smtpUrl: string | undefined;
  /** The virus scanner's `host:port` or socket. */
  clamd: string | undefined;
  mailFrom: string;
  coachingEmail: string;
  trustProxy: string[];
  /** How long open connections are still answered when the portal ends. */
  drainSeconds: number;
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
  rateLimitFactor: number;
  demo: boolean;
  allowedOrigins: string[];
  /** What admins set a participant's password to; undefined makes a random one each time. */
  defaultPassword: string | undefined;
  /** Encrypts the secrets of second factors, 64 hex characters; undefined offers none. */
  secondFactorKey: string | undefined;
  /** Whether a registration says that its e-mail belongs to an account, as the contract does. */
  revealExistingEmail: boolean;
  portal: Portal;
  /** Whom the portal may speak to without TLS, though they are on another machine. */
  plaintextAllowed: Partner[];
  /** Where backups go, every night and by command; undefined makes none at night. */
  backupDir: string | undefined;
  /** Public halves of the keys that open backups (age1…); none leaves them unencrypted. */
  backupRecipients: string[];
}

/**
 * Reads and checks the settings of an environment, each by itself or, as `NAME_FILE`, from a file. Throws SettingsError
 * that names the first wrong one.
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
    if (e[name] && !e.DATABASE_URL) throw new SettingsError(`The setting ${name} needs DATABASE_URL beside it.`);
  if (e.METRICS_PORT === e.PORT) throw new SettingsError('The setting METRICS_PORT must be another port than PORT.');
  const plaintextAllowed = e.PLAINTEXT_ALLOWED as Partner[];
  const plain = e.NODE_ENV === 'production' ? unencrypted(e, plaintextAllowed) : null;
  if (plain) throw new SettingsError(plain);
  const portal = readPortal(e.PORTAL_FILE);
  if (portal.secondFactor === 'required' && e.DATABASE_URL && !e.SECOND_FACTOR_KEY)
    throw new SettingsError('A second factor that PORTAL_FILE requires needs the setting SECOND_FACTOR_KEY.');
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
    logLevel: e.LOG_LEVEL,
    rateLimitFactor: e.RATE_LIMIT_FACTOR,
    demo: e.DEMO ?? (e.DATABASE_URL === undefined && e.NODE_ENV !== 'production'),
    allowedOrigins: e.ALLOWED_ORIGINS,
    defaultPassword: e.DEFAULT_PASSWORD,
    secondFactorKey: e.SECOND_FACTOR_KEY,
    revealExistingEmail: e.REVEAL_EXISTING_EMAIL ?? true,
    portal,
    plaintextAllowed,
    backupDir: e.BACKUP_DIR === undefined ? undefined : resolve(e.BACKUP_DIR),
    backupRecipients: e.BACKUP_RECIPIENT,
  };
}

/** All but the one that is a file itself. */
const fromFiles = Object.keys(environment.shape).filter((name) => name !== 'PORTAL_FILE');

function withFiles(env: Record<string, string | undefined>) {
  try {
    return withSecretFiles(env, fromFiles);
  } catch (error) {
    throw error instanceof SecretFileFault ? new SettingsError(error.message) : error;
  }
}

/**
 * Takes the owner's address of the database out of the environment of a process that needs it no more; what was handed
 * over by a file is then nowhere in it.
 */
export function forgetOwner(env: Record<string, string | undefined>): void {
  delete env['DATABASE_MIGRATE_URL'];
  delete env['DATABASE_MIGRATE_URL_FILE'];
}
