import * as z from 'zod/mini';
import type { Call } from '../shared/call.ts';
import { servicePath } from './calls.ts';

const json = (schema: unknown) => ({ 'application/json': { schema } });

/** The wire's side of a schema: 0/1 flags and old spellings as they travel. */
const wireSchema = (schema: z.ZodMiniType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

/** The OpenAPI 3.1 description of all calls, from the schemas that validate. */
export function describeCalls(calls: readonly Call[], publicUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coaching portal',
      version: '1',
      description:
        'Every call is POST with a JSON body (`sessionId` stands in the body); an outcome that a call names is HTTP 200 with `meta.status` `error`, unless 409 is listed.',
    },
    servers: [{ url: publicUrl }],
    paths: Object.fromEntries(calls.map((call) => [servicePath(call), describe(call)])),
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          properties: {
            meta: {
              type: 'object',
              properties: { status: { const: 'error' }, code: { type: 'string' }, message: { type: 'string' } },
              required: ['status', 'message'],
            },
            errors: {
              type: 'array',
              items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
            },
          },
          required: ['meta'],
        },
      },
    },
  };
}

function describe(call: Call) {
  const refusal = json({ $ref: '#/components/schemas/Refusal' });
  const codes = Object.entries(call.refusals).map(([code, message]) => `- \`${code}\`: ${message}`);
  const operation = {
    operationId: call.path.replace('/', '_'),
    summary: call.summary,
    tags: [call.path.split('/')[0]],
    description: [`May call: ${rights(call)}.`, ...(codes.length ? ['Refusals:', ...codes] : [])].join('\n\n'),
    responses: {
      200: { description: 'Success or a named outcome', content: success(call) },
      ...(call.refusalStatus === 409 || call.newer
        ? { 409: { description: 'A named refusal', content: conflict(call) } }
        : {}),
      '4XX': { description: 'A fault of the protocol', content: refusal },
    },
  };
  return {
    post: { ...operation, requestBody: { required: true, content: body(call) } },
    ...(call.get ? { get: { ...operation, operationId: `${operation.operationId}_get` } } : {}),
  };
}

/** A refusal with HTTP 409; the one of a form that was opened before somebody else saved has the record beside it. */
function conflict({ newer }: Call) {
  const refusal = { $ref: '#/components/schemas/Refusal' };
  if (!newer) return json(refusal);
  return json({ allOf: [refusal, { type: 'object', properties: { data: wireSchema(newer) } }] });
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

function success(call: Call) {
  if (call.answer === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const schema = wireSchema(call.output) as { properties?: Record<string, { properties?: object }> };
  return json({
    type: 'object',
    properties: {
      ...schema.properties,
      ...(call.statusOnTop ? { status: { type: 'string' } } : {}),
      meta: {
        type: 'object',
        properties: { status: { enum: ['success', 'error'] }, ...schema.properties?.['meta']?.properties },
      },
    },
  });
}
