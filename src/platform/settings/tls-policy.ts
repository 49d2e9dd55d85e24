/** The services on other machines that PLAINTEXT_ALLOWED may list, to allow traffic without TLS. */
export const partners = ['database', 'store', 'mail', 'scanner'] as const;
export type Partner = (typeof partners)[number];

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host) || host.toLowerCase().endsWith('.localhost');
}

/** Whether a mail server has to offer TLS: it is on another machine, and PLAINTEXT_ALLOWED does not list `mail`. */
export function demandsTls(smtpUrl: string, allowed: readonly Partner[]): boolean {
  return !isLoopback(new URL(smtpUrl).hostname) && !allowed.includes('mail');
}

/** The settings that decide where the traffic of a portal goes; undefined if it stays on this machine. */
export interface Addresses {
  PUBLIC_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_MIGRATE_URL?: string | undefined;
  DATABASE_REPLICA_URL?: string | undefined;
  DATABASE_JOBS_URL?: string | undefined;
  FILE_STORE_URL?: string | undefined;
  CLAMD?: string | undefined;
}

/**
 * Why a portal in production must not start with these addresses: one line that names the setting. Null if all traffic
 * that leaves the machine is encrypted, or allowed by PLAINTEXT_ALLOWED.
 */
export function plaintextProblem(addresses: Addresses, allowed: readonly Partner[]): string | null {
  const { PUBLIC_URL: pages, FILE_STORE_URL: store } = addresses;
  if (pages && new URL(pages).protocol === 'http:' && !isLoopback(new URL(pages).hostname))
    return 'The setting PUBLIC_URL must be an https address in production.';
  const databases = ['DATABASE_URL', 'DATABASE_MIGRATE_URL', 'DATABASE_REPLICA_URL', 'DATABASE_JOBS_URL'] as const;
  for (const name of databases)
    if (!allowed.includes('database') && isPlainDatabase(addresses[name]))
      return `The setting ${name} leads to another machine: add sslmode=verify-full, or 'database' to PLAINTEXT_ALLOWED.`;
  if (!allowed.includes('store') && isPlainStore(store))
    return "The setting FILE_STORE_URL leads to another machine by http: use https, or add 'store' to PLAINTEXT_ALLOWED.";
  const scanner = addresses.CLAMD?.replace(/:\d+$/, '') ?? '/';
  if (!allowed.includes('scanner') && !scanner.startsWith('/') && !isLoopback(scanner))
    return "The setting CLAMD leads to another machine, and clamd does not support TLS: add 'scanner' to PLAINTEXT_ALLOWED.";
  return null;
}

function isPlainDatabase(text: string | undefined): boolean {
  if (!text) return false;
  const { hostname, searchParams } = new URL(text);
  const host = searchParams.get('host') ?? hostname;
  // A path is a socket on this machine; the weaker modes do not check the certificate.
  return !(host === '' || host.startsWith('/') || isLoopback(host) || searchParams.get('sslmode') === 'verify-full');
}

function isPlainStore(text: string | undefined): boolean {
  const endpoint = text ? new URL(text).searchParams.get('endpoint') : null;
  return endpoint !== null && endpoint.startsWith('http:') && !isLoopback(new URL(endpoint).hostname);
}
