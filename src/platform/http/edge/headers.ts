import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a successful answer itself sets how long a browser may cache it. */
    setsCacheControl?: true;
  }
}

/** Hash of the empty style element that Emotion inserts; rules that scripts add to it need no permission. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${emptyStyle}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // The support chat's frame, which has a policy of its own.
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // The default policy, which decides what may still become markup or script, is in color-scheme.js, which each page
  // loads first.
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join(';');

/** Browser features that no page of the portal uses, nor any frame in a page. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The headers that helmet would set, written out, because its plugin would build the list again for every request. */
const strict = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissions,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/** The page of the API description comes from a library: it writes its own markup and loads no script of ours. */
const descriptionPolicy = contentSecurityPolicy.replace(/;require-trusted-types-for.*/, '');

/** Sets strict headers on every answer, and keeps answers of calls out of caches. */
export function registerHeaders(fastify: FastifyInstance, publicUrl: string): void {
  const encrypted = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
  const headers = publicUrl.startsWith('https:') ? { ...strict, ...encrypted } : strict;
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (request.url.startsWith('/api/docs')) reply.header('content-security-policy', descriptionPolicy);
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isCacheable = request.routeOptions.config.setsCacheControl && reply.statusCode === 200;
    if (request.url.startsWith('/api/') && !isCacheable) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}
