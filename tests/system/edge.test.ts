import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookableSlots, bookAppointment, listMyAppointments } from '../../src/features/booking/contract.ts';
import { uploadFiles } from '../../src/features/files/contract.ts';
import { login } from '../../src/features/accounts/contract.ts';
import { getLocations, getPortal } from '../../src/features/provider/contract.ts';
import { checkoutRoot } from '../../src/platform/settings/paths.ts';
import { registerErrorHandlers } from '../../src/platform/http/calls/error-handler.ts';
import { logOptions } from '../../src/platform/http/monitoring/log.ts';
import { readFieldName } from '../../src/platform/http/calls/multipart.ts';
import { contentDisposition } from '../../src/platform/http/calls/download.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.addLocation('Köln');
  await world.addLocation('Ämtstadt');
  await world.addLocation('Zwickau');
});
afterAll(() => world.close());

const urlOf = (path: string) => `${world.address}/api/service/${path}.php`;
const post = (path: string, body: string, type = 'application/json') =>
  fetch(urlOf(path), { method: 'POST', headers: { 'content-type': type }, body });

/** Creates a multipart body with one file of this size. */
function createFileForm(sizeInBytes: number): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(sizeInBytes)]), 'a.docx');
  return form;
}

/** A multipart body that ends in the middle of its first part. */
const incompleteForm = '--x\r\nContent-Disposition: form-data; na';

describe('protocol errors [2.3]', () => {
  test.each([
    ['unreadable JSON', () => post(login.path, '{"username":'), 400, 'invalidRequest'],
    ['an array as body', () => post(login.path, '[]'), 400, 'invalidRequest'],
    [
      'a body with the key __proto__',
      () => post(login.path, '{"__proto__":{"a":1},"username":"x","password":"y"}'),
      400,
      'invalidRequest',
    ],
    [
      'a body with the keys constructor and prototype',
      () => post(login.path, '{"constructor":{"prototype":{"a":1}},"username":"x","password":"y"}'),
      400,
      'invalidRequest',
    ],
    [
      'a body with 30,000 nested lists',
      () => post(login.path, `{"username":"x","password":"y","z":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
      400,
      'invalidRequest',
    ],
    [
      'a body with slightly more nested lists than any form has',
      () => post(login.path, '{"username":"x","password":"y","z":[[[[[[[[1]]]]]]]]}'),
      400,
      'invalidRequest',
    ],
    [
      'a body without a content type',
      () => fetch(urlOf(login.path), { method: 'POST', body: new Uint8Array([1]) }),
      415,
      'invalidRequest',
    ],
    ['XML', () => post(login.path, '<a/>', 'application/xml'), 415, 'invalidRequest'],
    ['another content type', () => post(login.path, '{}', 'text/plain'), 415, 'invalidRequest'],
    [
      'a form-encoded body',
      () => post(login.path, 'username=a', 'application/x-www-form-urlencoded'),
      415,
      'invalidRequest',
    ],
    [
      'files for a call that expects JSON',
      () => fetch(urlOf(login.path), { method: 'POST', body: createFileForm(3_000_000) }),
      415,
      'invalidRequest',
    ],
    ['JSON for a call that expects files', () => post(uploadFiles.path, '{}'), 415, 'invalidRequest'],
    [
      'an upload that ends too early',
      () => post(uploadFiles.path, incompleteForm, 'multipart/form-data; boundary=x'),
      400,
      'invalidRequest',
    ],
    [
      'an upload without a boundary',
      () => post(uploadFiles.path, incompleteForm, 'multipart/form-data'),
      400,
      'invalidRequest',
    ],
    [
      'a body larger than 64 KiB',
      () => post(login.path, `{"username":"${'a'.repeat(70_000)}"}`),
      413,
      'invalidRequest',
    ],
    ['the method GET', () => fetch(urlOf(login.path)), 405, 'invalidRequest'],
    ['the method PUT', () => fetch(urlOf(login.path), { method: 'PUT' }), 405, 'invalidRequest'],
    ['an unknown call', () => post('admin/makeCoffee', '{}'), 404, 'notFound'],
  ])('%s is refused', async (_, send, status, code) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ meta: { status: 'error', code } });
  });

  test('the call for the locations also allows GET, and returns the locations in German order [3.4]', async () => {
    const response = await fetch(urlOf(getLocations.path));
    const body = (await response.json()) as { locations: { label: string }[] };
    expect(body.locations.map(({ label }) => label)).toEqual(['Ämtstadt', 'Köln', 'Zwickau']);
  });

  test('every response has strict security headers, and responses to calls are never cached [2.12]', async () => {
    const { headers } = await post(login.path, '{}');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
  });

  test('a page of another website may not make calls [2.12]', async () => {
    const response = await fetch(urlOf(login.path), {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('unknown fields are ignored and change nothing [2.1]', async () => {
  const person = await world.addParticipant();
  const session = await world.signIn(person);
  const { status } = await world.call(listMyAppointments, session, { role: 3, participantId: 1, isSpeedCoach: 1 });
  expect(status).toBe(200);
  const { role_id } = await world.db
    .selectFrom('person')
    .select('role_id')
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
  expect(role_id).toBe(1);
});

test('the database role of the app can change neither the audit log nor the schema', async () => {
  const { db } = world.app;
  await expect(db.updateTable('audit').set({ action: 'x' }).execute()).rejects.toMatchObject({ code: '42501' });
  await expect(db.deleteFrom('audit').execute()).rejects.toMatchObject({ code: '42501' });
  await expect(db.schema.createTable('x').addColumn('a', 'integer').execute()).rejects.toMatchObject({ code: '42501' });
});

test('the health check and the call getPortal report the running version', async () => {
  const { version } = JSON.parse(readFileSync(join(checkoutRoot, 'package.json'), 'utf8')) as { version: string };
  expect(await (await fetch(`${world.address}/healthz`)).json()).toEqual({ status: 'ok', version });
  expect((await world.call(getPortal, null)).body.data?.version).toBe(version);
});

test('the API description lists the refusals of a call and describes flags as 0 and 1; it is also available as an HTML page [2.11]', async () => {
  const description = (await (await fetch(`${world.address}/api/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, { post: { description: string; responses: object } }>;
  };
  expect(description.openapi).toBe('3.1.0');
  const bookCall = description.paths[`/api/service/${bookAppointment.path}.php`]?.post;
  expect(bookCall?.description).toContain('`slotTaken`: Der Termin ist leider schon vergeben.');
  expect(Object.keys(bookCall?.responses ?? {})).toContain('409');
  expect(JSON.stringify(description.paths[`/api/service/${login.path}.php`])).toContain('"const":1');
  for (const path of ['/api/docs', '/api/docs/']) {
    const page = await fetch(world.address + path);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('swagger-initializer.js');
  }
  expect((await fetch(`${world.address}/api/docs/unknown`)).status).toBe(404);
});

test('the health checks report that the process runs, and that the database and the file store respond [10.11]', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect(await (await fetch(world.address + path)).json()).toMatchObject({ status: 'ok' });
});

test('the field name of an upload contains the session id followed by numbers, with any separators [5.2]', () => {
  const id = 'a1'.repeat(32);
  expect(readFieldName(`file_${id}_0`)).toEqual({ sessionId: id, numbers: [0] });
  expect(readFieldName(`file_${id}_17_3`)).toEqual({ sessionId: id, numbers: [17, 3] });
  expect(readFieldName(`file${id}-12`)).toEqual({ sessionId: id, numbers: [12] });
  expect(readFieldName(`file${id}5`)).toEqual({ sessionId: id, numbers: [5] });
  expect(readFieldName('file_0')).toEqual({ sessionId: '', numbers: [] });
});

test('the file name of a download is sent in ASCII and in UTF-8, even with umlauts, quotes and line breaks', () => {
  const header = contentDisposition('Müller "CV" (neu).docx');
  expect(header).toBe(
    `attachment; filename="Muller _CV_ (neu).docx"; filename*=UTF-8''M%C3%BCller%20%22CV%22%20%28neu%29.docx`,
  );
  expect(contentDisposition('履歴書.docx\r\nX: 1')).not.toMatch(/[\r\n]/);
});

describe('logs', () => {
  /**
   * Makes a request to a small server that has the portal's logger and error handler. The server handles the request
   * with `fail`, which throws an error. Returns the log and the body of the response.
   */
  async function captureLogOfFailure(fail: () => never, path = '/api/fail'): Promise<{ log: string; body: string }> {
    let log = '';
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString();
        done();
      },
    });
    const fastify = Fastify({ logger: { ...(logOptions('trace') as object), stream } });
    registerErrorHandlers(fastify, new Set());
    fastify.post('/api/fail', fail);
    const response = await fastify.inject({ method: 'POST', url: path, payload: { a: 1 } });
    await fastify.close();
    return { log, body: response.body };
  }

  test('an error is logged with its code, but without its message, which may contain personal data', async () => {
    const { log, body } = await captureLogOfFailure(() => {
      throw Object.assign(new Error('Key (email)=(geheim@test.example) already exists'), {
        code: '23505',
        detail: 'geheim@test.example',
      });
    });
    expect(log).toContain('23505');
    expect(log).not.toContain('geheim');
    expect(body).not.toContain('geheim');
    expect(JSON.parse(body)).toMatchObject({ meta: { code: 'unexpected' } });
    expect(body).toContain('req-');
  });

  test('a token in a URL is not logged', async () => {
    const { log } = await captureLogOfFailure(() => {
      throw new Error('x');
    }, '/api/fail?token=geheim');
    expect(log).toContain('/api/fail');
    expect(log).not.toContain('geheim');
  });
});

test('an upload with an unknown session id is refused', async () => {
  const boundary = 'boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file_${'0'.repeat(64)}_0"; filename="a.docx"\r\n\r\n`;
  const body = await new Promise<string>((resolve, reject) => {
    const upload = request(urlOf(uploadFiles.path), {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    upload.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text));
    });
    upload.on('error', reject);
    upload.write(head);
    upload.write('x');
    upload.end(`\r\n--${boundary}--\r\n`);
  });
  expect(JSON.parse(body)).toMatchObject({ status: 'error', meta: { message: 'session invalid' } });
});

test('a session can make several calls at the same time', async () => {
  const session = await world.signIn(await world.addParticipant());
  const responses = await Promise.all(Array.from({ length: 20 }, () => world.call(listBookableSlots, session)));
  expect(responses.every(({ status }) => status === 200)).toBe(true);
});
