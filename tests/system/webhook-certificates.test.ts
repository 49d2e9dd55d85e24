import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeContact } from '../../src/features/own-data/contract.ts';
import { testWebhook } from '../../src/features/webhooks/contract.ts';
import type { StartedPortal } from '../support/built-portal.ts';
import { createAuthority, type Authority, type Certificate } from '../support/certificates.ts';
import { callProcess, startPortalProcess } from '../support/portal-process.ts';
import { bareEnvironment } from '../support/shifted-clock.ts';
import { root } from '../support/sources.ts';
import { addWebhook } from '../support/webhooks.ts';
import { openWorld, type World } from '../support/world.ts';

const canRun = spawnSync('which', ['openssl']).status === 0;

describe.runIf(canRun)('a receiver by https [18.3]', () => {
  let folder: string;
  let known: Authority;
  let world: World;
  let admin: string;
  let portal: StartedPortal;
  const servers: Server[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-certificates-'));
    known = createAuthority(folder, 'known');
    const env = { WEBHOOK_HOSTS: 'localhost' };
    world = await openWorld({ env });
    admin = await world.signIn(await world.addAdmin());
    portal = await startPortalProcess(world, { ...env, NODE_EXTRA_CA_CERTS: known.file });
  });
  afterAll(async () => {
    await portal.stop();
    await world.close();
    for (const server of servers) server.close().closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a receiver with a certificate; `names` collects the names that clients ask for, by TLS and by HTTP. */
  async function startReceiver(
    certificate: Certificate,
  ): Promise<{ port: number; names: string[]; count: () => number }> {
    const names: string[] = [];
    let count = 0;
    const server = createServer(
      {
        ...certificate,
        SNICallback: (name, done) => {
          names.push(`TLS ${name}`);
          done(null, createSecureContext(certificate));
        },
      },
      (request, response) => {
        names.push(`HTTP ${request.headers.host}`);
        count++;
        response.writeHead(204).end();
      },
    ).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    return { port: (server.address() as AddressInfo).port, names, count: () => count };
  }

  /** What the portal answers to a test of a webhook to localhost with this certificate, and how many messages came. */
  async function tryCertificate(certificate: Certificate) {
    const receiver = await startReceiver(certificate);
    const { webhookId } = await addWebhook(world, admin, `https://localhost:${receiver.port}/`);
    const answer = await callProcess(portal.url, testWebhook, admin, { webhookId });
    return { webhookId, receiver, outcome: answer?.body.data, messageCount: receiver.count() };
  }

  test('gets messages with a certificate of an authority that the operator has named in NODE_EXTRA_CA_CERTS', async () => {
    const { outcome, receiver } = await tryCertificate(known.issue('localhost'));
    expect(outcome).toEqual({ status: 204, error: null });
    expect(receiver.names).toEqual(['TLS localhost', `HTTP localhost:${receiver.port}`]);
  });

  test.each([
    [
      'of an unknown authority',
      () => createAuthority(folder, 'unknown').issue('localhost'),
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
    ['that has ended', () => known.issue('localhost', -1), 'CERT_HAS_EXPIRED'],
    ['for another host', () => known.issue('empfang.example'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('gets nothing with a certificate %s, and the test of the webhook says why', async (_name, issue, error) => {
    const { outcome, messageCount } = await tryCertificate(issue());
    expect(outcome).toEqual({ status: null, error });
    expect(messageCount).toBe(0);
  });

  test('with a wrong certificate fails each delivery, which is tried again', async () => {
    await world.db.deleteFrom('webhook').execute();
    const { webhookId, receiver } = await tryCertificate(known.issue('empfang.example'));
    const session = await world.signIn(await world.addParticipant());
    const answer = await callProcess(portal.url, changeContact, session, { phoneNumber: '0221 1234567' });
    expect(answer?.body.meta.status).toBe('success');
    const readDelivery = () => world.db.selectFrom('webhook_delivery').selectAll().executeTakeFirstOrThrow();
    await expect.poll(async () => (await readDelivery()).attempts, { timeout: 30_000 }).toBe(1);
    expect(await readDelivery()).toMatchObject({
      status: 'waiting',
      http_status: null,
      error: 'ERR_TLS_CERT_ALTNAME_INVALID',
      failures: 1,
    });
    const webhook = await world.db.selectFrom('webhook').selectAll().where('id', '=', webhookId).executeTakeFirst();
    expect(webhook?.failing_since).not.toBeNull();
    expect(receiver.count()).toBe(0);
  });

  test('is reached at the address that was checked, while TLS and HTTP name its host', async () => {
    const receiver = await startReceiver(known.issue('empfang.example'));
    const postTo = async (host: string) => {
      const code = `
        import { post } from './src/features/webhooks/receiver.adapter.ts';
        const lookUp = async () => [{ address: '127.0.0.1', family: 4 }];
        const receiver = { url: 'https://${host}:${receiver.port}/', hosts: ['${host}'], lookUp };
        const message = { headers: {}, body: '{}', signal: AbortSignal.timeout(20_000) };
        console.log(JSON.stringify(await post(receiver, message)));`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '--eval', code],
        { cwd: root, env: { ...bareEnvironment(), NODE_EXTRA_CA_CERTS: known.file } },
      );
      return JSON.parse(stdout) as unknown;
    };
    expect(await postTo('empfang.example')).toEqual({ status: 204, answer: '', error: null });
    expect(receiver.names.splice(0)).toEqual(['TLS empfang.example', `HTTP empfang.example:${receiver.port}`]);
    expect(await postTo('andere.example')).toEqual({
      status: null,
      answer: null,
      error: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(receiver.names).toEqual(['TLS andere.example']);
  });
});
