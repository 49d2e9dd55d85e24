import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../../../features/accounts/contract.ts';
import { renewFeed } from '../../../features/calendar-feed/contract.ts';
import { downloadFile, getFiles, uploadFiles } from '../../../features/files/contract.ts';
import { servicePath } from '../calls/calls.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';

let folder: string;
let world: World;
let session: string;
let fileId: number;
let calendarPath: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-headers-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'documents'));
  for (const name of ['_start', '_unknown'])
    await writeFile(join(folder, 'documents', `${name}.html`), '<!doctype html><p>x</p>');
  await writeFile(join(folder, 'assets/a-1.js'), '0;');
  await writeFile(join(folder, 'color-scheme.js'), '0;');
  await writeFile(join(folder, 'color-scheme.js.gz'), gzipSync('0;'));
  await writeFile(join(folder, 'portal.json'), JSON.stringify({ chatScript: 'https://chat.example/w.js' }));
  world = await openWorld({
    env: { PORTAL_FILE: join(folder, 'portal.json'), PUBLIC_URL: 'https://portal.example' },
    webRoot: folder,
  });
  session = await world.signIn(await world.addParticipant({ hasCv: false }));
  const bytes = await readFile(
    resolve(import.meta.dirname, '../../../features/files/testdata/documents/single-paragraph.docx'),
  );
  await world.send(uploadFiles, [{ field: `file_${session}_0`, name: 'a.docx', bytes }]);
  fileId = (await world.call(getFiles, session)).body.files?.uploadParticiopant[0]?.id ?? 0;
  calendarPath = new URL((await world.call(renewFeed, session)).body.data?.address ?? '').pathname;
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string) => fetch(world.address + path);
const post = (path: string, body: object, type = 'application/json') =>
  fetch(world.address + path, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) });

/** Requests of each kind, with the expected status. */
const requests: [name: string, send: () => Promise<Response>, status: number][] = [
  ['the start page', () => get('/'), 200],
  ['a page', () => get('/appointments'), 200],
  ['a script', () => get('/assets/a-1.js'), 200],
  ['the script that every page starts with', () => get('/color-scheme.js'), 200],
  ['a missing script', () => get('/assets/b-2.js'), 404],
  ['a call', () => post(servicePath(getFiles), { sessionId: session }), 200],
  ['a refused call', () => post(servicePath(getFiles), { sessionId: 'x' }), 200],
  ['a body without its fields', () => post(servicePath(login), {}), 400],
  ['an unknown call', () => post('/api/service/none.php', {}), 404],
  ['a wrong method', () => get(servicePath(login)), 405],
  ['a body that is too large', () => post(servicePath(login), { x: 'x'.repeat(70_000) }), 413],
  ['a wrong content type', () => post(servicePath(login), {}, 'text/plain'), 415],
  ['a URL that cannot be decoded', () => get('/%ff'), 404],
  ['a URL with a long part', () => get(`/kalender/${'x'.repeat(5000)}`), 404],
  ['a download', () => post(servicePath(downloadFile), { sessionId: session, fileId }), 200],
  ['a missing download', () => post(servicePath(downloadFile), { sessionId: session, fileId: 2_000_000 }), 404],
  ['a calendar', () => get(calendarPath), 200],
  ['a missing calendar', () => get('/kalender/x.ics'), 404],
  ['the OpenAPI document', () => get('/api/openapi.json'), 200],
  ['the page of the API documentation', () => get('/api/docs/'), 200],
  ['the script of the API documentation', () => get('/api/docs/static/swagger-ui-bundle.js'), 200],
  ['the health check', () => get('/healthz'), 200],
];

describe.each(requests)('%s', (_, send, status) => {
  test('gets a response with strict headers', async () => {
    const response = await send();
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect(response.headers.get('permissions-policy')).toMatch(/camera=\(\).*microphone=\(\)/);
    expect(response.headers.get('server')).toBeNull();
    expect(response.headers.get('x-powered-by')).toBeNull();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|\.[a-z]{2,}/);
  });
});

test('responses of calls, downloads and calendars are never cached, but scripts are cached for a year', async () => {
  const fetchCacheControl = async (name: string) => {
    const [, send = () => get('/')] = requests.find(([requestName]) => requestName === name) ?? [];
    return (await send()).headers.get('cache-control');
  };
  for (const name of ['a call', 'a body without its fields', 'an unknown call', 'a download'])
    expect(await fetchCacheControl(name)).toBe('no-store');
  for (const name of ['a calendar', 'a missing calendar'])
    expect(await fetchCacheControl(name)).toBe('private, no-store');
  expect(await fetchCacheControl('a page')).toBe('no-cache');
  expect(await fetchCacheControl('a script')).toContain('immutable');
  expect(await fetchCacheControl('the script that every page starts with')).toContain('stale-while-revalidate');
});

test('only the chat’s frame may load from the configured host and be embedded; its other headers are strict', async () => {
  const { headers } = await get('/chat-frame');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src https:\/\/chat\.example;/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(headers.get('x-frame-options')).toBeNull();
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  expect(headers.get('strict-transport-security')).toContain('max-age');
  expect(headers.get('permissions-policy')).toContain('camera=()');
});

test('pages may turn text into markup or script only through the Trusted Types policy that they load first', async () => {
  const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
  for (const page of ['/', '/appointments'])
    expect(await policyOf(page)).toContain("require-trusted-types-for 'script';trusted-types default");
  // A library creates the page of the API documentation, and it cannot use Trusted Types.
  expect(await policyOf('/api/docs/')).not.toContain('trusted-types');
});

test('pages that show documents have the same policy as all others: no eval, nothing inline, no other host [5.11]', async () => {
  const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy')?.split(';');
  const defaultPolicy = await policyOf('/');
  expect(defaultPolicy?.filter((directive) => !/^(style|require|trusted)/.test(directive))).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
  for (const page of ['/files', '/daily-plan', '/search-participant-admin', '/intern-coach'])
    expect(await policyOf(page)).toEqual(defaultPolicy);
});

test('a portal without TLS does not send Strict-Transport-Security', async () => {
  const worldWithoutTls = await openWorld();
  try {
    expect((await fetch(`${worldWithoutTls.address}/chat-frame`)).headers.get('content-security-policy')).toContain(
      "'none'",
    );
    expect((await fetch(`${worldWithoutTls.address}/healthz`)).headers.get('strict-transport-security')).toBeNull();
  } finally {
    await worldWithoutTls.close();
  }
});
