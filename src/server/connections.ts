import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { sharedRefusals } from '../shared/call.ts';

/** How long connections may take, in milliseconds, and how many may be open. */
export interface ConnectionLimits {
  /** Until the head of a request is complete, and for a connection that says nothing at all. */
  head: number;
  /** Until a whole request is in. */
  request: number;
  /** Without one byte on its way while a request is read or an answer taken. */
  stall: number;
  /** Between two requests of one connection. */
  keepAlive: number;
  /** How often the first two are looked at. */
  check: number;
  /** Open connections of one instance; more are closed as they come. */
  most: number;
}

/**
 * Slow is not stalled: 100 MB, the largest upload, takes half an hour on a line that sends 0.45 Mbit/s, less than any
 * DSL contract gives. On a line that drops out for a minute nothing arrives any more. A proxy's connections are kept
 * longer than the 60 s that proxies keep theirs, so that none is closed under a request. Ten thousand idle ones fit.
 */
export const connectionLimits: ConnectionLimits = {
  head: 20_000,
  request: 1_800_000,
  stall: 60_000,
  keepAlive: 72_000,
  check: 5_000,
  most: 12_000,
};

/**
 * The limits as options of the HTTP server. `requestTimeout` stands outside of `http`, where Fastify would replace it
 * by none; it acts only together with the head's limit, which must be the smaller one, and the interval of the checks.
 */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    forceCloseConnections: 'idle',
    connectionTimeout: limits.stall,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    http: { headersTimeout: limits.head, connectionsCheckingInterval: limits.check },
    clientErrorHandler: (error, socket) => answerBroken(error.code, socket),
  } satisfies FastifyHttpOptions<Server>;
}

/** Closes connections that stall; one whose handler is still at work stays, however long that takes. */
export function registerConnections(fastify: FastifyInstance, limits: ConnectionLimits): void {
  fastify.server.maxConnections = limits.most;
  fastify.addHook('onRequest', (request, { raw: answer }, done) => {
    answer.on('timeout', (socket: Socket) => {
      const atWork = request.raw.complete && socket.writableLength === 0;
      if (!atWork) socket.destroy();
    });
    done();
  });
}

const statusOf: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** What is no HTTP, or does not come to its end, has no request that hooks would see: answered by hand, and closed. */
function answerBroken(code: string, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusOf[code] ?? 400;
  const body = JSON.stringify({
    meta: { status: 'error', message: sharedRefusals.invalidRequest, code: 'invalidRequest' },
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  else socket.destroy();
}
