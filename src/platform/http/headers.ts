import type { FastifyInstance } from 'fastify';

/** Hash of the empty style element that Emotion inserts; rules go in by script and need no leave. */
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
  // What may become markup or script in spite of that says the policy in color-scheme.js, which each page loads first.
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join(';');

/** What no page of the portal asks a browser for, nor a frame in one. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Those of helmet, written out: its plugin puts the list together anew for every request. */
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

/** The description's page is a library's, which writes its own markup and loads no script of ours. */
const ofDescription = contentSecurityPolicy.replace(/;require-trusted-types-for.*/, '');

/** Strict headers on every answer; answers of the service are never kept by a cache. */
export function registerHeaders(fastify: FastifyInstance, publicUrl: string): void {
  const encrypted = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
  const headers = publicUrl.startsWith('https:') ? { ...strict, ...encrypted } : strict;
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (request.url.startsWith('/api/docs')) reply.header('content-security-policy', ofDescription);
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}
