import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeContact } from '../../src/features/own-data/contract.ts';
import { renewWebhookSecret, resendDelivery, testWebhook } from '../../src/features/webhooks/contract.ts';
import { findFreePort, waitUntilListening } from '../support/ports.ts';
import { bareEnvironment } from '../support/shifted-clock.ts';
import { readSource } from '../support/sources.ts';
import { addWebhook, deliverWebhooks } from '../support/webhooks.ts';
import { openWorld, type World } from '../support/world.ts';

const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(readSource('docs/integration.md')) ?? [];

/** What a message has instead of what was signed. */
interface ForgedMessage {
  body?: string;
  id?: string;
  key?: Buffer;
  signature?: string;
  time?: string;
}

/** The time six minutes from now, or ago for -1, in seconds since 1970. */
const sixMinutes = (sign: 1 | -1) => String(Math.floor(Date.now() / 1000) + sign * 360);

describe('the receiver in docs/integration.md [18.4]', () => {
  let world: World;
  let admin: string;
  let webhookId: number;
  let secret: string;
  let url: string;
  let receiver: ChildProcess;
  let output = '';
  const folder = mkdtempSync(join(tmpdir(), 'portal-receiver-'));
  beforeAll(async () => {
    world = await openWorld({ env: { WEBHOOK_HOSTS: '127.0.0.1' } });
    admin = await world.signIn(await world.addAdmin());
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}/`;
    ({ webhookId, secret } = await addWebhook(world, admin, url));
    writeFileSync(join(folder, 'receiver.mjs'), code);
    const env = { ...bareEnvironment(), SECRET: secret, PORT: String(port) };
    receiver = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    receiver.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await waitUntilListening(port);
  });
  afterAll(async () => {
    receiver.kill('SIGKILL');
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const listDeliveries = () => world.db.selectFrom('webhook_delivery').selectAll().orderBy('sequence').execute();
  const testFromPortal = async () => (await world.call(testWebhook, admin, { webhookId })).body.data;
  /** Returns the lines that the receiver has printed since the last call, once it has answered another test. */
  const takeLines = async () => {
    expect(await testFromPortal()).toEqual({ status: 204, error: null });
    await expect.poll(() => output).toContain('test: test ');
    const lines = output.split('\n').filter((line) => line && !line.startsWith('test'));
    output = '';
    return lines;
  };
  const changePhone = async (session: string, ending: string) =>
    expect((await world.call(changeContact, session, { phoneNumber: `0221 12345${ending}` })).body.meta.status).toBe(
      'success',
    );

  test('has at most twenty lines beside its imports, and none of a package', () => {
    const lines = code.split('\n').filter((line) => line && !line.startsWith('import'));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.length).toBeLessThanOrEqual(20);
    expect([...code.matchAll(/from '([^']+)'/g)].every(([, name]) => name?.startsWith('node:'))).toBe(true);
  });

  test('takes what the portal sends, once, and drops what is late', async () => {
    const participantId = await world.addParticipant();
    const session = await world.signIn(participantId);
    const line = `participant.changed: participant ${participantId}`;
    await changePhone(session, '1');
    await deliverWebhooks(world);
    expect(await takeLines()).toEqual([line]);
    const [first] = await listDeliveries();
    await world.call(resendDelivery, admin, { deliveryId: first?.id });
    await deliverWebhooks(world);
    expect(await takeLines()).toEqual([]);
    await changePhone(session, '2');
    const [, second] = await listDeliveries();
    const later = new Date(Date.now() + 3_600_000);
    await world.db
      .updateTable('webhook_delivery')
      .set({ next_at: later })
      .where('id', '=', second?.id ?? '')
      .execute();
    await changePhone(session, '3');
    await deliverWebhooks(world);
    expect(await takeLines()).toEqual([line]);
    await world.call(resendDelivery, admin, { deliveryId: second?.id });
    await deliverWebhooks(world);
    expect(await takeLines()).toEqual([]);
    expect((await listDeliveries()).map(({ status, http_status }) => [status, http_status])).toEqual(
      new Array(3).fill(['delivered', 204]),
    );
  });

  test('takes what is signed with a new secret as well, for the hours after a renewal', async () => {
    await world.call(renewWebhookSecret, admin, { webhookId });
    expect(await testFromPortal()).toEqual({ status: 204, error: null });
  });

  test.each<[name: string, message: ForgedMessage, status: number]>([
    ['a right signature', {}, 204],
    ['a signature of another body', { body: '{"type":"test","data":{"x":1}}' }, 401],
    ['a signature of another id', { id: randomUUID() }, 401],
    ['the signature of another secret', { key: Buffer.alloc(32) }, 401],
    ['no signature', { signature: '' }, 401],
    ['a signature that is none', { signature: 'v1,äöü' }, 401],
    ['a time six minutes ago', { time: sixMinutes(-1) }, 401],
    ['a time in six minutes', { time: sixMinutes(1) }, 401],
    ['a time that is none', { time: 'jetzt' }, 401],
  ])('answers a message with %s by its status', async (_name, message, status) => {
    const signed = { id: randomUUID(), body: '{"type":"test","timestamp":"2026-12-01T10:00:00.000Z","data":{}}' };
    const key = message.key ?? Buffer.from(secret.slice('whsec_'.length), 'base64');
    const time = message.time ?? String(Math.floor(Date.now() / 1000));
    const digest = createHmac('sha256', key).update(`${signed.id}.${time}.${signed.body}`).digest('base64');
    const headers = {
      'webhook-id': message.id ?? signed.id,
      'webhook-timestamp': time,
      'webhook-signature': Buffer.from(message.signature ?? `v1,${digest}`).toString('latin1'),
    };
    const response = await fetch(url, { method: 'POST', headers, body: message.body ?? signed.body });
    expect(response.status).toBe(status);
    expect(receiver.exitCode).toBeNull();
  });
});
