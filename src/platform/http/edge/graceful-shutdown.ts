import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Closes all connections immediately, which aborts the requests in progress. */
    abortAllRequests(): void;
  }
}

/** How long the requests in progress may take after the server has stopped accepting new ones; milliseconds. */
const abortAfterMs = 20_000;
/** The interval at which connections that have become idle are closed; milliseconds. */
const closeIntervalMs = 50;

/**
 * Makes the server shut down without failing the requests of a proxy that keeps its connections open:
 *
 * 1. The server accepts no new connections. For up to `drainSeconds`, it responds to requests on open connections, with
 *    `connection: close`. A proxy that drops its idle connections within this time never sends a request on a
 *    connection that the server is closing.
 * 2. It closes idle connections, and each other connection after its current request.
 * 3. After 20 more seconds it aborts the remaining requests.
 */
export function registerGracefulShutdown(fastify: FastifyInstance, drainSeconds: number): void {
  const abortController = new AbortController();
  fastify.decorate('abortAllRequests', () => {
    abortController.abort();
    fastify.server.closeAllConnections();
  });
  // This hook runs after Fastify has begun to respond with `connection: close`, and before it closes idle connections.
  fastify.addHook('preClose', async () => {
    const { server } = fastify;
    if (!server.listening) return;
    const allClosed = new Promise<void>((done) => server.once('close', done));
    if (drainSeconds > 0) {
      // The `close` of an HTTP server would also close idle connections. The `close` of a TCP server does not.
      Server.prototype.close.call(server);
      await Promise.race([
        allClosed,
        sleep(drainSeconds * 1000, undefined, { signal: abortController.signal, ref: false }).catch(() => {}),
      ]);
    }
    // Node does not close a connection when its last request has ended.
    const closeTimer = setInterval(() => fastify.closeUnusedConnections(), closeIntervalMs);
    const abortTimer = setTimeout(() => fastify.abortAllRequests(), abortAfterMs);
    void allClosed.then(() => {
      clearInterval(closeTimer);
      clearTimeout(abortTimer);
    });
  });
}
