import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSession } from '../../../features/accounts/contract.ts';
import { downloadFile, getFiles, uploadFiles } from '../../../features/files/contract.ts';
import { getLocations } from '../../../features/provider/contract.ts';
import type { Call } from '../../../shared/call.ts';
import { servicePath } from '../calls/calls.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';

const publicUrl = 'https://portal.provider.example';
const allowedOrigin = 'https://www.provider.example';
let world: World;
let session: string;
let docx: Uint8Array;
beforeAll(async () => {
  world = await openWorld({ env: { PUBLIC_URL: publicUrl, ALLOWED_ORIGINS: allowedOrigin, TRUST_PROXY: 'loopback' } });
  session = await world.signIn(await world.addParticipant({ hasCv: false }));
  docx = await readFile(
    resolve(import.meta.dirname, '../../../features/files/testdata/documents/single-paragraph.docx'),
  );
});
afterAll(() => world.close());

type Headers = Record<string, string>;
interface ReceivedResponse {
  status: number;
  type: string;
  body: string;
}

/** Sends a request with exactly these headers. `fetch` would set some headers itself, such as the host. */
async function send(
  method: string,
  call: Call,
  headers: Headers,
  body?: Uint8Array | string,
): Promise<ReceivedResponse> {
  const outgoingRequest = request(world.address + servicePath(call), { method, headers });
  outgoingRequest.end(body);
  const [response] = (await once(outgoingRequest, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body: await text(response) };
}

/** Makes a JSON call with these headers. */
const post = (call: Call, headers: Headers, input: object = {}) =>
  send(
    'POST',
    call,
    { 'content-type': 'application/json', ...headers },
    JSON.stringify({ sessionId: session, ...input }),
  );

/** Uploads a Word file with these headers. */
function upload(headers: Headers, name: string): Promise<ReceivedResponse> {
  const head = `--x\r\nContent-Disposition: form-data; name="file_${session}_0"; filename="${name}"\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), docx, Buffer.from('\r\n--x--\r\n')]);
  return send('POST', uploadFiles, { 'content-type': 'multipart/form-data; boundary=x', ...headers }, bytes);
}

const getStoredFiles = async () => (await world.call(getFiles, session)).body.files?.uploadParticiopant ?? [];

describe('a call from a page [2.12]', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page with the origin null, such as a sandboxed frame', { origin: 'null' }],
    ['a site whose host name begins with the portal’s host name', { origin: `${publicUrl}.evil.example` }],
    ['another host name of the same provider', { origin: 'https://blog.provider.example' }],
    ['another port of the portal’s host name', { origin: `${publicUrl}:8443` }],
    ['the portal’s host name without TLS', { origin: 'http://portal.provider.example' }],
    ['another port of the requested host', { origin: 'http://localhost:3001', host: 'localhost:3000' }],
    ['something that is not an origin', { origin: 'portal', host: 'portal' }],
    [
      'another site, which the browser also reports as cross-site',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    ],
    [
      'an HTTP page that calls the same host name over HTTPS',
      { origin: 'http://second.example', host: 'second.example', 'x-forwarded-proto': 'https' },
    ],
  ] as [string, Headers][])('that comes from %s is refused', async (_from, headers) => {
    const { status, body } = await post(checkSession, headers);
    expect(status).toBe(403);
    expect(JSON.parse(body)).toEqual({
      meta: {
        status: 'error',
        code: 'foreignOrigin',
        message:
          'Das Portal nimmt von dieser Seite keine Anfragen an. Bitte öffne das Portal unter seiner eigenen Adresse.',
      },
    });
  });

  test.each([
    ['the portal at its public address', { origin: publicUrl }],
    ['an allowed site', { origin: allowedOrigin }],
    ['the portal under a second host name', { origin: 'https://second.example', host: 'second.example' }],
    ['the portal on this machine', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
    ['the portal at an IPv4 address of this machine', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['the portal at an IPv6 address of this machine', { origin: 'http://[::1]:3000', host: '[::1]:3000' }],
    [
      'the portal through a proxy that names the port',
      { origin: 'https://second.example', host: 'second.example:443' },
    ],
    [
      'the portal through a proxy that names the requested host',
      { origin: 'https://second.example', host: 'app:3000', 'x-forwarded-host': 'second.example' },
    ],
    [
      'the portal through a proxy that does not name the host, if the browser reports the same origin',
      { origin: 'https://second.example', host: 'app:3000', 'sec-fetch-site': 'same-origin' },
    ],
    ['a program, which sends no origin', {}],
  ] as [string, Headers][])('that comes from %s is allowed', async (_from, headers) => {
    const { status, body } = await post(checkSession, headers);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ data: { sessionId: session } });
  });

  test('that uploads a file from another site is refused, and no file is stored', async () => {
    expect((await upload({ origin: 'https://evil.example' }, 'fremd.docx')).status).toBe(403);
    expect(await getStoredFiles()).toEqual([]);
    expect((await upload({ origin: publicUrl }, 'eigen.docx')).status).toBe(200);
    expect(await getStoredFiles()).toMatchObject([{ name: 'eigen.docx' }]);
  });

  test('that downloads a file from another site is refused', async () => {
    await upload({}, 'eigen.docx');
    const fileId = (await getStoredFiles())[0]?.id ?? 0;
    const foreignResponse = await post(downloadFile, { origin: 'https://evil.example' }, { fileId });
    expect(foreignResponse).toMatchObject({ status: 403, type: expect.stringContaining('json') });
    const ownResponse = await post(downloadFile, { origin: publicUrl }, { fileId });
    expect(ownResponse).toMatchObject({ status: 200, type: 'application/octet-stream' });
  });

  test('that comes from another site is refused before its session and form are checked', async () => {
    const { status, body } = await send('POST', uploadFiles, { origin: 'https://evil.example' }, '{');
    expect({ status, code: (JSON.parse(body) as { meta: { code: string } }).meta.code }).toEqual({
      status: 403,
      code: 'foreignOrigin',
    });
  });

  test('may fetch the locations by GET without an origin or from the portal, but not from another site [3.4]', async () => {
    expect((await send('GET', getLocations, {})).status).toBe(200);
    expect((await send('GET', getLocations, { origin: publicUrl })).status).toBe(200);
    expect((await send('GET', getLocations, { origin: 'https://evil.example' })).status).toBe(403);
  });
});
