import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Hash of the empty style element that Emotion inserts; rules go in by script and need no leave. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** What no page of the portal asks a browser for, nor a frame in one. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Strict headers on every answer; answers of the service are never kept by a cache. */
export async function registerHeaders(fastify: FastifyInstance, publicUrl: string): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", emptyStyle],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        // The support chat's frame, which has a policy of its own.
        frameSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        // No Trusted Types: the library's date field writes what it shows as HTML, with no policy of its own.
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  fastify.addHook('onSend', async (request, reply) => {
    void reply.header('permissions-policy', permissions);
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
  });
}
