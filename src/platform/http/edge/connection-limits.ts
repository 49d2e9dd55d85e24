import { readFileSync } from 'node:fs';
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';
import { sharedRefusals } from '../../../shared/call.ts';

/** Time limits of connections, in milliseconds, and the maximum number of open connections. */
export interface ConnectionLimits {
  /** The time for receiving the head of a request, counted from the opening of a new connection. */
  head: number;
  /** The time for receiving the body of a request, unless it is an upload of a signed-in caller. */
  body: number;
  /** The time for receiving a whole request that uploads files of a signed-in caller. */
  request: number;
  /** The time without any transferred byte while a request is received or a response is sent. */
  stall: number;
  /** The time between two requests of a connection. */
  keepAlive: number;
  /** The interval at which `head`, `body` and `request` are checked. */
  checkInterval: number;
  /** The maximum number of open connections of one process. */
  maxConnections: number;
}

/** The number of open files that are reserved for purposes other than callers' connections. */
const reservedFiles = 1_000;

/**
 * The default limits. An upload of 100 MB, the default maximum, takes half an hour at 0.45 Mbit/s, which even a slow
 * DSL connection reaches. Other bodies have 64 KiB at most. `keepAlive` is longer than the 60 s for which proxies
 * usually keep idle connections, so that the server does not close a connection just as a proxy sends a request on it.
 * `maxConnections` depends on how many files the operating system lets the process open.
 */
export const connectionLimits: ConnectionLimits = {
  head: 20_000,
  body: 30_000,
  request: 1_800_000,
  stall: 60_000,
  keepAlive: 72_000,
  checkInterval: 5_000,
  maxConnections: Math.min(12_000, Math.max(100, maxOpenFiles() - reservedFiles)),
};

/** The number of files that this process may have open; infinite if the operating system reports no limit. */
function maxOpenFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * Returns the limits as options of Fastify. `requestTimeout` is not set inside `http`, because Fastify would reset it
 * there. Node enforces it only if `headersTimeout` is shorter and `connectionsCheckingInterval` is set.
 */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    forceCloseConnections: 'idle',
    // A server that is closing still responds to one more request on each connection.
    return503OnClosing: false,
    connectionTimeout: limits.stall,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    http: { headersTimeout: limits.head, connectionsCheckingInterval: limits.checkInterval },
    clientErrorHandler: (error, socket) => respondToClientError(error.code, socket),
  } satisfies FastifyHttpOptions<Server>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Marks the request as an upload of a signed-in caller. It gets the longer time limit, and its connection is not
     * closed to make room for others.
     */
    allowUpload(): void;
  }
  interface FastifyInstance {
    /** Closes all connections that have no request in progress. */
    closeUnusedConnections(): void;
  }
}

/**
 * The state of a connection that may be closed to make room: it is idle, its caller is receiving a response, or its
 * caller is sending a request. `headCompletedAt` is when the head of the request was complete (performance.now()).
 * `hasResponse` is whether the response has already been sent.
 */
type ConnectionState =
  'idle' | 'receiving' | { request: IncomingMessage; headCompletedAt: number; hasResponse: boolean };

/**
 * Enforces the limits. A stalled connection is closed, unless a handler is still working on its request. If too many
 * connections are open, the connection that has been idle or slow for longest is closed, so that an attacker who opens
 * many connections cannot lock others out. Calls in progress and uploads of signed-in callers keep their connections.
 * The number of connections per IP address is not limited, because behind a proxy all connections have the same
 * address.
 */
export function registerConnectionLimits(fastify: FastifyInstance, limits: ConnectionLimits): void {
  const { server } = fastify;
  const openSockets = new Set<Socket>();
  /**
   * The connections that may be closed to make room, in the order of their last response, or of their opening if they
   * have had none. The first one is closed first.
   */
  const closableSockets = new Map<Socket, ConnectionState>();

  server.on('connection', (socket: Socket) => {
    openSockets.add(socket);
    closableSockets.set(socket, 'idle');
    socket.once('close', () => {
      openSockets.delete(socket);
      closableSockets.delete(socket);
    });
    if (openSockets.size <= limits.maxConnections) return;
    const [oldest = socket] = closableSockets.keys();
    oldest.destroy();
  });

  fastify.decorate('closeUnusedConnections', () => {
    for (const [socket, state] of closableSockets) if (state === 'idle') socket.destroy();
  });
  const keepOpen = ({ socket }: IncomingMessage) => closableSockets.delete(socket);
  const setState = ({ socket }: IncomingMessage, state: ConnectionState) => {
    if (closableSockets.has(socket)) closableSockets.set(socket, state);
  };
  fastify.decorateRequest('allowUpload', function allowUpload(this: FastifyRequest) {
    keepOpen(this.raw);
  });

  fastify.addHook('onRequest', (request, { raw: response }, done) => {
    const { socket } = request.raw;
    setState(request.raw, { request: request.raw, headCompletedAt: performance.now(), hasResponse: false });
    response.on('timeout', () => {
      const isHandlerWorking = request.raw.complete && socket.writableLength === 0;
      if (!isHandlerWorking) socket.destroy();
    });
    done();
  });
  // At this point, all bodies except uploads are complete. A connection with a GET request may still be closed, because
  // everyone may request pages and pictures.
  fastify.addHook('preHandler', (request, _reply, done) => {
    if (request.method === 'POST' && !request.isMultipart()) keepOpen(request.raw);
    else if (request.method !== 'POST') setState(request.raw, 'receiving');
    done();
  });
  fastify.addHook('onResponse', (request, _reply, done) => {
    const { socket, complete } = request.raw;
    const state = closableSockets.get(socket);
    closableSockets.delete(socket);
    // After an early response the caller may still be sending its body, which keeps its time limit.
    const isStillSending = !complete && typeof state === 'object';
    if (openSockets.has(socket)) closableSockets.set(socket, isStillSending ? { ...state, hasResponse: true } : 'idle');
    done();
  });

  const checkTimer = setInterval(() => {
    const earliestAllowed = performance.now() - limits.body;
    for (const [socket, state] of closableSockets) {
      if (typeof state !== 'object' || state.headCompletedAt > earliestAllowed || state.request.complete) continue;
      if (state.hasResponse) socket.destroy();
      else respondToClientError('ERR_HTTP_REQUEST_TIMEOUT', socket);
    }
  }, limits.checkInterval);
  fastify.addHook('onClose', (_instance, done) => {
    clearInterval(checkTimer);
    done();
  });
}

const statusByErrorCode: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Responds to a malformed or incomplete request, for which Fastify runs no hooks, and closes the connection. */
function respondToClientError(code: string, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusByErrorCode[code] ?? 400;
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
