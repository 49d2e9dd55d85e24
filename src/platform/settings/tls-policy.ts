/** The services that PLAINTEXT_ALLOWED may list. Traffic to a listed service on another machine needs no TLS. */
export const externalServices = ['database', 'store', 'mail', 'scanner'] as const;
export type ExternalService = (typeof externalServices)[number];

/** Whether a host name or IP address refers to this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host) || host.toLowerCase().endsWith('.localhost');
}

/**
 * Whether mails may only be sent with TLS: the server is on another machine and PLAINTEXT_ALLOWED does not list `mail`.
 */
export function requiresTls(smtpUrl: string, allowed: readonly ExternalService[]): boolean {
  return !isLoopback(new URL(smtpUrl).hostname) && !allowed.includes('mail');
}

/** The addresses of the portal and of the services that it connects to, by the name of the setting. */
interface AddressSettings {
  PUBLIC_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_MIGRATE_URL?: string | undefined;
  DATABASE_REPLICA_URL?: string | undefined;
  DATABASE_JOBS_URL?: string | undefined;
  FILE_STORE_URL?: string | undefined;
  CLAMD?: string | undefined;
}

/**
 * Checks that all traffic to other machines is encrypted or allowed by PLAINTEXT_ALLOWED. Returns null if it is;
 * otherwise the reason why a portal in production must not start, in one line that names the setting.
 */
export function findPlaintextProblem(addresses: AddressSettings, allowed: readonly ExternalService[]): string | null {
  const { PUBLIC_URL: publicUrl, FILE_STORE_URL: storeUrl } = addresses;
  if (publicUrl && new URL(publicUrl).protocol === 'http:' && !isLoopback(new URL(publicUrl).hostname))
    return 'The setting PUBLIC_URL must be an https address in production.';
  const databases = ['DATABASE_URL', 'DATABASE_MIGRATE_URL', 'DATABASE_REPLICA_URL', 'DATABASE_JOBS_URL'] as const;
  for (const name of databases)
    if (!allowed.includes('database') && isPlaintextDatabase(addresses[name]))
      return `The setting ${name} leads to another machine: add sslmode=verify-full, or 'database' to PLAINTEXT_ALLOWED.`;
  if (!allowed.includes('store') && isPlaintextStore(storeUrl))
    return "The setting FILE_STORE_URL leads to another machine by http: use https, or add 'store' to PLAINTEXT_ALLOWED.";
  // Without a scanner, '/' counts as the path of a socket on this machine.
  const scanner = addresses.CLAMD?.replace(/:\d+$/, '') ?? '/';
  if (!allowed.includes('scanner') && !scanner.startsWith('/') && !isLoopback(scanner))
    return "The setting CLAMD leads to another machine, and clamd does not support TLS: add 'scanner' to PLAINTEXT_ALLOWED.";
  return null;
}

function isPlaintextDatabase(text: string | undefined): boolean {
  if (!text) return false;
  const { hostname, searchParams } = new URL(text);
  const host = searchParams.get('host') ?? hostname;
  // A path is a socket on this machine. Modes of TLS other than verify-full do not check the server's identity.
  return !(host === '' || host.startsWith('/') || isLoopback(host) || searchParams.get('sslmode') === 'verify-full');
}

function isPlaintextStore(text: string | undefined): boolean {
  const endpoint = text ? new URL(text).searchParams.get('endpoint') : null;
  return endpoint !== null && endpoint.startsWith('http:') && !isLoopback(new URL(endpoint).hostname);
}
