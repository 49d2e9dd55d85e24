import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../../tests/support/world.ts';

let folder: string;
let world: World;

const link = (key: string) => `<li class="x"><a class="y" href="portal:${key}" target="_blank">${key}</a></li>`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-documents-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, 'documents'));
  for (const name of ['_start', '_unknown', 'booking'])
    await writeFile(
      join(folder, 'documents', `${name}.html`),
      `<html><head></head><body><h1>${name}</h1><h2>portal:provider</h2><ul>${link('imprint')}${link('blog')}</ul></body></html>`,
    );
  const links = { imprint: 'https://haus.example/?a=1&b="2"' };
  await writeFile(join(folder, 'portal.json'), JSON.stringify({ provider: 'Müller & <Söhne> $&', links }));
  world = await openWorld({ env: { PORTAL_FILE: join(folder, 'portal.json') }, webRoot: folder });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(world.address + path, { headers });
const textOf = async (path: string) => (await get(path)).text();

test('each path has its own page, regardless of capitals and slashes, and all unknown paths share one page', async () => {
  expect(await textOf('/')).toContain('<h1>_start</h1>');
  for (const path of ['/booking', '/Booking/', '/booking?anzahl=10'])
    expect(await textOf(path)).toContain('<h1>booking</h1>');
  for (const path of ['/gibt-es-nicht', '/booking/tief']) expect(await textOf(path)).toContain('<h1>_unknown</h1>');
  for (const path of ['/documents/booking.html', '/api/x', '/x.png']) expect((await get(path)).status).toBe(404);
});

test('a page contains the provider’s name and the links that have a URL, escaped for HTML', async () => {
  const html = await textOf('/booking');
  expect(html).toContain('<h2>Müller &#38; &#60;Söhne&#62; $&#38;</h2>');
  expect(html).toContain('href="https://haus.example/?a=1&#38;b=&#34;2&#34;"');
  expect(html).not.toContain('blog');
  expect(html).not.toContain('portal:');
  const [, content = ''] = /<meta name="portal" content="([^"]*)">/.exec(html) ?? [];
  const data: unknown = JSON.parse(content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
  expect(data).toMatchObject({ provider: 'Müller & <Söhne> $&', coachingEmail: expect.any(String), chatScript: null });
});

test('a page is compressed if the browser accepts that, and not sent again if the browser already has it', async () => {
  const response = await get('/booking', { 'accept-encoding': 'gzip, br' });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  });
  expect(await response.text()).toContain('<h1>booking</h1>');
  const gzipResponse = await get('/booking', { 'accept-encoding': 'br;q=0, gzip' });
  expect(gzipResponse.headers.get('content-encoding')).toBe('gzip');
  expect(await gzipResponse.text()).toContain('<h1>booking</h1>');
  expect((await get('/booking', { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull();

  const etag = response.headers.get('etag') ?? '';
  const repeatedResponse = await get('/booking', { 'if-none-match': etag });
  expect(repeatedResponse.status).toBe(304);
  expect(await repeatedResponse.text()).toBe('');
  const headResponse = await fetch(`${world.address}/booking`, { method: 'HEAD' });
  expect([headResponse.status, headResponse.headers.get('etag')]).toEqual([200, etag]);
});
