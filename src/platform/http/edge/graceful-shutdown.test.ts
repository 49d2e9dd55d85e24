import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createApplication } from '../../../app/application.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/**
 * Opens a portal that keeps serving open connections for a minute while it closes. Also opens a connection, and sends
 * one request on it.
 */
async function openDrainingPortal() {
  const portal = await createApplication({ ...world.settings, drainSeconds: 60 }, world.appUrl, null, {
    runsJobs: false,
  });
  const { port } = new URL(await portal.fastify.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  const sendRequest = async () => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: portal.example\r\n\r\n');
    return String((await once(socket, 'data'))[0]);
  };
  expect(await sendRequest()).toContain('keep-alive');
  return { portal, port: Number(port), socket, sendRequest };
}

test('a closing portal accepts no new connections, serves one more request on each open connection, and then ends', async () => {
  const { portal, port, socket, sendRequest } = await openDrainingPortal();
  const closing = portal.close();
  await expect(
    new Promise((resolve, reject) => connect(port, '127.0.0.1', () => resolve('connected')).on('error', reject)),
  ).rejects.toThrow('ECONNREFUSED');
  const closed = once(socket, 'close');
  const response = await sendRequest();
  expect(response).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(response).toMatch(/\r\nconnection: close\r\n/i);
  await closed;
  await closing;
});

test('a closing portal without open connections ends immediately', async () => {
  const { portal, socket } = await openDrainingPortal();
  const closed = once(socket, 'close');
  socket.end();
  await closed;
  await portal.close();
});
