import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A successful answer sets by itself how long a browser may keep it. */
    mayBeKept?: true;
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
  // The default policy, which says what may still become markup or script, is in color-scheme.js, loaded first by each
  // page.
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join(';');

/** Features of browsers that no page of the portal uses, nor a frame in one. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The headers of helmet, written out: its plugin would build the list anew for every request. */
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

/** The page of the API description is a library's: it writes its own markup and loads no script of ours. */
const ofDescription = contentSecurityPolicy.replace(/;require-trusted-types-for.*/, '');

/** Sets strict headers on every answer, and keeps answers of the service out of caches. */
export function registerHeaders(fastify: FastifyInstance, publicUrl: string): void {
  const encrypted = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
  const headers = publicUrl.startsWith('https:') ? { ...strict, ...encrypted } : strict;
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (request.url.startsWith('/api/docs')) reply.header('content-security-policy', ofDescription);
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isKept = request.routeOptions.config.mayBeKept && reply.statusCode === 200;
    if (request.url.startsWith('/api/') && !isKept) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}
