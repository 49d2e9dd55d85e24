import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { newPasswordProblem } from '../accounts/rules.ts';
import { SecretFileFault, withSecretFiles } from './secret-files.ts';
import { partners, unencrypted, type Partner } from './transport.ts';

const webAddress = z.url({ protocol: /^https?$/ });

const after = (usual: number) => z._default(z.nullable(z.int().check(z.minimum(1))), usual);
/** After so many months or days; null keeps for good. */
const retention = z.strictObject({
  participantMonths: after(24),
  unconfirmedDays: after(30),
  documentMonths: after(12),
  coachDocumentMonths: after(12),
  cancelReasonMonths: after(6),
  ratingTextMonths: after(24),
  mailMonths: after(6),
  /** The database itself keeps the last twelve. */
  auditMonths: z._default(z.nullable(z.int().check(z.minimum(12))), 36),
  /** An erased person is in no backup any more after 35 days at most. */
  backupDays: z._default(z.int().check(z.minimum(1), z.maximum(35)), 30),
});

/** The provider's own words and limits, one JSON file (`PORTAL_FILE`); what it leaves out keeps these defaults. */
const portalFile = z.strictObject({
  provider: z._default(z.string(), 'Bildungswerk Beispiel'),
  forbiddenInEmail: z._default(z.string(), 'wbsedu'),
  chatScript: z._default(z.nullable(webAddress), null),
  links: z._default(z.record(z.string(), webAddress), {
    company: 'https://provider.example/',
    blog: 'https://provider.example/blog',
    feedback: 'https://provider.example/feedback',
    guide: 'https://provider.example/arbeitslos-ratgeber',
    qualificationLaw: 'https://provider.example/qualifizierungschancengesetz',
    voucher: 'https://provider.example/bildungsgutschein',
    reviewWebsite: 'https://provider.example/bewerten',
    reviewPlatform: 'https://bewertungen.example/bildungswerk-beispiel',
    imprint: 'https://provider.example/impressum',
    terms: 'https://provider.example/agb',
    privacy: 'https://provider.example/datenschutz',
  }),
  session: z._default(
    z.strictObject({
      idleMinutes: z._default(z.int().check(z.minimum(1)), 480),
      absoluteHours: z._default(z.int().check(z.minimum(1)), 168),
    }),
    { idleMinutes: 480, absoluteHours: 168 },
  ),
  /** Whether coaches and admins may, or have to, sign in with a second factor. */
  secondFactor: z._default(z.enum(['offered', 'required']), 'offered'),
  uploads: z._default(
    z.strictObject({
      megabytesPerRequest: z._default(z.int().check(z.minimum(10)), 100),
      filesPerParticipant: z._default(z.int().check(z.minimum(1)), 50),
      megabytesPerParticipant: z._default(z.int().check(z.minimum(10)), 100),
      keepFreeMegabytes: z._default(z.int().check(z.minimum(0)), 500),
    }),
    { megabytesPerRequest: 100, filesPerParticipant: 50, megabytesPerParticipant: 100, keepFreeMegabytes: 500 },
  ),
  /** After how long what goes. */
  retention: z.prefault(retention, {}),
  alarms: z._default(z.strictObject({ peopleReadPerDay: z._default(z.int().check(z.minimum(1)), 100) }), {
    peopleReadPerDay: 100,
  }),
});
export type Portal = z.output<typeof portalFile>;

const number = (fallback: number) =>
  z.pipe(
    z.pipe(
      z._default(z.string(), String(fallback)),
      z.transform((value) => Number(value)),
    ),
    z.number().check(z.nonnegative()),
  );
const url = (protocol: RegExp) =>
  z.string().check(
    z.regex(protocol),
    z.refine((value) => URL.canParse(value)),
  );
const list = z.pipe(
  z._default(z.string(), ''),
  z.transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
);
/** An address, a network or one of the names that the proxy's address is matched with. A count of hops is none. */
const isProxy = (entry: string) => {
  const [address = '', bits, ...more] = entry.split('/');
  const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  if (most === -1) return ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
  return more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
};
const on = z.pipe(
  z.optional(z.enum(['0', '1'])),
  z.transform((value) => (value === undefined ? undefined : value === '1')),
);

const environment = z.object({
  NODE_ENV: z.optional(z.string()),
  PORT: number(3000).check(z.int(), z.maximum(65_535)),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(webAddress.check(z.refine((value) => URL.canParse(value) && new URL(value).pathname === '/'))),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(url(/^postgres(ql)?:\/\//)),
  DATABASE_MIGRATE_URL: z.optional(url(/^postgres(ql)?:\/\//)),
  DATABASE_REPLICA_URL: z.optional(url(/^postgres(ql)?:\/\//)),
  DATABASE_JOBS_URL: z.optional(url(/^postgres(ql)?:\/\//)),
  // Jobs alone hold up to six.
  DATABASE_CONNECTIONS: number(20).check(z.int(), z.minimum(8)),
  FILE_STORE_URL: z.optional(url(/^s3:\/\//)),
  SMTP_URL: z.optional(url(/^smtps?:\/\//)),
  CLAMD: z.optional(z.string().check(z.regex(/^(\/.+|[^\s:/[\]]+:\d{1,5}|\[[\da-f:]+\]:\d{1,5})$/i))),
  MAIL_FROM: z._default(
    z.string().check(z.regex(/^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)),
    'Bewerbungscoaching <coaching@provider.example>',
  ),
  COACHING_EMAIL: z._default(z.email(), 'coaching@provider.example'),
  TRUST_PROXY: list.check(z.refine((entries) => entries.every(isProxy))),
  DRAIN_SECONDS: number(0).check(z.maximum(60)),
  LOG_LEVEL: z._default(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']), 'info'),
  RATE_LIMIT_FACTOR: number(1),
  DEMO: on,
  ALLOWED_ORIGINS: list.check(
    z.refine((entries) => entries.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry)),
  ),
  DEFAULT_PASSWORD: z.optional(z.string().check(z.refine((value) => newPasswordProblem(value) === null))),
  SECOND_FACTOR_KEY: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
  REVEAL_EXISTING_EMAIL: on,
  PORTAL_FILE: z.optional(z.string()),
  PLAINTEXT_ALLOWED: list.check(z.refine((entries) => entries.every((entry) => partners.some((one) => one === entry)))),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_RECIPIENT: list.check(z.refine((entries) => entries.every((entry) => /^age1[0-9a-z]+$/.test(entry)))),
});

/** Everything the app can be told from outside, checked (contract §10). Paths are absolute, limits as named. */
export interface Settings {
  port: number;
  host: string;
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

/** A setting that stops the start: one line, fit to print as it is. */
export class SettingsError extends Error {}

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
    const name = String(parsed.error.issues[0]?.path[0]);
    throw new SettingsError(`The setting ${name} has a value that cannot be used.`);
  }
  const e = parsed.data;
  for (const name of ['DATABASE_MIGRATE_URL', 'DATABASE_REPLICA_URL', 'DATABASE_JOBS_URL'] as const)
    if (e[name] && !e.DATABASE_URL) throw new SettingsError(`The setting ${name} needs DATABASE_URL beside it.`);
  const plaintextAllowed = e.PLAINTEXT_ALLOWED as Partner[];
  const plain = e.NODE_ENV === 'production' ? unencrypted(e, plaintextAllowed) : null;
  if (plain) throw new SettingsError(plain);
  const portal = readPortal(e.PORTAL_FILE);
  if (portal.secondFactor === 'required' && e.DATABASE_URL && !e.SECOND_FACTOR_KEY)
    throw new SettingsError('A second factor that PORTAL_FILE requires needs the setting SECOND_FACTOR_KEY.');
  return {
    port: e.PORT,
    host: e.HOST,
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

function readPortal(file: string | undefined): Portal {
  let content: unknown = {};
  if (file) {
    try {
      content = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      throw new SettingsError('The file named by PORTAL_FILE cannot be read as JSON.');
    }
  }
  const parsed = portalFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
  if (path.length === 0) throw new SettingsError('The file named by PORTAL_FILE does not hold a JSON object.');
  throw new SettingsError(
    `The file named by PORTAL_FILE has ${issue?.code === 'unrecognized_keys' ? 'an unknown name' : 'a wrong value'} at '${path.join('.')}'.`,
  );
}
