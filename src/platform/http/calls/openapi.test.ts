import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../../../features/accounts/contract.ts';
import { importAppointments } from '../../../features/appointments/import-files/contract.ts';
import { bookAppointment } from '../../../features/booking/contract.ts';
import { editCoach } from '../../../features/coaches/contract.ts';
import { downloadFile, uploadForParticipant } from '../../../features/files/contract.ts';
import { changeUserData } from '../../../features/participants/contract.ts';
import { rateCoaching } from '../../../features/ratings/contract.ts';
import { exportSteering } from '../../../features/steering/contract.ts';
import { webhookEvents } from '../../../features/webhooks/rules.ts';
import type { Call } from '../../../shared/call.ts';
import { servicePath } from './calls.ts';
import { routes } from '../../../app/features.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';

interface Schema {
  $ref?: string;
  enum?: string[];
  const?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}
interface ResponseObject {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Schema }>;
}
interface Operation {
  operationId: string;
  security?: object[];
  requestBody?: Pick<ResponseObject, 'content'>;
  responses: Record<string, ResponseObject>;
}
interface OpenApi {
  openapi: string;
  info: { license: { name: string } };
  servers: { url: string }[];
  security: unknown[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<
    string,
    { post: { parameters: { name: string }[]; requestBody: { content: { 'application/json': { schema: Schema } } } } }
  >;
  components: Record<string, Record<string, ResponseObject & Schema>>;
}

let world: World;
let openApi: OpenApi;
beforeAll(async () => {
  world = await openWorld();
  openApi = (await (await fetch(`${world.address}/api/openapi.json`)).json()) as OpenApi;
});
afterAll(() => world.close());

/** Returns the object itself, or the object to which its `$ref` refers. */
function resolveReference<T extends { $ref?: string }>(object: T): T {
  if (!object.$ref) return object;
  const [, , kind = '', name = ''] = object.$ref.split('/');
  const target = openApi.components[kind]?.[name];
  if (!target) throw new Error(`nothing at ${object.$ref}`);
  return target as unknown as T;
}

const responsesOf = (call: Pick<Call, 'path'>) => openApi.paths[servicePath(call)]?.['post']?.responses ?? {};

/** Returns the JSON schema of the response to a call with this status, the properties of its `meta`, and its codes. */
function responseOf(call: Pick<Call, 'path'>, status: number) {
  const response = responsesOf(call)[status];
  const schema = response && resolveReference(response).content?.['application/json']?.schema;
  const meta = schema?.properties?.['meta']?.properties;
  return { schema, meta, codes: meta?.['code']?.enum };
}

describe('the OpenAPI document [2.11]', () => {
  test('has what linters require: a license, a server, no required security scheme and a unique name for each operation', () => {
    expect(openApi).toMatchObject({ openapi: '3.1.0', security: [], servers: [{ url: '/' }] });
    expect(openApi.info.license.name).toBe('Apache 2.0');
    const names = Object.values(openApi.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  const jsonCalls = routes.map(({ call }) => call).filter(({ responseType }) => responseType === 'json');
  test.each(jsonCalls.map((call) => [call.path, call] as const))('describes the outcomes of %s', (_, call) => {
    const { schema, meta, codes = [] } = responseOf(call, 200);
    expect(schema?.required).toContain('meta');
    expect(meta).toMatchObject({ status: { enum: ['success', 'error'] }, code: {}, message: {} });
    const conflictCodes = responseOf(call, 409).codes ?? [];
    expect([...codes, ...conflictCodes]).toEqual(expect.arrayContaining(Object.keys(call.refusals)));
    expect(codes.filter((code) => conflictCodes.includes(code))).toEqual([]);
  });

  test.each(routes.map(({ call }) => [call.path, call] as const))('has a schema for each refusal of %s', (_, call) => {
    for (const [status, response] of Object.entries(responsesOf(call))) {
      if (status === '200') continue;
      const { properties, required } = resolveReference(response).content?.['application/json']?.schema ?? {};
      expect(required, status).toContain('meta');
      expect(properties?.['meta'], status).toMatchObject({ properties: { status: { const: 'error' }, message: {} } });
      if (properties?.['errors']) expect(resolveReference(properties['errors'])).toMatchObject({ type: 'array' });
      if (status === '429' || status === '503')
        expect(resolveReference(response).headers).toHaveProperty('Retry-After');
    }
    const accessStatuses = call.may === 'everyone' ? ['403'] : ['403', '404'];
    expect(Object.keys(responsesOf(call))).toEqual(
      expect.arrayContaining(['400', '413', '415', '429', '500', ...accessStatuses]),
    );
  });

  test('has the scheme of tokens, and for each call of a scope that it needs this scope or a session [2.14]', () => {
    expect(openApi.components['securitySchemes']).toMatchObject({ token: { type: 'http', scheme: 'bearer' } });
    for (const { call } of routes) {
      const { security, requestBody } = openApi.paths[servicePath(call)]?.['post'] ?? {};
      expect(security, call.path).toEqual(call.scope === null ? undefined : [{}, { token: [call.scope] }]);
      if (call.scope !== null)
        expect(requestBody?.content?.['application/json']?.schema.required ?? []).not.toContain('sessionId');
    }
    expect(responseOf(importAppointments, 401).codes).toEqual(['tokenInvalid']);
    expect(responseOf(exportSteering, 401).codes).toEqual(['tokenInvalid']);
    expect(responsesOf(bookAppointment)).not.toHaveProperty('401');
  });

  test('describes the events that webhooks get, with their headers [18.2]', () => {
    expect(Object.keys(openApi.webhooks)).toEqual(webhookEvents);
    const { parameters, requestBody } = openApi.webhooks['rating.created']?.post ?? {};
    expect(parameters?.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    const { properties, required } = requestBody?.content['application/json'].schema ?? {};
    expect(required).toEqual(['type', 'timestamp', 'data']);
    expect(properties?.['data']?.required).toEqual(['sequence']);
  });

  test('lists each code under the status with which it is sent, 200 or 409, and the current record under 409', () => {
    expect(responseOf(login, 200).codes).toContain('loginFailed');
    expect(responseOf(rateCoaching, 200).codes).toEqual(expect.arrayContaining(['alreadyRated', 'invalid']));
    expect(Object.keys(responseOf(rateCoaching, 200).schema?.properties ?? {})).toEqual(
      expect.arrayContaining(['status', 'message', 'errors']),
    );
    expect(responseOf(bookAppointment, 200).codes).toBeUndefined();
    expect(responseOf(bookAppointment, 409).codes).toContain('slotTaken');
    expect(responseOf(uploadForParticipant, 409).schema?.required).toContain('meta');
    expect(responseOf(editCoach, 409).codes).toEqual(expect.arrayContaining(['hasBookings', 'invalid']));
    expect(responseOf(changeUserData, 200).codes).toContain('emailAlreadyExists');
    expect(responseOf(changeUserData, 409).codes).toEqual(['changedMeanwhile']);
    expect(responseOf(changeUserData, 409).schema?.properties).toHaveProperty('data');
    expect(responseOf(downloadFile, 401).meta).not.toHaveProperty('code');
  });
});
