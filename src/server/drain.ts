import { once } from 'node:events';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Ends without a failed request behind a proxy that keeps connections: a closing portal takes no new ones at once, answers on
 * those that are open for up to `seconds` more, each answer the last on its own, and then closes those without a request. A
 * proxy that drops its idle connections sooner never sends on one that is being closed. With 0 idle ones are closed at once.
 */
export function registerDrain(fastify: FastifyInstance, seconds: number): void {
  // Runs when Fastify has begun to answer with `connection: close`, and before it closes idle connections.
  fastify.addHook('preClose', async () => {
    const { server } = fastify;
    if (seconds === 0 || !server.listening) return;
    const over = new AbortController();
    const empty = once(server, 'close', { signal: over.signal });
    // The listener alone: an HTTP server's own `close` takes the idle connections along.
    Server.prototype.close.call(server);
    const late = sleep(seconds * 1000, undefined, { signal: over.signal });
    await Promise.race([empty, late]);
    for (const waiting of [empty, late]) waiting.catch(() => {});
    over.abort();
  });
}
