import { readFileSync } from 'node:fs';
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';
import { sharedRefusals } from '../../../shared/call.ts';

/** How long connections may take, in milliseconds, and how many may be open. */
export interface ConnectionLimits {
  /** Until the head of a request is complete, and for a connection that sends nothing at all. */
  head: number;
  /** Until the body of a request is complete, unless it is an upload of a signed-in caller. */
  body: number;
  /** Until such an upload is complete. */
  request: number;
  /** Without any byte transferred while a request is read or an answer is sent. */
  stall: number;
  /** Between two requests of one connection. */
  keepAlive: number;
  /** How often the first three are checked. */
  checkInterval: number;
  /** Open connections of one instance. */
  maxConnections: number;
}

/** File handles that an instance needs in addition to those for the connections of its callers. */
const ownFiles = 1_000;

/**
 * A slow connection is not a stalled one: 100 MB, the largest upload, takes half an hour at 0.45 Mbit/s, less than any
 * DSL contract gives. A line that is silent for a minute has failed. Every other body is 64 KiB at most. Connections of
 * a proxy are kept longer than the 60 s for which proxies keep them, so that none is closed just as a request arrives.
 * Ten thousand idle connections fit, if the system allows the process so many open files.
 */
export const connectionLimits: ConnectionLimits = {
  head: 20_000,
  body: 30_000,
  request: 1_800_000,
  stall: 60_000,
  keepAlive: 72_000,
  checkInterval: 5_000,
  maxConnections: Math.min(12_000, Math.max(100, maxOpenFiles() - ownFiles)),
};

/** How many files this process may have open; infinite if the system does not report a limit. */
function maxOpenFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * The limits as options of the HTTP server. `requestTimeout` is not inside `http`, because Fastify would reset it
 * there; Node enforces it only with a smaller limit for the head and an interval for its checks.
 */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    forceCloseConnections: 'idle',
    // While the server closes, the next request of a connection is still answered, as its last one.
    return503OnClosing: false,
    connectionTimeout: limits.stall,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    http: { headersTimeout: limits.head, connectionsCheckingInterval: limits.checkInterval },
    clientErrorHandler: (error, socket) => answerClientError(error.code, socket),
  } satisfies FastifyHttpOptions<Server>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Marks the upload of a signed-in caller: it gets more time, and its connection is not closed to make room. */
    allowUpload(): void;
  }
  interface FastifyInstance {
    /** Closes the connections without a request under way. */
    closeUnused(): void;
  }
}

/** The state of a connection that may be closed to make room: unused, receiving an answer, or sending a request. */
type Use = 'none' | 'answer' | { request: IncomingMessage; bodySince: number; answered: boolean };

/**
 * Enforces the limits. A stalled connection is closed, unless a handler is still at work. When too many connections are
 * open, the one that has gone longest without a request of a known caller is closed, so that an attacker who opens many
 * connections locks nobody out. Connections are not limited by address, because behind a proxy all have the same one.
 */
export function registerConnections(fastify: FastifyInstance, limits: ConnectionLimits): void {
  const { server } = fastify;
  const open = new Set<Socket>();
  /** Ordered by time: those unused for longest come first. */
  const uses = new Map<Socket, Use>();

  server.on('connection', (socket: Socket) => {
    open.add(socket);
    uses.set(socket, 'none');
    socket.once('close', () => {
      open.delete(socket);
      uses.delete(socket);
    });
    if (open.size <= limits.maxConnections) return;
    const [longestUnused = socket] = uses.keys();
    longestUnused.destroy();
  });

  fastify.decorate('closeUnused', () => {
    for (const [socket, use] of uses) if (use === 'none') socket.destroy();
  });
  const keepOpen = ({ socket }: IncomingMessage) => uses.delete(socket);
  const setUse = ({ socket }: IncomingMessage, use: Use) => {
    if (uses.has(socket)) uses.set(socket, use);
  };
  fastify.decorateRequest('allowUpload', function allowUpload(this: FastifyRequest) {
    keepOpen(this.raw);
  });

  fastify.addHook('onRequest', (request, { raw: answer }, done) => {
    const { socket } = request.raw;
    setUse(request.raw, { request: request.raw, bodySince: performance.now(), answered: false });
    answer.on('timeout', () => {
      const atWork = request.raw.complete && socket.writableLength === 0;
      if (!atWork) socket.destroy();
    });
    done();
  });
  // All bodies except uploads are complete by now. Anyone may request pages and pictures, so a GET may still be closed.
  fastify.addHook('preHandler', (request, _reply, done) => {
    if (request.method === 'POST' && !request.isMultipart()) keepOpen(request.raw);
    else if (request.method !== 'POST') setUse(request.raw, 'answer');
    done();
  });
  fastify.addHook('onResponse', (request, _reply, done) => {
    const { socket, complete } = request.raw;
    const use = uses.get(socket);
    uses.delete(socket);
    // After an early answer the caller may continue sending, so the time limit of that body stays in force.
    const isStillSending = !complete && typeof use === 'object';
    if (open.has(socket)) uses.set(socket, isStillSending ? { ...use, answered: true } : 'none');
    done();
  });

  const check = setInterval(() => {
    const due = performance.now() - limits.body;
    for (const [socket, use] of uses) {
      if (typeof use !== 'object' || use.bodySince > due || use.request.complete) continue;
      if (use.answered) socket.destroy();
      else answerClientError('ERR_HTTP_REQUEST_TIMEOUT', socket);
    }
  }, limits.checkInterval);
  fastify.addHook('onClose', (_instance, done) => {
    clearInterval(check);
    done();
  });
}

const statusOf: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers malformed or incomplete requests, which Fastify's hooks never see, and closes the connection. */
function answerClientError(code: string, socket: Socket): void {
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
