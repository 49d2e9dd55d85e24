import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { newPasswordProblem } from '../../shared/password.ts';
import { externalServices, isLoopback } from './tls-policy.ts';

const webAddress = z.url({ protocol: /^https?$/ });
const nonNegativeNumber = (fallback: number) =>
  z.pipe(
    z.pipe(
      z._default(z.string(), String(fallback)),
      z.transform((value) => Number(value)),
    ),
    z.number().check(z.nonnegative()),
  );
const urlWithProtocol = (protocol: RegExp) =>
  z.string().check(
    z.regex(protocol),
    z.refine((value) => URL.canParse(value)),
  );
const commaSeparatedList = z.pipe(
  z._default(z.string(), ''),
  z.transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
);
const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) => Number(value)),
    ),
    z.int().check(z.minimum(min), z.maximum(max)),
  );
/** Whether an item of TRUST_PROXY is an IP address, a network or a known name. A number of hops is not allowed. */
const isTrustedProxy = (entry: string) => {
  const [address = '', prefixLength, ...extraParts] = entry.split('/');
  const maxPrefixLength = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  if (maxPrefixLength === -1) return ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
  return (
    extraParts.length === 0 &&
    (prefixLength === undefined || (/^\d{1,3}$/.test(prefixLength) && Number(prefixLength) <= maxPrefixLength))
  );
};
/** Whether an item of WEBHOOK_HOSTS is a host, or a host and a port; an IPv6 address stands in brackets. */
const isHostWithOptionalPort = (entry: string) =>
  /^(\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(:\d{1,5})?$/i.test(entry) && URL.canParse(`http://${entry}`);
/** Whether an address can be that of an OpenID Connect issuer: https, or http on this machine, and only a path. */
const isIssuer = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const isEncrypted = protocol === 'https:' || isLoopback(hostname);
  return isEncrypted && username === '' && password === '' && !/[?#]/.test(value);
};
const zeroOrOne = z.pipe(
  z.optional(z.enum(['0', '1'])),
  z.transform((value) => (value === undefined ? undefined : value === '1')),
);

/** The schemas of all settings, by the name of the environment variable. */
export const environmentSchema = z.object({
  NODE_ENV: z.optional(z.string()),
  PORT: nonNegativeNumber(3000).check(z.int(), z.maximum(65_535)),
  HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_PORT: z.optional(wholeNumber(1, 65_535)),
  PUBLIC_URL: z.optional(webAddress.check(z.refine((value) => URL.canParse(value) && new URL(value).pathname === '/'))),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(urlWithProtocol(/^postgres(ql)?:\/\//)),
  DATABASE_MIGRATE_URL: z.optional(urlWithProtocol(/^postgres(ql)?:\/\//)),
  DATABASE_REPLICA_URL: z.optional(urlWithProtocol(/^postgres(ql)?:\/\//)),
  DATABASE_JOBS_URL: z.optional(urlWithProtocol(/^postgres(ql)?:\/\//)),
  // The jobs use six of these connections.
  DATABASE_CONNECTIONS: nonNegativeNumber(20).check(z.int(), z.minimum(8)),
  FILE_STORE_URL: z.optional(urlWithProtocol(/^s3:\/\//)),
  SMTP_URL: z.optional(urlWithProtocol(/^smtps?:\/\//)),
  CLAMD: z.optional(z.string().check(z.regex(/^(\/.+|[^\s:/[\]]+:\d{1,5}|\[[\da-f:]+\]:\d{1,5})$/i))),
  MAIL_FROM: z._default(
    z.string().check(z.regex(/^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)),
    'Bewerbungscoaching <coaching@provider.example>',
  ),
  COACHING_EMAIL: z._default(z.email(), 'coaching@provider.example'),
  TRUST_PROXY: commaSeparatedList.check(z.refine((entries) => entries.every(isTrustedProxy))),
  DRAIN_SECONDS: nonNegativeNumber(0).check(z.maximum(60)),
  STAFF_MAIL_WAIT_SECONDS: z.optional(wholeNumber(0, 300)),
  LOG_LEVEL: z._default(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']), 'info'),
  RATE_LIMIT_FACTOR: nonNegativeNumber(1),
  DEMO: zeroOrOne,
  EMBEDDED_DATABASE_ALLOWED: zeroOrOne,
  ALLOWED_ORIGINS: commaSeparatedList.check(
    z.refine((entries) => entries.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry)),
  ),
  DEFAULT_PASSWORD: z.optional(z.string().check(z.refine((value) => newPasswordProblem(value) === null))),
  SECOND_FACTOR_KEY: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
  WEBHOOK_HOSTS: commaSeparatedList.check(z.refine((entries) => entries.every(isHostWithOptionalPort))),
  REVEAL_EXISTING_EMAIL: zeroOrOne,
  OIDC_ISSUER: z.optional(webAddress.check(z.refine(isIssuer))),
  OIDC_CLIENT_ID: z.optional(z.string().check(z.maxLength(500))),
  OIDC_CLIENT_SECRET: z.optional(z.string().check(z.maxLength(2000))),
  OIDC_LABEL: z.optional(z.string().check(z.maxLength(60))),
  OIDC_ONLY: zeroOrOne,
  OIDC_ADMIN: z.optional(z.email()),
  PORTAL_FILE: z.optional(z.string()),
  PLAINTEXT_ALLOWED: commaSeparatedList.check(
    z.refine((entries) => entries.every((entry) => externalServices.some((service) => service === entry))),
  ),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_RECIPIENT: commaSeparatedList.check(
    z.refine((entries) => entries.every((entry) => /^age1[0-9a-z]+$/.test(entry))),
  ),
});

/** The expected format of each setting, for the error message about a wrong value. */
export const expectedFormats: Record<keyof typeof environmentSchema.shape, string> = {
  NODE_ENV: 'a word, such as production',
  PORT: 'a whole number from 0 to 65535',
  HOST: 'an address to listen on, such as 127.0.0.1',
  METRICS_PORT: 'a whole number from 1 to 65535',
  PUBLIC_URL: 'a web address without a path, such as https://portal.provider.example',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'of the form postgres://user:password@host:5432/database',
  DATABASE_MIGRATE_URL: 'of the form postgres://user:password@host:5432/database',
  DATABASE_REPLICA_URL: 'of the form postgres://user:password@host:5432/database',
  DATABASE_JOBS_URL: 'of the form postgres://user:password@host:5432/database',
  DATABASE_CONNECTIONS: 'a whole number, 8 or more',
  FILE_STORE_URL: 'of the form s3://bucket?endpoint=https://host&region=name',
  SMTP_URL: 'of the form smtp://user:password@host:587 or smtps://…',
  CLAMD: 'of the form host:port, or the absolute path of a socket',
  MAIL_FROM: 'of the form Name <name@provider.example>',
  COACHING_EMAIL: 'an e-mail address',
  TRUST_PROXY: 'a list of addresses and networks, such as loopback, 10.0.0.0/8',
  DRAIN_SECONDS: 'a number from 0 to 60',
  STAFF_MAIL_WAIT_SECONDS: 'a whole number from 0 to 300',
  LOG_LEVEL: 'one of silent, fatal, error, warn, info, debug and trace',
  RATE_LIMIT_FACTOR: 'a number, 0 or more',
  DEMO: '0 or 1',
  EMBEDDED_DATABASE_ALLOWED: '0 or 1',
  ALLOWED_ORIGINS: 'a list of origins without a path, such as https://www.provider.example',
  DEFAULT_PASSWORD:
    'a password of 8 to 128 characters with capital letters, small letters, digits and special characters',
  SECOND_FACTOR_KEY: '64 hex characters, such as openssl rand -hex 32 makes',
  WEBHOOK_HOSTS: 'a list of hosts, each with or without a port, such as localhost:8080, crm.intern',
  REVEAL_EXISTING_EMAIL: '0 or 1',
  OIDC_ISSUER:
    'the https address of an identity provider, without query and fragment, such as https://login.provider.example/realm (http on this machine alone)',
  OIDC_CLIENT_ID: 'the id that the identity provider has given the portal, at most 500 characters',
  OIDC_CLIENT_SECRET: 'the secret that the identity provider has given the portal, at most 2000 characters',
  OIDC_LABEL: 'the name of the sign-in on its button, at most 60 characters',
  OIDC_ONLY: '0 or 1',
  OIDC_ADMIN: 'an e-mail address',
  PORTAL_FILE: 'the path of a JSON file',
  PLAINTEXT_ALLOWED: `a list of ${externalServices.join(', ')}`,
  BACKUP_DIR: 'a folder',
  BACKUP_RECIPIENT: 'a list of public keys, age1…',
};
