import type { Writable } from 'node:stream';
import {
  LogController,
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { codeOf, constraintOf } from './db.ts';

/**
 * What a log line may hold. Messages of errors, bodies, queries and field names stay out: they carry names, e-mails,
 * file names and, in multipart field names, the session id.
 */
const serializers = {
  req: (request: { id: string; method: string; url: string }) => ({
    id: request.id,
    method: request.method,
    path: openPart(request.url),
  }),
  res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
  err: (error: Error) => ({
    type: error.name,
    code: codeOf(error),
    constraint: constraintOf(error),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim())
      .slice(0, 12),
  }),
};

/** An address without its query and without the secret that names a calendar. */
function openPart(url: string): string {
  return url.replace(/[?#].*/s, '').replace(/(\/kalender\b).*/is, '$1/…');
}

/** Options of the app's logger; `stream` takes the lines instead of the standard output. */
export function logOptions(level: string, stream?: Writable): NonNullable<FastifyServerOptions['logger']> {
  return { level, serializers: serializers as never, ...(stream ? { stream } : {}) };
}

/** One line for each request, once it is answered or its connection is gone; `responseTime` in milliseconds. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...facts, err: error }, 'request errored');
    else request.log.info(facts, 'request completed');
  }
}

export type Log = FastifyBaseLogger;
