import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWebhookReceiver, type WebhookReceiver } from '../../../tests/support/webhook-receiver.ts';
import { isForbiddenReceiver, lookUpBySystem, post, type LookUp, type Receiver } from './receiver.adapter.ts';

let receiver: WebhookReceiver;
let port: string;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
  port = new URL(receiver.url).port;
});
beforeEach(() => {
  receiver.answerWith(204);
  receiver.messages.length = 0;
});
afterAll(() => receiver.close());

const loopback = { address: '127.0.0.1', family: 4 };
const publicAddress = { address: '8.8.8.8', family: 4 };
const lookUpLoopback: LookUp = () => Promise.resolve([loopback]);
const message = () => ({
  headers: { 'webhook-id': '1' },
  body: '{"type":"test","timestamp":"","data":{}}',
  signal: AbortSignal.timeout(20_000),
});
const send = (url: string, options: Partial<Receiver> = {}) =>
  post({ url, hosts: [], lookUp: lookUpLoopback, ...options }, message());

describe('an internal address gets nothing, not even a connection [18.3]', () => {
  // Where there is IPv6, somebody listens there on the same port.
  let connectionsByIPv6 = 0;
  const listener = createServer(() => connectionsByIPv6++);
  beforeAll(async () => {
    await new Promise((resolve) =>
      listener.once('listening', resolve).once('error', resolve).listen(Number(port), '::1'),
    );
  });
  afterAll(() => void listener.close());

  test.each([
    ['by http', 'http://127.0.0.1:PORT/'],
    ['by http as one decimal number', 'http://2130706433:PORT/'],
    ['loopback', 'https://127.0.0.1:PORT/'],
    ['loopback by name', 'https://localhost:PORT/'],
    ['any other name that leads there', 'https://empfang.example:PORT/'],
    ['as one decimal number', 'https://2130706433:PORT/'],
    ['as one hexadecimal number', 'https://0x7f000001:PORT/'],
    ['with a hexadecimal number for each part', 'https://0x7f.0x0.0x0.0x1:PORT/'],
    ['with an octal number', 'https://0177.0.0.1:PORT/'],
    ['as one octal number', 'https://017700000001:PORT/'],
    ['with missing numbers', 'https://127.1:PORT/'],
    ['in letters of full width', 'https://１２７.0.0.1:PORT/'],
    ['with the full stops of Chinese', 'https://127。0。0。1:PORT/'],
    ['with a full stop at its end', 'https://127.0.0.1.:PORT/'],
    ['by name with a full stop at its end', 'https://localhost.:PORT/'],
    ['behind a public one as the name of a user', 'https://8.8.8.8@127.0.0.1:PORT/'],
    ['unspecified', 'https://0.0.0.0:PORT/'],
    ['loopback of IPv6', 'https://[::1]:PORT/'],
    ['unspecified of IPv6', 'https://[::]:PORT/'],
    ['IPv4 inside of IPv6', 'https://[::ffff:127.0.0.1]:PORT/'],
    ['IPv4 inside of IPv6, the old way', 'https://[::127.0.0.1]:PORT/'],
    ['IPv4 inside of IPv6, translated', 'https://[::ffff:0:127.0.0.1]:PORT/'],
    ['IPv4 inside of IPv6, by NAT64', 'https://[64:ff9b::7f00:1]:PORT/'],
    ['private IPv4 inside of IPv6, by NAT64', 'https://[64:ff9b::10.0.0.1]:PORT/'],
    ['IPv4 inside of IPv6, by NAT64 of the own network', 'https://[64:ff9b:1::7f00:1]:PORT/'],
    ['private IPv4 inside of IPv6, by 6to4', 'https://[2002:a00:1::1]:PORT/'],
    ['IPv4 inside of IPv6, by Teredo', 'https://[2001:0:7f00:1::1]:PORT/'],
    ['link-local', 'https://169.254.169.254:PORT/'],
    ['the keys of a cloud by http', 'http://169.254.169.254/latest/meta-data/'],
    ['the keys of a cloud by IPv6', 'https://[fd00:ec2::254]:PORT/'],
    ['link-local of IPv6', 'https://[fe80::1]:PORT/'],
    ['private', 'https://10.0.0.1:PORT/'],
    ['private of IPv6', 'https://[fc00::1]:PORT/'],
    ['shared by the customers of a provider', 'https://100.64.0.1:PORT/'],
    ['of a group', 'https://224.0.0.1:PORT/'],
    ['of a group of IPv6', 'https://[ff02::1]:PORT/'],
    ['everybody in the network', 'https://255.255.255.255:PORT/'],
    ['another protocol', 'ftp://empfang.example:PORT/'],
  ])('%s', async (_name, template) => {
    const url = template.replace('PORT', port);
    const connectionsBefore = receiver.connectionCount();
    expect(await isForbiddenReceiver({ url, hosts: [], lookUp: lookUpLoopback })).toBe(true);
    expect(await send(url)).toEqual({ status: null, answer: null, error: 'forbiddenAddress' });
    expect(receiver.connectionCount()).toBe(connectionsBefore);
    expect(connectionsByIPv6).toBe(0);
  });

  test.each(['::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fe80::1%lo', 'fd00:ec2::254', '169.254.169.254'])(
    'a host that is at %s',
    async (address) => {
      const lookUp: LookUp = () => Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]);
      const url = `https://empfang.example:${port}/`;
      expect(await isForbiddenReceiver({ url, hosts: [], lookUp })).toBe(true);
      expect(await send(url, { lookUp })).toEqual({ status: null, answer: null, error: 'forbiddenAddress' });
      expect(connectionsByIPv6).toBe(0);
    },
  );

  test('a host of which only one address is internal', async () => {
    const lookUp: LookUp = () => Promise.resolve([publicAddress, loopback]);
    expect(await send(`https://empfang.example:${port}/`, { lookUp })).toMatchObject({ error: 'forbiddenAddress' });
  });

  test('a host that was public when the webhook was made', async () => {
    const url = `https://empfang.example:${port}/`;
    const addresses = [publicAddress, loopback];
    const lookUp: LookUp = () => Promise.resolve(addresses.splice(0, 1));
    const connectionsBefore = receiver.connectionCount();
    expect(await isForbiddenReceiver({ url, hosts: [], lookUp })).toBe(false);
    expect(await send(url, { lookUp })).toEqual({ status: null, answer: null, error: 'forbiddenAddress' });
    expect(receiver.connectionCount()).toBe(connectionsBefore);
  });
});

test('the portal connects to the very address that it has checked, with the host’s name in the request [18.3]', async () => {
  let lookUps = 0;
  const lookUp: LookUp = () => Promise.resolve(lookUps++ === 0 ? [loopback] : [publicAddress]);
  const url = `http://empfang.example:${port}/portal?a=b`;
  expect(await send(url, { lookUp, hosts: ['empfang.example'] })).toMatchObject({ status: 204, error: null });
  expect(lookUps).toBe(1);
  expect(receiver.messages).toMatchObject([{ path: '/portal?a=b', headers: { host: `empfang.example:${port}` } }]);
});

test.each([301, 302, 303, 307, 308])('a redirect is not followed: its status counts, %d [18.3]', async (status) => {
  const target = await openWebhookReceiver();
  receiver.answerWith(status, { location: target.url });
  expect(await send(receiver.url, { hosts: ['127.0.0.1'] })).toMatchObject({ status, error: null });
  expect(target.connectionCount()).toBe(0);
  await target.close();
});

describe('WEBHOOK_HOSTS [18.3]', () => {
  test.each([
    ['127.0.0.1', true],
    ['127.0.0.1:PORT', true],
    ['127.1:PORT', true],
    ['127.0.0.1:1', false],
    ['127.0.0.2', false],
    ['localhost', false],
    ['[::1]', false],
  ])('with %s, an address by http on loopback is allowed: %s', async (host, allowed) => {
    const hosts = [host.replace('PORT', port)];
    expect(await isForbiddenReceiver({ url: receiver.url, hosts, lookUp: lookUpBySystem })).toBe(!allowed);
  });

  test.each([
    ['https://crm.intern/', 'crm.intern:443', true],
    ['http://crm.intern/', 'crm.intern:80', true],
    ['http://crm.intern/', 'crm.intern:443', false],
    ['https://CRM.intern/', 'crm.Intern', true],
    ['https://[::1]:8443/', '[0:0::1]:8443', true],
    ['https://www.crm.intern/', 'crm.intern', false],
    ['https://crm.intern.empfang.example/', 'crm.intern', false],
    ['ftp://crm.intern/', 'crm.intern', false],
  ])('%s with the entry %s: %s', async (url, host, allowed) => {
    expect(await isForbiddenReceiver({ url, hosts: [host], lookUp: lookUpLoopback })).toBe(!allowed);
  });
});

test('a host that is unknown now is not forbidden, and the code of the error is returned [18.3]', async () => {
  const lookUp: LookUp = () => Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }));
  const url = 'https://empfang.example/';
  expect(await isForbiddenReceiver({ url, hosts: [], lookUp })).toBe(false);
  expect(await send(url, { lookUp })).toEqual({ status: null, answer: null, error: 'ENOTFOUND' });
});

describe('the answer of a receiver [18.4]', () => {
  const sendToReceiver = (limitMs?: number) =>
    send(receiver.url, { hosts: ['127.0.0.1'], ...(limitMs === undefined ? {} : { limitMs }) });

  test('that does not come in time fails the try', async () => {
    receiver.answer = () => {};
    expect(await sendToReceiver(100)).toEqual({ status: null, answer: null, error: 'timeout' });
  });

  test('counts with its status if the rest does not come', async () => {
    receiver.answer = (response) => void response.writeHead(200).write('begin');
    expect(await sendToReceiver(300)).toMatchObject({ status: 200, error: null });
  });

  test('is kept as text, its first 500 characters, without those that cannot be shown', async () => {
    receiver.answer = (response) =>
      void response.writeHead(422).end(`\u0000\u001b[31mKein Feld „kind“ 🙂${'x'.repeat(600)}`);
    const { answer } = await sendToReceiver();
    expect(answer).toMatch(/^\[31mKein Feld „kind“ 🙂x+$/u);
    expect(Array.from(answer ?? '')).toHaveLength(500);
  });

  test('is not read beyond 64 kB', async () => {
    let isClosed = false;
    let written = 0;
    receiver.answer = (response) => {
      response.on('close', () => (isClosed = true));
      const write = () => {
        while (!isClosed && response.write(Buffer.alloc(16_000))) written += 16_000;
      };
      response.on('drain', write);
      response.writeHead(200);
      write();
    };
    expect(await sendToReceiver()).toMatchObject({ status: 200, error: null });
    await expect.poll(() => isClosed).toBe(true);
    // The buffers of the connection take some more.
    expect(written).toBeLessThan(20_000_000);
  });

  test('fails the try if the connection breaks off before it', async () => {
    receiver.answer = (response) => response.destroy();
    expect(await sendToReceiver()).toEqual({ status: null, answer: null, error: 'ECONNRESET' });
  });

  test('fails the try if it is not HTTP, or too long a head', async () => {
    const server = createServer((socket) => void socket.on('error', () => {}).end('x'.repeat(100_000)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port: otherPort } = server.address() as { port: number };
    const outcome = await send(`http://127.0.0.1:${otherPort}/`, { hosts: ['127.0.0.1'] });
    expect(outcome.status).toBeNull();
    expect(outcome.error).toMatch(/^HPE_/);
    await new Promise((resolve) => server.close(resolve));
  });
});

test('a look-up that does not end in time fails the try, and is no reason to forbid an address [18.3]', async () => {
  const lookUp: LookUp = () => new Promise(() => {});
  const options = { lookUp, limitMs: 50, hosts: [] };
  expect(await send('https://empfang.example/', options)).toEqual({ status: null, answer: null, error: 'timeout' });
  expect(await isForbiddenReceiver({ url: 'https://empfang.example/', ...options })).toBe(false);
});
