import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route sets `cache-control` itself in a successful response. */
    setsCacheControl?: true;
  }
}

/**
 * The hash of the empty style element that Emotion inserts. The policy does not restrict the rules that scripts add to
 * the element later.
 */
const emptyStyleHash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${emptyStyleHash}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // For the frame of the support chat, which has its own policy.
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // Only the Trusted Types policy named `default` may turn text into markup or script. Each page loads it first, from
  // color-scheme.js.
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join(';');

/** Turns off browser features that no page or frame of the portal uses. */
const permissionsPolicy = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The headers that the plugin helmet sets. They are listed here, because helmet would build them for each request. */
const strictHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/** The policy of the API documentation. A library creates that page, and it cannot use Trusted Types. */
const apiDocsPolicy = contentSecurityPolicy.replace(/;require-trusted-types-for.*/, '');

/**
 * Allows the page in a response to contain a style element with these rules, and elements with these style attributes.
 */
export function allowStyles(reply: FastifyReply, rules: string, attributes: readonly string[]): void {
  const hashes = [rules, ...attributes].map((text) => `'sha256-${hash('sha256', text, 'base64')}'`);
  const sources = [emptyStyleHash, "'unsafe-hashes'", ...hashes].join(' ');
  void reply.header('content-security-policy', contentSecurityPolicy.replace(emptyStyleHash, sources));
}

/** Sets strict headers on every response, and prevents browsers from caching responses of calls. */
export function registerHeaders(fastify: FastifyInstance, publicUrl: string): void {
  const httpsHeaders = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
  const headers = publicUrl.startsWith('https:') ? { ...strictHeaders, ...httpsHeaders } : strictHeaders;
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (request.url.startsWith('/api/docs')) reply.header('content-security-policy', apiDocsPolicy);
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isCacheable = request.routeOptions.config.setsCacheControl && reply.statusCode === 200;
    if (request.url.startsWith('/api/') && !isCacheable) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}
