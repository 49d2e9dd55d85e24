import type { Call } from '../../../shared/call.ts';

const errors = {
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, message: { type: 'string', description: 'German and fit to show' } },
    required: ['path', 'message'],
  },
};

/** Schemas that several answers share. */
export const sharedSchemas = { Errors: errors };

/** An error answer that calls need not declare, with its codes and further content. */
function fault(description: string, codes: readonly string[], extras: { errors?: boolean; later?: boolean } = {}) {
  const retryAfter = { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } };
  return {
    description,
    ...(extras.later ? { headers: { 'Retry-After': retryAfter } } : {}),
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
            ...(extras.errors ? { errors: { $ref: '#/components/schemas/Errors' } } : {}),
          },
          required: ['meta'],
        },
      },
    },
  };
}

/** The answers that many calls share, by name. */
export const faultResponses = {
  InvalidRequest: fault('The body does not match the schema', ['invalidRequest'], { errors: true }),
  ForeignOrigin: fault('The call comes from a page of another origin', ['foreignOrigin']),
  Forbidden: fault(
    'The role may not make this call, a password or second factor must be set first, or the page has another origin',
    ['forbidden', 'passwordChangeRequired', 'secondFactorSetUpRequired', 'foreignOrigin'],
  ),
  NotFound: fault('An id does not exist or is not the caller’s', ['notFound']),
  BodyTooLarge: fault('The body is too large', ['invalidRequest']),
  UploadTooLarge: fault('The upload exceeds a limit of the server or of the participant', [
    'tooLarge',
    'tooMany',
    'overQuota',
  ]),
  UnsupportedMediaType: fault('The body has another content type', ['invalidRequest']),
  TooManyRequests: fault('A limit of attempts or calls is reached', ['tooManyRequests'], { later: true }),
  Unexpected: fault('A fault of the server', ['unexpected']),
  Overloaded: fault('The server is overloaded, is closing, or cannot reach its store', ['overloaded', 'later'], {
    later: true,
  }),
  DeadSession: {
    description: 'No live session; its message is `session invalid`',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            meta: {
              type: 'object',
              properties: { status: { type: 'string', const: 'error' }, message: { type: 'string' } },
              required: ['status', 'message'],
            },
          },
          required: ['meta'],
        },
      },
    },
  },
};

/** References to the faults with which a call may be answered, by HTTP status. */
export function faultsOf(call: Call): Record<number, object> {
  const names: Partial<Record<number, keyof typeof faultResponses>> = {
    400: 'InvalidRequest',
    ...(call.answer === 'file' ? { 401: 'DeadSession' as const } : {}),
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
