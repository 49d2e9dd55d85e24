import type { Writable } from 'node:stream';
import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
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

export type Log = FastifyBaseLogger;
