import { Agent, request as requestHttps } from 'node:https';
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect, type ConnectionOptions, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLocations } from '../../src/features/provider/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { recordFigure } from './figure.ts';
import { startBehindProxy } from './proxied.ts';

let portal: Awaited<ReturnType<typeof startBehindProxy>>;
beforeAll(async () => {
  portal = await startBehindProxy({ disposable: true, env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => portal.stop());

/** Returns the protocol and the cipher that the proxy negotiates, or null if it refuses the handshake. */
function handshake(options: ConnectionOptions): Promise<string | null> {
  return new Promise((resolve) => {
    const { hostname: host, port } = new URL(portal.address);
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    }).on('error', () => resolve(null));
  });
}

// OpenSSL offers weak ciphers only with security level 0.
const handshakeWith = (version: SecureVersion, ciphers: string) =>
  handshake({ minVersion: version, maxVersion: version, ciphers: `${ciphers}:@SECLEVEL=0` });

test('the proxy negotiates TLS 1.3 and 1.2 with the strongest cipher, and nothing older or weaker', async () => {
  expect(await handshake({})).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384');
  // A client that prefers the weaker cipher gets the stronger one.
  expect(await handshakeWith('TLSv1.2', 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384')).toBe(
    'TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384',
  );
  const weakCiphers = [
    'AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-SHA384',
    'ECDHE-ECDSA-AES128-SHA',
    'DHE-RSA-AES128-GCM-SHA256',
  ];
  const attempts = [
    ...['TLSv1', 'TLSv1.1'].map((version) => handshakeWith(version as SecureVersion, 'ALL')),
    ...weakCiphers.map((cipher) => handshakeWith('TLSv1.2', cipher)),
  ];
  const acceptedOffers = (await Promise.all(attempts)).filter((negotiated) => negotiated !== null);
  recordFigure({
    subject: 'Older protocols and weaker ciphers offered to the proxy',
    result: `${attempts.length} offered, ${acceptedOffers.length} accepted`,
    goal: '0 accepted',
    isMet: acceptedOffers.length === 0,
  });
  expect(acceptedOffers).toEqual([]);
});

/** Sends a request; returns the response's status and headers, and the names of its raw headers. */
function sendRequest(address: string, method: 'GET' | 'POST' = 'GET') {
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; rawHeaderNames: string[] }>(
    (resolve, reject) => {
      const handleResponse = (response: IncomingMessage) => {
        response.resume();
        const rawHeaderNames = response.rawHeaders.filter((_, n) => n % 2 === 0).map((name) => name.toLowerCase());
        resolve({ status: response.statusCode, headers: response.headers, rawHeaderNames });
      };
      const clientRequest = address.startsWith('https:')
        ? requestHttps(address, { method, agent: new Agent({ rejectUnauthorized: false }) }, handleResponse)
        : requestHttp(address, { method }, handleResponse);
      clientRequest.once('error', reject).end();
    },
  );
}

test('over http, the proxy redirects pages to https, and refuses calls and calendars', async () => {
  const pageResponse = await sendRequest(`${portal.httpAddress}/coachings?von=2026-12-01`);
  expect([pageResponse.status, pageResponse.headers.location]).toEqual([
    308,
    `${portal.address}/coachings?von=2026-12-01`,
  ]);
  expect((await sendRequest(portal.httpAddress + servicePath(getLocations), 'POST')).status).toBe(403);
  expect((await sendRequest(`${portal.httpAddress}/kalender/${'a'.repeat(64)}.ics`)).status).toBe(403);
});

test('every response through the proxy has HSTS, and each security header exactly once', async () => {
  const paths = ['/', '/coachings', servicePath(getLocations), '/api/nowhere', '/assets/nowhere.js', '/kalender/x.ics'];
  for (const path of paths) {
    const { headers, rawHeaderNames } = await sendRequest(portal.address + path);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    for (const name of ['strict-transport-security', 'content-security-policy', 'x-content-type-options'])
      expect([path, name, rawHeaderNames.filter((rawName) => rawName === name)]).toEqual([path, name, [name]]);
  }
});

test('while no process runs, the proxy refuses calls with a declared error, and shows a notice instead of pages', async () => {
  await Promise.all([portal.endProcess(0, 'SIGTERM'), portal.endProcess(1, 'SIGTERM')]);
  const agent = new Agent({ rejectUnauthorized: false });
  const fetchText = (path: string) =>
    new Promise<{ response: IncomingMessage; text: string }>((resolve, reject) => {
      const clientRequest = requestHttps(portal.address + path, { agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () => resolve({ response, text }));
      });
      clientRequest.once('error', reject).end();
    });
  const callResult = await fetchText(servicePath(getLocations));
  expect(callResult.response.statusCode).toBe(503);
  expect(callResult.response.headers['content-type']).toBe('application/json');
  expect(JSON.parse(callResult.text)).toMatchObject({ meta: { status: 'error', code: 'overloaded' } });
  const pageResult = await fetchText('/coachings');
  expect(pageResult.response.statusCode).toBe(503);
  expect(pageResult.text).toContain('Das Portal ist gleich wieder da.');
  for (const { response } of [callResult, pageResult])
    expect(response.headers['strict-transport-security']).toContain('max-age');
  await Promise.all([portal.startProcess(0), portal.startProcess(1)]);
  expect((await fetchText('/')).response.statusCode).toBe(200);
  agent.destroy();
});
