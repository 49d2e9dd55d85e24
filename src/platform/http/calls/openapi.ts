import * as z from 'zod/mini';
import { date, noRules, sessionInvalid, type Call } from '../../../shared/call.ts';
import { servicePath } from './calls.ts';
import { faultResponses, faultsOf, sharedSchemas } from './openapi-faults.ts';

const json = (schema: unknown) => ({ 'application/json': { schema } });

/** The JSON schema of what travels over the wire, with 0/1 flags and old spellings. */
const wireSchema = (schema: z.ZodMiniType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === date) jsonSchema.format = 'date';
    },
  });
  return rest;
};

/** The OpenAPI 3.1 description of all calls, from the schemas that validate. */
export function describeCalls(calls: readonly Call[]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coaching portal',
      version: '1',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      description:
        'Every call is POST with a JSON body. There is no security scheme: `sessionId` is in the body, or in the field names of multipart calls. ' +
        'A refusal that a call declares is HTTP 200 with `meta.status` `error` and its `meta.code`, unless 409 is listed; the fields beside `meta` are those of a success. ' +
        `A dead session is HTTP 200 with \`meta.message\` \`${sessionInvalid}\` and no code.`,
    },
    // The calls are on the same server as this document.
    servers: [{ url: '/' }],
    security: [],
    paths: Object.fromEntries(calls.map((call) => [servicePath(call), describe(call)])),
    components: { schemas: sharedSchemas, responses: faultResponses },
  };
}

function describe(call: Call) {
  const codes = Object.entries(call.refusals).map(([code, message]) => `- \`${code}\`: ${message}`);
  const operation = {
    operationId: call.path.replace('/', '_'),
    summary: call.summary,
    tags: [call.path.split('/')[0]],
    description: [`Callers: ${rights(call)}.`, ...(codes.length ? ['Refusals:', ...codes] : [])].join('\n\n'),
    responses: {
      200: { description: 'Success, or an outcome that is reported in `meta`', content: answer(call) },
      ...conflict(call),
      ...faultsOf(call),
    },
  };
  return {
    post: { ...operation, requestBody: { required: true, content: body(call) } },
    ...(call.get ? { get: { ...operation, operationId: `${operation.operationId}_get` } } : {}),
  };
}

function rights(call: Call): string {
  return typeof call.may === 'string' ? call.may : call.may.join(', ');
}

function body(call: Call) {
  if (call.body === 'files')
    return {
      'multipart/form-data': {
        schema: { type: 'object', additionalProperties: { type: 'string', format: 'binary' } },
      },
    };
  const schema = wireSchema(call.input) as { properties?: object; required?: string[] };
  const needed = call.may === 'everyone' ? [] : ['sessionId'];
  return json({
    ...schema,
    properties: { sessionId: { type: 'string', pattern: '^[0-9a-f]{64}$' }, ...schema.properties },
    required: [...needed, ...(schema.required ?? [])],
  });
}

/**
 * The codes with which a call may refuse, by HTTP status. A form that would overwrite a newer record always gets 409.
 */
function codesOf({ refusals, rules, refusalStatus }: Call, status: 200 | 409): string[] {
  const all = [...Object.keys(refusals), ...(rules === noRules ? [] : ['invalid'])];
  return all.filter((name) => status === (name === 'changedMeanwhile' ? 409 : refusalStatus));
}

const code = (codes: readonly string[]) => ({ type: 'string', ...(codes.length > 0 ? { enum: codes } : {}) });
const errors = { $ref: '#/components/schemas/Errors' };
/** The errors of a refused form or of refused files: fields by name, files by index from 0. */
const errorsField = (codes: readonly string[]) =>
  ['invalid', 'wrongFile'].some((one) => codes.includes(one)) ? { errors } : {};
const status = { type: 'string', enum: ['success', 'error'] };
const message = { type: 'string', description: 'German and fit to show' };

type Fields = Record<string, { properties?: object }>;

/** A success and the refusals of HTTP 200 in one object, distinguished by `meta`: every code generator handles that. */
function answer(call: Call) {
  const file = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (call.answer === 'file') return codesOf(call, 200).length > 0 ? { ...file, ...outcome(call) } : file;
  return outcome(call);
}

/** The JSON content: the fields of a success, and those of a refusal. */
function outcome(call: Call) {
  const schema = call.answer === 'file' ? {} : wireSchema(call.output);
  const { meta = {}, ...payload } = (schema as { properties?: Fields }).properties ?? {};
  const codes = codesOf(call, 200);
  return json({
    type: 'object',
    properties: {
      ...(call.statusOnTop ? { status, message } : {}),
      ...payload,
      meta: {
        type: 'object',
        properties: { status, code: code(codes), message, ...meta.properties },
        required: ['status'],
      },
      ...errorsField(codes),
    },
    required: ['meta', ...(call.statusOnTop ? ['status'] : [])],
  });
}

/** Refusals with status 409, with the newer record if the call sends one. */
function conflict(call: Call) {
  const codes = codesOf(call, 409);
  if (codes.length === 0) return {};
  const error = { type: 'string', const: 'error' };
  const schema = {
    type: 'object',
    properties: {
      ...(call.statusOnTop ? { status: error, message } : {}),
      meta: {
        type: 'object',
        properties: { status: error, code: code(codes), message },
        required: ['status', 'code', 'message'],
      },
      ...(call.newer ? { data: wireSchema(call.newer) } : {}),
      ...errorsField(codes),
    },
    required: ['meta'],
  };
  return { 409: { description: 'A refusal that the call declares', content: json(schema) } };
}
