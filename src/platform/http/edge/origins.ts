import type { FastifyRequest } from 'fastify';
import { sharedRefusals } from '../../../shared/call.ts';
import { ServerError } from '../../server-error.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * Creates a function that checks the `Origin` of a call (reference 2.12). It throws 403 `foreignOrigin` if the calling
 * page has neither the portal's own origin nor one of ALLOWED_ORIGINS. Calls without an `Origin` are allowed, because
 * programs other than browsers send none.
 */
export function createOriginCheck({
  publicUrl,
  allowedOrigins,
}: Pick<Settings, 'publicUrl' | 'allowedOrigins'>): (request: FastifyRequest) => void {
  const acceptedOrigins = new Set([new URL(publicUrl).origin, ...allowedOrigins]);
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined || acceptedOrigins.has(origin) || isSameOrigin(request, origin)) return;
    throw new ServerError(403, 'foreignOrigin', sharedRefusals.foreignOrigin);
  };
}

/**
 * Whether a page calls its own origin, which may differ from PUBLIC_URL: a second host name, an IP address or the port
 * of a tunnel. `Sec-Fetch-Site` is checked first, because a proxy may replace the `Host`. Not every proxy reports that
 * it terminates TLS, so a request over HTTP is allowed to have an https origin. A request over HTTPS must not have an
 * http origin.
 */
function isSameOrigin(request: FastifyRequest, origin: string): boolean {
  if (request.headers['sec-fetch-site'] === 'same-origin') return true;
  const schemes = request.protocol === 'https' ? ['https'] : ['https', 'http'];
  return schemes.some((scheme) => originOf(`${scheme}://${request.host}`) === origin);
}

/** The origin of a URL, without the scheme's default port; null if the URL cannot be parsed. */
function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
