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

/** The protocol and the cipher that the proxy negotiates; null if it refuses. */
function handshake(options: ConnectionOptions): Promise<string | null> {
  return new Promise((resolve) => {
    const { hostname: host, port } = new URL(portal.address);
    const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    }).on('error', () => resolve(null));
  });
}

const handshakeWith = (version: SecureVersion, ciphers: string) =>
  handshake({ minVersion: version, maxVersion: version, ciphers: `${ciphers}:@SECLEVEL=0` });

test('the proxy speaks TLS 1.3 and 1.2 with the strongest ciphers first, and nothing older or weaker', async () => {
  expect(await handshake({})).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384');
  // A client that prefers the weaker cipher gets the stronger one.
  expect(await handshakeWith('TLSv1.2', 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384')).toBe(
    'TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384',
  );
  const weak = [
    'AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-SHA384',
    'ECDHE-ECDSA-AES128-SHA',
    'DHE-RSA-AES128-GCM-SHA256',
  ];
  const tried = [
    ...['TLSv1', 'TLSv1.1'].map((version) => handshakeWith(version as SecureVersion, 'ALL')),
    ...weak.map((cipher) => handshakeWith('TLSv1.2', cipher)),
  ];
  const accepted = (await Promise.all(tried)).filter((answer) => answer !== null);
  recordFigure({
    what: 'Older protocols and weaker ciphers offered to the proxy',
    result: `${tried.length} offered, ${accepted.length} accepted`,
    goal: '0 accepted',
    holds: accepted.length === 0,
  });
  expect(accepted).toEqual([]);
});

/** Sends a request; returns the status, the headers, and the names of the raw headers. */
function ask(address: string, method: 'GET' | 'POST' = 'GET') {
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; raw: string[] }>((resolve, reject) => {
    const take = (answer: IncomingMessage) => {
      answer.resume();
      const raw = answer.rawHeaders.filter((_, n) => n % 2 === 0).map((name) => name.toLowerCase());
      resolve({ status: answer.statusCode, headers: answer.headers, raw });
    };
    const sent = address.startsWith('https:')
      ? requestHttps(address, { method, agent: new Agent({ rejectUnauthorized: false }) }, take)
      : requestHttp(address, { method }, take);
    sent.once('error', reject).end();
  });
}

test('http redirects pages to https and refuses calls and calendars', async () => {
  const page = await ask(`${portal.plainAddress}/coachings?von=2026-12-01`);
  expect([page.status, page.headers.location]).toEqual([308, `${portal.address}/coachings?von=2026-12-01`]);
  expect((await ask(portal.plainAddress + servicePath(getLocations), 'POST')).status).toBe(403);
  expect((await ask(`${portal.plainAddress}/kalender/${'a'.repeat(64)}.ics`)).status).toBe(403);
});

test('every answer through the proxy has HSTS and each security header once', async () => {
  const paths = ['/', '/coachings', servicePath(getLocations), '/api/nowhere', '/assets/nowhere.js', '/kalender/x.ics'];
  for (const path of paths) {
    const { headers, raw } = await ask(portal.address + path);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    for (const name of ['strict-transport-security', 'content-security-policy', 'x-content-type-options'])
      expect([path, name, raw.filter((each) => each === name)]).toEqual([path, name, [name]]);
  }
});

test('while no process runs, the proxy answers calls with a refusal of the contract and pages with a sentence', async () => {
  await Promise.all([portal.end(0, 'SIGTERM'), portal.end(1, 'SIGTERM')]);
  const agent = new Agent({ rejectUnauthorized: false });
  const read = (path: string) =>
    new Promise<{ answer: IncomingMessage; text: string }>((resolve, reject) => {
      const sent = requestHttps(portal.address + path, { agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.once('end', () => resolve({ answer, text }));
      });
      sent.once('error', reject).end();
    });
  const call = await read(servicePath(getLocations));
  expect(call.answer.statusCode).toBe(503);
  expect(call.answer.headers['content-type']).toBe('application/json');
  expect(JSON.parse(call.text)).toMatchObject({ meta: { status: 'error', code: 'overloaded' } });
  const page = await read('/coachings');
  expect(page.answer.statusCode).toBe(503);
  expect(page.text).toContain('Das Portal ist gleich wieder da.');
  for (const { answer } of [call, page]) expect(answer.headers['strict-transport-security']).toContain('max-age');
  await Promise.all([portal.start(0), portal.start(1)]);
  expect((await read('/')).answer.statusCode).toBe(200);
  agent.destroy();
});
