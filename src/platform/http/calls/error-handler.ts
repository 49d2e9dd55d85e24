import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sharedRefusals, type Call } from '../../../shared/call.ts';
import { isDatabaseUnavailable, isDatabaseBusy } from '../../database/db.ts';
import { isIncompleteBody } from './multipart.ts';
import { unavailable, ServerError } from '../../server-error.ts';
import { logSecurityEvent, type SecurityEvent } from '../monitoring/security-log.ts';

/**
 * Registers the error handler, which turns every error into a response of the format that the contract declares.
 * `callPaths` are the URL paths of all calls.
 */
export function registerErrorHandlers(fastify: FastifyInstance, callPaths: ReadonlySet<string>): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const serverError = toServerError(error);
    if (serverError) return sendError(request, reply, serverError);
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
    const isCall = callPaths.has(request.url.split('?')[0] ?? '');
    if (isCall) void reply.header('allow', 'POST');
    const status = isCall ? 405 : 404;
    return sendError(
      request,
      reply,
      new ServerError(status, isCall ? 'invalidRequest' : 'notFound', 'Diese Adresse gibt es nicht.'),
    );
  });
}

/** Returns the error to respond with; null for an unexpected error. */
function toServerError(error: FastifyError): ServerError | null {
  if (error instanceof ServerError) return error;
  if (isDatabaseUnavailable(error) || isDatabaseBusy(error)) return unavailable();
  // Fastify and its parsers throw errors with a 4xx status for a bad request, such as one with malformed JSON.
  const status = isIncompleteBody(error) ? 400 : (error.statusCode ?? 500);
  if (status === 503) return unavailable();
  if (status >= 400 && status < 500) return new ServerError(status, 'invalidRequest', sharedRefusals.invalidRequest);
  return null;
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: ServerError): FastifyReply {
  const call: Call | undefined = request.routeOptions.config.call;
  const event = call && securityEventOf(error);
  if (error.fault) request.log.error({ err: error.fault }, 'A service that this call needs is unavailable.');
  if (event) logSecurityEvent(request.log, event, { person: request.personId, call: call.path, limit: error.limit });
  const { message, code, errors, data } = error;
  // The error for an ended session has no code.
  request.outcome = code ?? 'sessionInvalid';
  // Clients do not read JSON from a download, so the status must show that the session has ended (reference 2.3).
  const status = error.status === 200 && code === undefined && call?.responseType === 'file' ? 401 : error.status;
  if (status === 401 && code === 'tokenInvalid') void reply.header('www-authenticate', 'Bearer error="invalid_token"');
  if (error.retryAfter) void reply.header('retry-after', error.retryAfter);
  return reply.status(status).send({
    ...(call?.hasTopLevelStatus ? { status: 'error', message } : {}),
    meta: { status: 'error', message, ...(code ? { code } : {}) },
    ...(errors ? { errors } : {}),
    ...(data ? { data } : {}),
  });
}

/** Returns the security event to log for an error; null if the error is not a security event. */
function securityEventOf({ status, code }: ServerError): SecurityEvent | null {
  if (code === 'infected') return 'infected';
  if (status === 429) return 'limitReached';
  if (status === 401) return 'tokenRefused';
  if (status === 403) return code === 'passwordChangeRequired' ? null : 'forbidden';
  // The id does not exist, or belongs to somebody else.
  return status === 404 ? 'notFound' : null;
}
