import { sessionInvalid, sharedRefusals, type FieldError } from '../shared/call.ts';

/** An outcome or fault that the edge turns into an answer; thrown so that an open transaction rolls back. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;
  readonly data: object | undefined;
  readonly limit: string | undefined;
  readonly fault: unknown;

  /**
   * `message` is German and fit to show; `status` is HTTP, `retryAfter` seconds; `data` stands beside the
   * refusal: an empty list, or a record as it is now; `limit` names the one that was reached and `fault` what went wrong, for the log alone.
   */
  constructor(
    status: number,
    code: string | undefined,
    message: string,
    more: { errors?: FieldError[]; retryAfter?: number; data?: object; limit?: string; fault?: unknown } = {},
  ) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.data = more.data;
    this.limit = more.limit;
    this.fault = more.fault;
  }
}

/** An unknown id, or one that is not the caller's: the answer never tells which. */
export function notFound(): Refused {
  return new Refused(404, 'notFound', sharedRefusals.notFound);
}

/** No live session behind the call. 200, because clients of the contract read the body. */
export function noSession(): Refused {
  return new Refused(200, undefined, sessionInvalid);
}

/** Too many attempts; `seconds` until the next one, `limit` the name of the one reached. */
export function tooMany(seconds: number, limit: string): Refused {
  return new Refused(429, 'tooManyRequests', sharedRefusals.tooManyRequests, { retryAfter: seconds, limit });
}

/** The server cannot take this call at the moment. */
export function overloaded(): Refused {
  return new Refused(503, 'overloaded', 'Der Dienst ist gerade überlastet. Bitte versuche es in einem Moment erneut.', {
    retryAfter: 2,
  });
}
