import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sharedRefusals, type Call } from '../shared/call.ts';
import { databaseAway, databaseBusy } from './db.ts';
import { breaksOff } from './multipart.ts';
import { overloaded, Refused } from './refusal.ts';
import { record, type SecurityEvent } from './security-log.ts';

/** Turns everything that was thrown into an answer of the contract's form; the only such place. */
export function registerErrors(fastify: FastifyInstance, calls: ReadonlySet<string>): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const refused = asRefused(error);
    if (refused) return sendRefusal(request, reply, refused);
    request.outcome = 'unexpected';
    request.log.error({ err: error }, 'unexpected fault');
    return reply.status(500).send({
      meta: {
        status: 'error',
        code: 'unexpected',
        message: `Es ist ein unerwarteter Fehler aufgetreten. Vorgangsnummer: ${request.id}`,
      },
    });
  });

  fastify.setNotFoundHandler((request, reply) => {
    const known = calls.has(request.url.split('?')[0] ?? '');
    if (known) void reply.header('allow', 'POST');
    const status = known ? 405 : 404;
    return sendRefusal(
      request,
      reply,
      new Refused(status, known ? 'invalidRequest' : 'notFound', 'Diese Adresse gibt es nicht.'),
    );
  });
}

/** The refusal behind an error, null for a fault of our own. */
function asRefused(error: FastifyError): Refused | null {
  if (error instanceof Refused) return error;
  if (databaseAway(error) || databaseBusy(error)) return overloaded();
  // What Fastify and its parsers throw about a request: too large, unreadable JSON, a wrong content type.
  const status = breaksOff(error) ? 400 : (error.statusCode ?? 500);
  if (status === 503) return overloaded();
  if (status >= 400 && status < 500) return new Refused(status, 'invalidRequest', sharedRefusals.invalidRequest);
  return null;
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, refused: Refused): FastifyReply {
  const call: Call | undefined = request.routeOptions.config.call;
  const event = call && eventOf(refused);
  if (refused.fault) request.log.error({ err: refused.fault }, 'something that a call needs is away');
  if (event) record(request.log, event, { person: request.personId, call: call.path, limit: refused.limit });
  const { message, code, errors, data } = refused;
  // A session that is dead has a sentence and no code.
  request.outcome = code ?? 'sessionInvalid';
  // A download is no JSON that its client would read: a dead session has to show in the status (contract §1).
  const status = refused.status === 200 && call?.answer === 'file' ? 401 : refused.status;
  if (refused.retryAfter) void reply.header('retry-after', refused.retryAfter);
  return reply.status(status).send({
    ...(call?.statusOnTop ? { status: 'error', message } : {}),
    meta: { status: 'error', message, ...(code ? { code } : {}) },
    ...(errors ? { errors } : {}),
    ...(data ? { data } : {}),
  });
}

/** The security event behind a refusal; null for one that is none. */
function eventOf({ status, code }: Refused): SecurityEvent | null {
  if (code === 'infected') return 'infected';
  if (status === 429) return 'limitReached';
  if (status === 403) return code === 'passwordChangeRequired' ? null : 'forbidden';
  // An id that does not exist, or is not the caller's.
  return status === 404 ? 'notFound' : null;
}
