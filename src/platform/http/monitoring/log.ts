import type { Writable } from 'node:stream';
import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { codeOf, constraintOf } from '../../database/db.ts';

/**
 * The only parts of requests, answers and errors that a log line may hold. Error messages, bodies, queries and field
 * names stay out: they hold names, e-mails, file names and, in the field names of multipart bodies, the session id.
 */
const serializers = {
  req: (request: { id: string; method: string; url: string }) => ({
    id: request.id,
    method: request.method,
    path: pathWithoutSecrets(request.url),
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

/** An address without its query and without the secret of a calendar subscription. */
function pathWithoutSecrets(url: string): string {
  return url.replace(/[?#].*/s, '').replace(/(\/kalender\b).*/is, '$1/…');
}

/** Options of the app's logger; `stream` receives the lines instead of the standard output. */
export function logOptions(level: string, stream?: Writable): NonNullable<FastifyServerOptions['logger']> {
  return { level, serializers: serializers as never, ...(stream ? { stream } : {}) };
}

/** Logs one line for each request, once it is answered or its connection is closed; `responseTime` in milliseconds. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...facts, err: error }, 'request errored');
    else request.log.info(facts, 'request completed');
  }
}
