import type { Writable } from 'node:stream';
import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { codeOf, constraintOf } from '../../database/db.ts';

/**
 * Functions that select the parts of requests, responses and errors for the log lines. Error messages, bodies, queries
 * and field names are left out, because they may contain names, e-mails, file names or (in field names of multipart
 * bodies) the session id.
 */
const serializers = {
  req: (request: { id: string; method: string; url: string }) => ({
    id: request.id,
    method: request.method,
    path: pathWithoutSecrets(request.url),
  }),
  // The multipart parser logs its options at the level trace, with all headers of the request: cookies and tokens.
  busboyOptions: ({ limits }: { limits?: object }) => ({ limits }),
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

/** The path of a URL, without the query and without the secret of a calendar subscription. */
function pathWithoutSecrets(url: string): string {
  return url.replace(/[?#].*/s, '').replace(/(\/kalender\b).*/is, '$1/…');
}

/** Creates the options of the server's logger. `stream` receives the lines instead of the standard output. */
export function logOptions(level: string, stream?: Writable): NonNullable<FastifyServerOptions['logger']> {
  return { level, serializers: serializers as never, ...(stream ? { stream } : {}) };
}

/**
 * Logs one line per request, after the response or when the connection is closed. `responseTime` is in milliseconds.
 */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const details = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...details, err: error }, 'request errored');
    else request.log.info(details, 'request completed');
  }
}
