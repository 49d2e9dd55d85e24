import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Closes all connections, whatever is under way on them. */
    breakOff(): void;
  }
}

/** How long requests under way may take once nothing more is answered, milliseconds. */
const patience = 20_000;
/** How often connections are looked for whose request is done, milliseconds. */
const lookEvery = 50;

/**
 * Ends without a failed request behind a proxy that keeps connections: a closing portal takes no new ones at once, answers on
 * those that are open for up to `seconds` more, each answer the last on its own, and then closes those without a request. A
 * proxy that drops its idle connections sooner never sends on one that is being closed. With 0 idle ones are closed at once.
 * Every other connection ends with the request under way on it, and whatever is left after 20 seconds is broken off.
 */
export function registerDrain(fastify: FastifyInstance, seconds: number): void {
  const over = new AbortController();
  fastify.decorate('breakOff', () => {
    over.abort();
    fastify.server.closeAllConnections();
  });
  // Runs when Fastify has begun to answer with `connection: close`, and before it closes idle connections.
  fastify.addHook('preClose', async () => {
    const { server } = fastify;
    if (!server.listening) return;
    const empty = new Promise<void>((done) => server.once('close', done));
    if (seconds > 0) {
      // The listener alone: an HTTP server's own `close` takes the idle connections along.
      Server.prototype.close.call(server);
      await Promise.race([
        empty,
        sleep(seconds * 1000, undefined, { signal: over.signal, ref: false }).catch(() => {}),
      ]);
    }
    // Node would keep a connection whose request ends now as long as any other.
    const unused = setInterval(() => fastify.closeUnused(), lookEvery);
    const late = setTimeout(() => fastify.breakOff(), patience);
    void empty.then(() => {
      clearInterval(unused);
      clearTimeout(late);
    });
  });
}
