import { sessionInvalid, sharedRefusals, type FieldError } from '../shared/call.ts';

/** An error that the error handler turns into a response. It is thrown, so that an open transaction is rolled back. */
export class ServerError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;
  readonly data: object | undefined;
  readonly limit: string | undefined;
  readonly fault: unknown;

  /**
   * `status` is the HTTP status. `message` is German and can be shown to users. `retryAfter` is in seconds. `data` is
   * sent with the error: an empty list, or the current record. Two details are only logged: `limit` is the name of the
   * limit that was reached, and `fault` is the underlying error.
   */
  constructor(
    status: number,
    code: string | undefined,
    message: string,
    details: { errors?: FieldError[]; retryAfter?: number; data?: object; limit?: string; fault?: unknown } = {},
  ) {
    super(message);
    this.name = 'ServerError';
    this.status = status;
    this.code = code;
    this.errors = details.errors;
    this.retryAfter = details.retryAfter;
    this.data = details.data;
    this.limit = details.limit;
    this.fault = details.fault;
  }
}

/**
 * The error for an id that does not exist or that belongs to somebody else. The response is the same in either case.
 */
export function notFound(): ServerError {
  return new ServerError(404, 'notFound', sharedRefusals.notFound);
}

/** The error for a call without a live session. The status is 200, because clients look for the error in the body. */
export function noSession(): ServerError {
  return new ServerError(200, undefined, sessionInvalid);
}

/**
 * The error for too many attempts. `seconds` is the time to wait; `limit` is the name of the limit that was reached.
 */
export function tooMany(seconds: number, limit: string): ServerError {
  return new ServerError(429, 'tooManyRequests', sharedRefusals.tooManyRequests, { retryAfter: seconds, limit });
}

/** The error for a call that the server cannot handle at the moment. */
export function unavailable(): ServerError {
  return new ServerError(
    503,
    'overloaded',
    'Der Dienst ist gerade überlastet. Bitte versuche es in einem Moment erneut.',
    {
      retryAfter: 2,
    },
  );
}
