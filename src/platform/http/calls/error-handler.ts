import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sharedRefusals, type Call } from '../../../shared/call.ts';
import { isDatabaseUnavailable, isDatabaseBusy } from '../../database/db.ts';
import { isIncomplete } from './multipart.ts';
import { overloaded, ServerError } from '../../server-error.ts';
import { logSecurityEvent, type SecurityEvent } from '../monitoring/security-log.ts';

/** Registers the only error handler: it turns everything thrown into an answer in the form of the contract. */
export function registerErrors(fastify: FastifyInstance, calls: ReadonlySet<string>): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asServerError(error);
    if (refusal) return sendRefusal(request, reply, refusal);
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
    const isCall = calls.has(request.url.split('?')[0] ?? '');
    if (isCall) void reply.header('allow', 'POST');
    const status = isCall ? 405 : 404;
    return sendRefusal(
      request,
      reply,
      new ServerError(status, isCall ? 'invalidRequest' : 'notFound', 'Diese Adresse gibt es nicht.'),
    );
  });
}

/** The answer for an expected error; null for a fault of our own. */
function asServerError(error: FastifyError): ServerError | null {
  if (error instanceof ServerError) return error;
  if (isDatabaseUnavailable(error) || isDatabaseBusy(error)) return overloaded();
  // Fastify and its parsers throw these about requests: too large, unreadable JSON, a wrong content type.
  const status = isIncomplete(error) ? 400 : (error.statusCode ?? 500);
  if (status === 503) return overloaded();
  if (status >= 400 && status < 500) return new ServerError(status, 'invalidRequest', sharedRefusals.invalidRequest);
  return null;
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: ServerError): FastifyReply {
  const call: Call | undefined = request.routeOptions.config.call;
  const event = call && eventOf(error);
  if (error.fault) request.log.error({ err: error.fault }, 'A service that this call needs is unavailable.');
  if (event) logSecurityEvent(request.log, event, { person: request.personId, call: call.path, limit: error.limit });
  const { message, code, errors, data } = error;
  // The refusal for a dead session has no code.
  request.outcome = code ?? 'sessionInvalid';
  // Clients of a download read no JSON, so a dead session has to show in the status (reference 2.3).
  const status = error.status === 200 && code === undefined && call?.answer === 'file' ? 401 : error.status;
  if (error.retryAfter) void reply.header('retry-after', error.retryAfter);
  return reply.status(status).send({
    ...(call?.statusOnTop ? { status: 'error', message } : {}),
    meta: { status: 'error', message, ...(code ? { code } : {}) },
    ...(errors ? { errors } : {}),
    ...(data ? { data } : {}),
  });
}

/** The security event that a refusal is logged as; null if it is none. */
function eventOf({ status, code }: ServerError): SecurityEvent | null {
  if (code === 'infected') return 'infected';
  if (status === 429) return 'limitReached';
  if (status === 403) return code === 'passwordChangeRequired' ? null : 'forbidden';
  // An id that does not exist, or is not the caller's.
  return status === 404 ? 'notFound' : null;
}
