import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWebhookReceiver, type WebhookReceiver } from '../../../tests/support/webhook-receiver.ts';
import { addWebhook, countWaitingSessions } from '../../../tests/support/webhooks.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { getAuditLog } from '../audit/contract.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getDeliveries,
  getWebhooks,
  renewWebhookSecret,
  resendDelivery,
  testWebhook,
} from './contract.ts';
import { webhookEvents, webhookLimits } from './rules.ts';

const key = 'ab'.repeat(32);
let world: World;
let admin: string;
let adminId: number;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
  world = await openWorld({ env: { WEBHOOK_HOSTS: '127.0.0.1', SECOND_FACTOR_KEY: key } });
  adminId = await world.addAdmin();
  admin = await world.signIn(adminId);
});
afterEach(async () => {
  await world.db.deleteFrom('webhook').execute();
  await world.db.deleteFrom('audit').execute();
  receiver.messages.length = 0;
  receiver.answerWith(204);
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const create = (input: Record<string, unknown>) =>
  world.call(createWebhook, admin, { url: receiver.url, events: webhookEvents, ...input });
const list = async () => (await world.call(getWebhooks, admin)).body.data;
const unknown = 987_654_321;
/** The actions in the log since the last test, each by the admin. */
const loggedActions = async () => {
  const entries = await world.db.selectFrom('audit').selectAll().orderBy('id').execute();
  for (const { actor_id } of entries) expect(actor_id).toBe(adminId);
  return entries.map(({ action }) => action);
};

describe('a webhook [18.1]', () => {
  test('is made with a secret of 32 bytes that is shown once, and is listed without it', async () => {
    const { body } = await create({ events: ['rating.created', 'appointment.booked', 'rating.created'] });
    expect(body.data?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await list()).toEqual([
      {
        webhookId: body.data?.webhookId,
        url: receiver.url,
        events: ['rating.created', 'appointment.booked'],
        active: true,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        failingSince: null,
        lastDeliveredAt: null,
        lastDeliveredType: null,
      },
    ]);
    expect(await loggedActions()).toEqual(['webhookCreated']);
  });

  test('is refused with an address that is internal or not of https, without connecting to it', async () => {
    const connectionsBefore = receiver.connectionCount();
    for (const url of ['http://empfang.example/', 'https://10.0.0.1/', 'https://[::]/', 'https://localhost/'])
      expect((await create({ url })).body.meta.code, url).toBe('forbiddenAddress');
    expect((await create({ url: 'https://8.8.8.8/portal' })).body.meta.status).toBe('success');
    expect(await list()).toHaveLength(1);
    expect(receiver.connectionCount()).toBe(connectionsBefore);
  });

  test('needs an address and an event of the list', async () => {
    const errorPaths = async (input: Record<string, unknown>) =>
      (await create(input)).body.errors?.map(({ path }) => path);
    expect(await errorPaths({ url: 'empfang', events: [] })).toEqual(['url', 'events']);
    expect((await create({ events: ['appointment.seen'] })).status).toBe(400);
    const longest = `${receiver.url}?${'x'.repeat(webhookLimits.url - receiver.url.length - 1)}`;
    expect((await create({ url: longest })).body.meta.status).toBe('success');
    expect((await create({ url: `${longest}x` })).body.meta.status).not.toBe('success');
    expect(await list()).toHaveLength(1);
  });

  test('is one of ten at most, also when two are made at once', async () => {
    for (let count = 1; count < webhookLimits.webhooks; count++) await create({});
    const outcomes = await world.db.transaction().execute(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended('webhooks', 0))`.execute(tx);
      const attempts = [create({}), create({})];
      await expect.poll(() => countWaitingSessions(world), { timeout: 10_000 }).toBe(2);
      return attempts;
    });
    expect(
      (await Promise.all(outcomes)).map(({ body }) => body.meta.code ?? 'made').sort((a, b) => a.localeCompare(b)),
    ).toEqual(['made', 'tooMany']);
    expect(await list()).toHaveLength(webhookLimits.webhooks);
  });

  test('is changed in the parts that are sent', async () => {
    const { webhookId } = await addWebhook(world, admin, receiver.url);
    const change = (input: Record<string, unknown>) => world.call(changeWebhook, admin, { webhookId, ...input });
    const url = `${receiver.url}/new`;
    await change({ url });
    await change({ events: ['rating.created'] });
    await change({ active: false });
    await change({});
    expect(await list()).toMatchObject([{ url, events: ['rating.created'], active: false }]);
    expect((await change({ url: 'https://192.168.0.1/' })).body.meta.code).toBe('forbiddenAddress');
    expect((await change({ events: [] })).body.errors?.map(({ path }) => path)).toEqual(['events']);
    expect(await list()).toMatchObject([{ url, events: ['rating.created'], active: false }]);
    expect((await loggedActions()).slice(1)).toEqual(new Array(4).fill('webhookChanged'));
  });

  test('is deleted with what waits for it', async () => {
    const { webhookId } = await addWebhook(world, admin, receiver.url);
    await world.db
      .insertInto('webhook_delivery')
      .values({ webhook_id: webhookId, sequence: 1, type: 'rating.created', body: '{}' })
      .execute();
    expect((await world.call(deleteWebhook, admin, { webhookId })).body.meta.status).toBe('success');
    expect(await list()).toEqual([]);
    expect(await world.db.selectFrom('webhook_delivery').select('id').execute()).toEqual([]);
    expect(await loggedActions()).toEqual(['webhookCreated', 'webhookDeleted']);
  });

  test('gets a new secret', async () => {
    const { webhookId, secret } = await addWebhook(world, admin, receiver.url);
    const { body } = await world.call(renewWebhookSecret, admin, { webhookId });
    expect(body.data?.secret).toMatch(/^whsec_/);
    expect(body.data?.secret).not.toBe(secret);
    expect(await loggedActions()).toEqual(['webhookCreated', 'webhookSecretRenewed']);
  });

  test('is named in the log by its host, without the rest of its address, also once it is deleted [10.5]', async () => {
    const secretPath = `${receiver.url}/geheim?key=geheim`;
    const { host } = new URL(receiver.url);
    const { webhookId } = await addWebhook(world, admin, secretPath);
    const deliveryId = randomUUID();
    await world.db
      .insertInto('webhook_delivery')
      .values({ id: deliveryId, webhook_id: webhookId, sequence: 1, type: 'rating.created', body: '{}' })
      .execute();
    await world.call(resendDelivery, admin, { deliveryId });
    await world.call(renewWebhookSecret, admin, { webhookId });
    await world.call(changeWebhook, admin, { webhookId, url: 'https://8.8.8.8/geheim' });
    await world.call(deleteWebhook, admin, { webhookId });
    const { data: entries = [] } = (await world.call(getAuditLog, admin, {})).body;
    expect(entries.map(({ sentence }) => sentence.replace(/^.+? hat /, '')).reverse()).toEqual([
      `den Webhook „${host}“ angelegt.`,
      `eine Mitteilung an den Webhook „${host}“ noch einmal senden lassen.`,
      `das Geheimnis für den Webhook „${host}“ erneuert.`,
      'den Webhook „8.8.8.8“ geändert.',
      'den Webhook „8.8.8.8“ gelöscht.',
    ]);
    expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).not.toContain('geheim');
  });

  test('that does not exist is not found by any call', async () => {
    const input = { webhookId: unknown };
    const outcomes = [
      world.call(changeWebhook, admin, { ...input, url: receiver.url }),
      world.call(renewWebhookSecret, admin, input),
      world.call(deleteWebhook, admin, input),
      world.call(testWebhook, admin, input),
      world.call(getDeliveries, admin, input),
      world.call(resendDelivery, admin, { deliveryId: randomUUID() }),
    ];
    for (const outcome of await Promise.all(outcomes)) expect(outcome.status).toBe(404);
    expect(await loggedActions()).toEqual([]);
  });
});

describe('the secret of a webhook [18.1]', () => {
  test('is stored encrypted with the key of the settings', async () => {
    const { secret } = await addWebhook(world, admin, receiver.url);
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const stored = await world.db.selectFrom('webhook').select('secret').executeTakeFirstOrThrow();
    expect(stored.secret.includes(bytes)).toBe(false);
  });

  test('signs nothing without the key that has encrypted it, until it is renewed', async () => {
    const { webhookId } = await addWebhook(world, admin, receiver.url);
    const { settings } = world.app;
    settings.secondFactorKey = undefined;
    try {
      const { body } = await world.call(testWebhook, admin, { webhookId });
      expect(body.data).toEqual({ status: null, error: 'secretUnreadable' });
      expect(receiver.messages).toEqual([]);
      await world.call(renewWebhookSecret, admin, { webhookId });
      expect((await world.call(testWebhook, admin, { webhookId })).body.data?.status).toBe(204);
    } finally {
      settings.secondFactorKey = key;
    }
    // What was stored without a key stays readable with one.
    expect((await world.call(testWebhook, admin, { webhookId })).body.data?.status).toBe(204);
  });
});

describe('a test of a webhook [18.1]', () => {
  test('sends an event at once, also while it is not active, and is not listed', async () => {
    const { webhookId } = await addWebhook(world, admin, receiver.url, ['rating.created']);
    await world.call(changeWebhook, admin, { webhookId, active: false });
    const { body } = await world.call(testWebhook, admin, { webhookId });
    expect(body.data).toEqual({ status: 204, error: null });
    expect(receiver.messages).toMatchObject([{ path: '/portal', body: { type: 'test', data: {} } }]);
    expect((await world.call(getDeliveries, admin, { webhookId })).body).toMatchObject({
      data: [],
      meta: { total: 0 },
    });
    expect(await list()).toMatchObject([{ active: false, failingSince: null, lastDeliveredAt: null }]);
  });

  test('returns the status of a refusal, and the code of an error', async () => {
    const { webhookId } = await addWebhook(world, admin, receiver.url);
    receiver.answerWith(500);
    expect((await world.call(testWebhook, admin, { webhookId })).body.data).toEqual({ status: 500, error: null });
    receiver.answer = (response) => response.destroy();
    const { body } = await world.call(testWebhook, admin, { webhookId });
    expect(body.data).toEqual({ status: null, error: 'ECONNRESET' });
  });
});
