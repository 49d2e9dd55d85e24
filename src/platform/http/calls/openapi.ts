import * as z from 'zod/mini';
import { date, noRules, scopes, sessionInvalid, type Call } from '../../../shared/call.ts';
import { servicePath } from './calls.ts';
import { faultResponses, faultsOf, sharedSchemas } from './openapi-faults.ts';

const jsonContent = (schema: unknown) => ({ 'application/json': { schema } });

/** The JSON schema of the encoded data, in which flags are 0 or 1. */
const encodedSchema = (schema: z.ZodMiniType) => {
  const { $schema: _, ...schemaObject } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === date) jsonSchema.format = 'date';
    },
  });
  return schemaObject;
};

/** The messages that the portal sends to other systems: their names, and the schema of their bodies. */
export interface OutgoingMessages {
  events: readonly string[];
  body: z.ZodMiniType;
}

/**
 * Creates the OpenAPI 3.1 document of all calls from the schemas that also validate the requests, and of the messages
 * that the portal sends.
 */
export function createOpenApi(calls: readonly Call[], messages: OutgoingMessages | null): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coaching portal',
      version: '1',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      description:
        'Every call is POST with a JSON body. People sign in: their `sessionId` is in the body, or in the field names of multipart calls. ' +
        'Other systems send a token in the header `Authorization` and no `sessionId`; a token may make the calls of its scopes only, and the files of a multipart call are in fields named `file_token`. ' +
        'A refusal that a call declares is HTTP 200 with `meta.status` `error` and its `meta.code`, unless 409 is listed; the fields beside `meta` are those of a success. ' +
        `A dead session is HTTP 200 with \`meta.message\` \`${sessionInvalid}\` and no code.`,
    },
    // The calls are on the same server as this document.
    servers: [{ url: '/' }],
    security: [],
    paths: Object.fromEntries(calls.map((call) => [servicePath(call), describeCall(call)])),
    ...(messages && { webhooks: describeMessages(messages) }),
    components: { schemas: sharedSchemas, responses: faultResponses, securitySchemes },
  };
}

/** The security schemes. A session is none of them, because its id is in the body. */
const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'cpt_ and 43 characters',
    description: `A token that an admin has created. Its scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`,
  },
};

/** The messages to the receivers of other systems, signed by Standard Webhooks. */
function describeMessages({ events, body }: OutgoingMessages) {
  const header = (name: string, description: string) => ({
    ...{ name, description },
    ...{ in: 'header', required: true, schema: { type: 'string' } },
  });
  const describeMessage = (event: string) => ({
    operationId: `webhook_${event.replace('.', '_')}`,
    summary: `Informs a webhook of the event ${event}, at least once.`,
    tags: ['webhooks'],
    parameters: [
      header('webhook-id', 'The same for each try of the same event'),
      header('webhook-timestamp', 'The time of the try, in seconds since 1970'),
      header('webhook-signature', '`v1,` and base64 of HMAC-SHA256; several are separated by spaces'),
    ],
    requestBody: { required: true, content: jsonContent(encodedSchema(body)) },
    responses: {
      '2XX': { description: 'The event has been taken.' },
      410: { description: 'The webhook is switched off.' },
      default: { description: 'The event is sent again later.' },
    },
  });
  return Object.fromEntries(events.map((event) => [event, { post: describeMessage(event) }]));
}

function describeCall(call: Call) {
  const codes = Object.entries(call.refusals).map(([code, message]) => `- \`${code}\`: ${message}`);
  const operation = {
    operationId: call.path.replace('/', '_'),
    summary: call.summary,
    tags: [call.path.split('/')[0]],
    // The empty requirement stands for a session, whose id is in the body.
    ...(call.scope === null ? {} : { security: [{}, { token: [call.scope] }] }),
    description: [
      `Callers: ${allowedCallersOf(call)}.`,
      ...scopeLines(call),
      ...(codes.length ? ['Refusals:', ...codes] : []),
    ].join('\n\n'),
    responses: {
      200: { description: 'Success, or an outcome that is reported in `meta`', content: status200Content(call) },
      ...conflictResponse(call),
      ...faultsOf(call),
    },
  };
  return {
    post: { ...operation, requestBody: { required: true, content: requestContent(call) } },
    ...(call.answersGet ? { get: { ...operation, operationId: `${operation.operationId}_get` } } : {}),
  };
}

function allowedCallersOf(call: Call): string {
  return typeof call.may === 'string' ? call.may : call.may.join(', ');
}

const scopeLines = ({ scope }: Call) => (scope === null ? [] : [`Scope of tokens: \`${scope}\`.`]);

function requestContent(call: Call) {
  if (call.body === 'files')
    return {
      'multipart/form-data': {
        schema: { type: 'object', additionalProperties: { type: 'string', format: 'binary' } },
      },
    };
  const schema = encodedSchema(call.input) as { properties?: object; required?: string[] };
  const requiredSessionId = call.may === 'everyone' || call.scope !== null ? [] : ['sessionId'];
  return jsonContent({
    ...schema,
    properties: { sessionId: { type: 'string', pattern: '^[0-9a-f]{64}$' }, ...schema.properties },
    required: [...requiredSessionId, ...(schema.required ?? [])],
  });
}

/** The codes of the refusals that a call sends with this HTTP status. `changedMeanwhile` always has the status 409. */
function codesOf({ refusals, rules, refusalStatus }: Call, status: 200 | 409): string[] {
  const allCodes = [...Object.keys(refusals), ...(rules === noRules ? [] : ['invalid'])];
  return allCodes.filter((code) => status === (code === 'changedMeanwhile' ? 409 : refusalStatus));
}

const codeSchema = (codes: readonly string[]) => ({ type: 'string', ...(codes.length > 0 ? { enum: codes } : {}) });
const errors = { $ref: '#/components/schemas/Errors' };
/**
 * The property `errors`, if a call can refuse a form or files. An error names a field, or a file by its index from 0.
 */
const errorsField = (codes: readonly string[]) =>
  ['invalid', 'wrongFile'].some((code) => codes.includes(code)) ? { errors } : {};
const status = { type: 'string', enum: ['success', 'error'] };
const message = { type: 'string', description: 'German and fit to show' };

type Fields = Record<string, { properties?: object }>;

/**
 * The content of a response with HTTP status 200. For JSON, one schema describes both a success and the refusals,
 * because not every code generator supports several schemas for one status. `meta` distinguishes them.
 */
function status200Content(call: Call) {
  const file = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (call.responseType === 'file') return codesOf(call, 200).length > 0 ? { ...file, ...jsonOutcome(call) } : file;
  return jsonOutcome(call);
}

/** The JSON content with the fields of a success and of a refusal. */
function jsonOutcome(call: Call) {
  const schema = call.responseType === 'file' ? {} : encodedSchema(call.output);
  const { meta = {}, ...payload } = (schema as { properties?: Fields }).properties ?? {};
  const codes = codesOf(call, 200);
  return jsonContent({
    type: 'object',
    properties: {
      ...(call.hasTopLevelStatus ? { status, message } : {}),
      ...payload,
      meta: {
        type: 'object',
        properties: { status, code: codeSchema(codes), message, ...meta.properties },
        required: ['status'],
      },
      ...errorsField(codes),
    },
    required: ['meta', ...(call.hasTopLevelStatus ? ['status'] : [])],
  });
}

/** The response with HTTP status 409, which contains the current record if the call sends it. */
function conflictResponse(call: Call) {
  const codes = codesOf(call, 409);
  if (codes.length === 0) return {};
  const error = { type: 'string', const: 'error' };
  const schema = {
    type: 'object',
    properties: {
      ...(call.hasTopLevelStatus ? { status: error, message } : {}),
      meta: {
        type: 'object',
        properties: { status: error, code: codeSchema(codes), message },
        required: ['status', 'code', 'message'],
      },
      ...(call.currentRecord ? { data: encodedSchema(call.currentRecord) } : {}),
      ...errorsField(codes),
    },
    required: ['meta'],
  };
  return { 409: { description: 'A refusal that the call declares', content: jsonContent(schema) } };
}
