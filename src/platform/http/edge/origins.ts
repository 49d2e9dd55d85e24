import type { FastifyRequest } from 'fastify';
import { sharedRefusals } from '../../../shared/call.ts';
import { ServerError } from '../../server-error.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * Checks the origin that a browser names for a call (reference 2.12). Throws 403 `foreignOrigin` for a page that is
 * neither the portal's own nor one of ALLOWED_ORIGINS. Programs other than browsers send no `Origin` and are let in.
 */
export function originCheck({
  publicUrl,
  allowedOrigins,
}: Pick<Settings, 'publicUrl' | 'allowedOrigins'>): (request: FastifyRequest) => void {
  const known = new Set([new URL(publicUrl).origin, ...allowedOrigins]);
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined || known.has(origin) || isSameOrigin(request, origin)) return;
    throw new ServerError(403, 'foreignOrigin', sharedRefusals.foreignOrigin);
  };
}

/**
 * Whether a page calls the address that it came from, which may be another than PUBLIC_URL: a second name, an address
 * of the machine, a port of a tunnel. The browser's own header counts first, since a proxy may replace the `Host`. A
 * proxy that ends TLS may not say so, hence an https page passes on plain HTTP, but never the other way round.
 */
function isSameOrigin(request: FastifyRequest, origin: string): boolean {
  if (request.headers['sec-fetch-site'] === 'same-origin') return true;
  const schemes = request.protocol === 'https' ? ['https'] : ['https', 'http'];
  return schemes.some((scheme) => originOf(`${scheme}://${request.host}`) === origin);
}

/** The origin of an address, without the usual port; null if it cannot be read. */
function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}
