import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Closes all connections, and aborts the requests under way. */
    abortAll(): void;
  }
}

/** How long requests under way may still take once no new ones are answered; milliseconds. */
const patience = 20_000;
/** How often connections whose request is finished are closed; milliseconds. */
const closeEvery = 50;

/**
 * Closes the server without failing requests behind a proxy that keeps its connections. A closing server accepts no new
 * connections. It answers on the open ones for up to `seconds` more, with `connection: close`, and then closes those
 * without a request. A proxy that drops its idle connections sooner never sends on one that is being closed. With 0
 * seconds, idle connections are closed immediately. The others are closed after their current request, and those left
 * after 20 seconds are aborted.
 */
export function registerDrain(fastify: FastifyInstance, seconds: number): void {
  const aborted = new AbortController();
  fastify.decorate('abortAll', () => {
    aborted.abort();
    fastify.server.closeAllConnections();
  });
  // Runs after Fastify has begun to answer with `connection: close`, and before it closes idle connections.
  fastify.addHook('preClose', async () => {
    const { server } = fastify;
    if (!server.listening) return;
    const allClosed = new Promise<void>((done) => server.once('close', done));
    if (seconds > 0) {
      // Closes only the listener: the `close` of an HTTP server would also close idle connections.
      Server.prototype.close.call(server);
      await Promise.race([
        allClosed,
        sleep(seconds * 1000, undefined, { signal: aborted.signal, ref: false }).catch(() => {}),
      ]);
    }
    // Node would keep a connection alive although its request has ended.
    const closeTimer = setInterval(() => fastify.closeUnused(), closeEvery);
    const abortTimer = setTimeout(() => fastify.abortAll(), patience);
    void allClosed.then(() => {
      clearInterval(closeTimer);
      clearTimeout(abortTimer);
    });
  });
}
