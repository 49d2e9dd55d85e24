import type { FastifyRequest } from 'fastify';
import { sharedRefusals } from '../../../shared/call.ts';
import { ServerError } from '../../server-error.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * Returns a check of the origin that a browser sends with a call (reference 2.12). It throws 403 `foreignOrigin` for a
 * page that is neither the portal's own nor of one of ALLOWED_ORIGINS. Programs other than browsers send no `Origin`
 * and are let in.
 */
export function originCheck({
  publicUrl,
  allowedOrigins,
}: Pick<Settings, 'publicUrl' | 'allowedOrigins'>): (request: FastifyRequest) => void {
  const allowed = new Set([new URL(publicUrl).origin, ...allowedOrigins]);
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined || allowed.has(origin) || isSameOrigin(request, origin)) return;
    throw new ServerError(403, 'foreignOrigin', sharedRefusals.foreignOrigin);
  };
}

/**
 * Whether a page calls the address that it came from, which may differ from PUBLIC_URL: a second name, an address of
 * the machine, a port of a tunnel. The browser's own header comes first, since a proxy may replace the `Host`. A proxy
 * that terminates TLS may not report it, so an https page may call over plain HTTP, but never the other way round.
 */
function isSameOrigin(request: FastifyRequest, origin: string): boolean {
  if (request.headers['sec-fetch-site'] === 'same-origin') return true;
  const schemes = request.protocol === 'https' ? ['https'] : ['https', 'http'];
  return schemes.some((scheme) => originOf(`${scheme}://${request.host}`) === origin);
}

/** The origin of an address, without the scheme's default port; null if the address cannot be parsed. */
function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}
