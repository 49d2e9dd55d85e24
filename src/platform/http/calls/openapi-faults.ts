import type { Call } from '../../../shared/call.ts';

const errors = {
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, message: { type: 'string', description: 'German and fit to show' } },
    required: ['path', 'message'],
  },
};

/** Schemas that several responses share. */
export const sharedSchemas = { Errors: errors };

/** Creates an error response that calls need not declare. */
function createFault(
  description: string,
  codes: readonly string[],
  extras: { hasErrors?: boolean; hasRetryAfter?: boolean } = {},
) {
  const retryAfter = { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } };
  return {
    description,
    ...(extras.hasRetryAfter ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            meta: {
              type: 'object',
              properties: {
                status: { type: 'string', const: 'error' },
                code: { type: 'string', enum: codes },
                message: { type: 'string', description: 'German and fit to show' },
              },
              required: ['status', 'message', 'code'],
            },
            ...(extras.hasErrors ? { errors: { $ref: '#/components/schemas/Errors' } } : {}),
          },
          required: ['meta'],
        },
      },
    },
  };
}

/** Creates the error response of a download to a dead session. `meta` has the properties `moreOfMeta`, too. */
function createDeadSessionFault(description: string, moreOfMeta: object) {
  const meta = {
    type: 'object',
    properties: { status: { type: 'string', const: 'error' }, ...moreOfMeta, message: { type: 'string' } },
    required: ['status', 'message'],
  };
  return {
    description,
    content: { 'application/json': { schema: { type: 'object', properties: { meta }, required: ['meta'] } } },
  };
}

/** The error responses that many calls share, by name. */
export const faultResponses = {
  InvalidRequest: createFault('The body does not match the schema', ['invalidRequest'], { hasErrors: true }),
  ForeignOrigin: createFault('The call comes from a page of another origin, or is made with a token', [
    'foreignOrigin',
    'forbidden',
  ]),
  WrongToken: createFault('The token is unknown, expired or revoked, or its maker is no active admin', [
    'tokenInvalid',
  ]),
  Forbidden: createFault(
    'The role or the token may not make this call, a password or second factor must be set first, or the page has another origin',
    ['forbidden', 'passwordChangeRequired', 'secondFactorSetUpRequired', 'foreignOrigin'],
  ),
  NotFound: createFault('An id does not exist or is not the caller’s', ['notFound']),
  BodyTooLarge: createFault('The body is too large', ['invalidRequest']),
  UploadTooLarge: createFault('The upload exceeds a limit of the server or of the participant', [
    'tooLarge',
    'tooMany',
    'overQuota',
  ]),
  UnsupportedMediaType: createFault('The body has another content type', ['invalidRequest']),
  TooManyRequests: createFault('A limit of attempts or calls is reached', ['tooManyRequests'], { hasRetryAfter: true }),
  Unexpected: createFault('A fault of the server', ['unexpected']),
  Overloaded: createFault('The server is overloaded, is closing, or cannot reach its store', ['overloaded', 'later'], {
    hasRetryAfter: true,
  }),
  DeadSession: createDeadSessionFault('No live session; the message is `session invalid`', {}),
  DeadSessionOrWrongToken: createDeadSessionFault(
    'No live session (the message is `session invalid`, without a code), or no valid token',
    { code: { type: 'string', enum: ['tokenInvalid'] } },
  ),
};

/** The error response with the status 401 that a call may send; undefined if it sends none. */
function faultOf401({ responseType, scope }: Call): keyof typeof faultResponses | undefined {
  if (responseType === 'file') return scope === null ? 'DeadSession' : 'DeadSessionOrWrongToken';
  return scope === null ? undefined : 'WrongToken';
}

/** References to the shared error responses of a call, by HTTP status. */
export function faultsOf(call: Call): Record<number, object> {
  const names: Partial<Record<number, keyof typeof faultResponses>> = {
    400: 'InvalidRequest',
    ...(faultOf401(call) ? { 401: faultOf401(call) } : {}),
    403: call.may === 'everyone' ? 'ForeignOrigin' : 'Forbidden',
    ...(call.may === 'everyone' ? {} : { 404: 'NotFound' as const }),
    413: call.body === 'files' ? 'UploadTooLarge' : 'BodyTooLarge',
    415: 'UnsupportedMediaType',
    429: 'TooManyRequests',
    500: 'Unexpected',
    503: 'Overloaded',
  };
  return Object.fromEntries(
    Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
