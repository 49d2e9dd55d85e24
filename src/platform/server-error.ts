import { sessionInvalid, sharedRefusals, type FieldError } from '../shared/call.ts';

/** A refusal or fault that the error handler turns into an answer; thrown, so that an open transaction rolls back. */
export class ServerError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;
  readonly data: object | undefined;
  readonly limit: string | undefined;
  readonly fault: unknown;

  /**
   * `message` is German and fit to show; `status` is HTTP; `retryAfter` is in seconds; `data` is sent with the refusal:
   * an empty list, or the current state of a record. `limit`, the name of the limit that was reached, and `fault`, the
   * underlying error, are for the log only.
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

/** An unknown id, or one that is not the caller's: the answer does not say which. */
export function notFound(): ServerError {
  return new ServerError(404, 'notFound', sharedRefusals.notFound);
}

/** The call has no live session. The status is 200, because clients of the contract read the body. */
export function noSession(): ServerError {
  return new ServerError(200, undefined, sessionInvalid);
}

/** Too many attempts. `seconds` is the time until the next attempt, `limit` the name of the limit that was reached. */
export function tooMany(seconds: number, limit: string): ServerError {
  return new ServerError(429, 'tooManyRequests', sharedRefusals.tooManyRequests, { retryAfter: seconds, limit });
}

/** The server cannot handle this call at the moment. */
export function overloaded(): ServerError {
  return new ServerError(
    503,
    'overloaded',
    'Der Dienst ist gerade überlastet. Bitte versuche es in einem Moment erneut.',
    {
      retryAfter: 2,
    },
  );
}
