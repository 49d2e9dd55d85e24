import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  openWebhookReceiver,
  type ReceivedMessage,
  type WebhookReceiver,
} from '../../../tests/support/webhook-receiver.ts';
import { addWebhook, countWaitingSessions, deliverWebhooks } from '../../../tests/support/webhooks.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { cleanUp } from '../../operations/cleanup.ts';
import { changeBooking, toActionFlags } from '../booking/admin/contract.ts';
import {
  changeWebhook,
  deleteWebhook,
  getDeliveries,
  getWebhooks,
  renewWebhookSecret,
  resendDelivery,
} from './contract.ts';
import { createWebhookWork } from './jobs.ts';
import { retryDelays } from './rules.ts';

const dayMs = 86_400_000;
let world: World;
let admin: string;
let adminId: number;
let receiver: WebhookReceiver;
let webhookId: number;
let secret: string;
beforeAll(async () => {
  world = await openWorld({ env: { WEBHOOK_HOSTS: '127.0.0.1' } });
  adminId = await world.addAdmin();
});
beforeEach(async () => {
  receiver = await openWebhookReceiver();
  admin = await world.signIn(adminId);
  ({ webhookId, secret } = await addWebhook(world, admin, receiver.url));
});
afterEach(async () => {
  world.clock.shiftMs = 0;
  await receiver.close();
  await world.db.deleteFrom('webhook').execute();
  await world.db.deleteFrom('mail').execute();
});
afterAll(() => world.close());

let day = -3;
/** Makes an event: an admin sets a past booking to missed. Returns the appointment. */
async function makeEvent(): Promise<number> {
  const participant = await world.addParticipant();
  const appointmentId = await world.addAppointment(await world.addCoach(), inDays(day--, '10:00'), { participant });
  const session = await world.signIn(adminId);
  const { body } = await world.call(changeBooking, session, { appointmentId, action: toActionFlags('missed') });
  expect(body.meta.status).toBe('success');
  return appointmentId;
}
const deliver = () => deliverWebhooks(world);
const listDeliveries = async (page?: number) => {
  const session = await world.signIn(adminId);
  return (await world.call(getDeliveries, session, { webhookId, ...(page && { page }) })).body;
};
const findWebhook = async () =>
  (await world.call(getWebhooks, await world.signIn(adminId))).body.data?.find((row) => row.webhookId === webhookId);
const change = async (input: Record<string, unknown>) =>
  world.call(changeWebhook, await world.signIn(adminId), { webhookId, ...input });
const appointments = () => receiver.messages.map(({ body }) => body.data['appointmentId']);

/** Whether one of the signatures of a message is made with a secret. */
function isSigned({ headers, text }: ReceivedMessage, withSecret: string): boolean {
  const hmac = createHmac('sha256', Buffer.from(withSecret.replace('whsec_', ''), 'base64'));
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(`v1,${hmac.update(content).digest('base64')}`);
}

describe('a delivery [18.4]', () => {
  test('is signed, has the name of the portal, and is listed as delivered', async () => {
    const appointment = await makeEvent();
    expect((await listDeliveries()).data).toMatchObject([{ status: 'waiting', attempts: 0, httpStatus: null }]);
    receiver.answerWith(202);
    await deliver();
    const [message] = receiver.messages;
    if (!message) throw new Error('nothing came');
    expect(message.body).toMatchObject({ type: 'appointment.missed', data: { appointmentId: appointment } });
    expect(isSigned(message, secret)).toBe(true);
    expect(message.headers).toMatchObject({ 'user-agent': 'coaching-portal', 'content-type': 'application/json' });
    const age = Date.now() / 1000 - Number(message.headers['webhook-timestamp']);
    expect(Math.abs(age)).toBeLessThan(60);
    expect(await listDeliveries()).toMatchObject({
      data: [
        {
          deliveryId: message.headers['webhook-id'],
          type: 'appointment.missed',
          at: expect.stringMatching(/Z$/) as string,
          attempts: 1,
          status: 'delivered',
          httpStatus: 202,
          nextAt: null,
        },
      ],
      meta: { total: 1 },
    });
    expect(await findWebhook()).toMatchObject({
      lastDeliveredAt: expect.stringMatching(/Z$/) as string,
      lastDeliveredType: 'appointment.missed',
    });
    await deliver();
    expect(receiver.messages).toHaveLength(1);
  });

  test('keeps the order of the events', async () => {
    const made = [await makeEvent(), await makeEvent(), await makeEvent()];
    await deliver();
    expect(appointments()).toEqual(made);
  });

  test('that fails is tried again after each delay, with the same id, and then given up', async () => {
    await makeEvent();
    receiver.answerWith(500);
    let triedAfter = Date.now();
    await deliver();
    for (const [index, delay] of retryDelays.entries()) {
      const [row] = (await listDeliveries()).data ?? [];
      expect(row).toMatchObject({ status: 'waiting', attempts: index + 1, httpStatus: 500 });
      const nextAt = new Date(row?.nextAt ?? '').getTime() - world.clock.shiftMs;
      expect(nextAt).toBeGreaterThanOrEqual(triedAfter + delay * 1000);
      expect(nextAt).toBeLessThanOrEqual(Date.now() + delay * 1000);
      world.clock.shiftMs += (delay - Math.min(delay, 60)) * 1000;
      await deliver();
      expect(receiver.messages).toHaveLength(index + 1);
      world.clock.shiftMs += Math.min(delay, 60) * 1000;
      triedAfter = Date.now();
      await deliver();
      expect(receiver.messages).toHaveLength(index + 2);
    }
    expect((await listDeliveries()).data).toMatchObject([{ status: 'failed', attempts: 10, nextAt: null }]);
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    world.clock.shiftMs += dayMs;
    await deliver();
    expect(receiver.messages).toHaveLength(10);
    expect(await findWebhook()).toMatchObject({ active: true, failingSince: expect.any(String) as string });
  });

  test('that fails does not hold up the next ones, and a success ends the time of failure', async () => {
    receiver.answerWith(500);
    const first = await makeEvent();
    await deliver();
    receiver.answerWith(204);
    const second = await makeEvent();
    await deliver();
    expect(appointments()).toEqual([first, second]);
    expect(await findWebhook()).toMatchObject({ failingSince: null, lastDeliveredAt: expect.any(String) as string });
    world.clock.shiftMs = 6_000;
    await deliver();
    expect(appointments()).toEqual([first, second, first]);
  });

  test('is queued again by an admin, with the same id, whether it was delivered or given up', async () => {
    await makeEvent();
    await deliver();
    const deliveryId = (await listDeliveries()).data?.[0]?.deliveryId;
    receiver.answerWith(503);
    await world.call(resendDelivery, admin, { deliveryId });
    await deliver();
    expect((await listDeliveries()).data).toMatchObject([{ status: 'waiting', attempts: 2, httpStatus: 503 }]);
    await world.db.updateTable('webhook_delivery').set({ status: 'failed', next_at: null, failures: 10 }).execute();
    await world.call(resendDelivery, admin, { deliveryId });
    await deliver();
    // It has all its tries again.
    expect((await listDeliveries()).data).toMatchObject([{ status: 'waiting', attempts: 3 }]);
    expect(receiver.messages.map(({ headers }) => headers['webhook-id'])).toEqual(new Array(3).fill(deliveryId));
    expect(new Set(receiver.messages.map(({ text }) => text)).size).toBe(1);
  });

  test('to a webhook that is deleted meanwhile is sent no more', async () => {
    await makeEvent();
    await world.call(deleteWebhook, admin, { webhookId });
    await deliver();
    expect(receiver.messages).toEqual([]);
  });

  test('is made only for the events that the webhook wants', async () => {
    await change({ events: ['rating.created'] });
    await makeEvent();
    expect(await listDeliveries()).toMatchObject({ data: [], meta: { total: 0 } });
  });
});

test('both secrets sign for 24 hours after a new one [18.1]', async () => {
  const { body } = await world.call(renewWebhookSecret, admin, { webhookId });
  const newSecret = body.data?.secret ?? '';
  const signersAfter = async (shiftMs: number) => {
    world.clock.shiftMs = shiftMs;
    await makeEvent();
    await deliver();
    const message = receiver.messages.at(-1);
    if (!message) throw new Error('nothing came');
    return [isSigned(message, secret), isSigned(message, newSecret)];
  };
  expect(await signersAfter(0)).toEqual([true, true]);
  expect(await signersAfter(dayMs - 60_000)).toEqual([true, true]);
  expect(await signersAfter(dayMs)).toEqual([false, true]);
});

test('while a webhook is not active nothing is queued, and what waits is sent when it is active again [18.4]', async () => {
  receiver.answerWith(500);
  const waiting = await makeEvent();
  await deliver();
  receiver.messages.length = 0;
  receiver.answerWith(204);
  await change({ active: false });
  const other = await openWebhookReceiver();
  await addWebhook(world, admin, other.url);
  await makeEvent();
  world.clock.shiftMs = 60_000;
  await deliver();
  expect(receiver.messages).toEqual([]);
  expect(await listDeliveries()).toMatchObject({ data: [{ status: 'waiting' }], meta: { total: 1 } });
  world.clock.shiftMs = 0;
  await change({ active: true });
  await deliver();
  expect(appointments()).toEqual([waiting]);
  expect(other.messages).toHaveLength(1);
  await other.close();
});

test('a new address gets at once what the old one has not taken [18.4]', async () => {
  receiver.answerWith(500);
  const waiting = await makeEvent();
  await deliver();
  const other = await openWebhookReceiver();
  await change({ url: other.url });
  await deliver();
  expect(other.messages.map(({ body }) => body.data['appointmentId'])).toEqual([waiting]);
  expect((await findWebhook())?.failingSince).toBeNull();
  await other.close();
});

describe('a webhook is switched off, and the admins hear of it once by mail [18.4]', () => {
  const listMails = () => {
    const mails = world.db.selectFrom('mail').select(['kind', 'person_id']);
    return mails.where('kind', '=', 'webhookSwitchedOff').execute();
  };

  test('when the receiver answers 410; what waits goes to it when it is active again', async () => {
    const events = [await makeEvent(), await makeEvent()];
    receiver.answerWith(410);
    await deliver();
    expect(receiver.messages).toHaveLength(1);
    expect(await findWebhook()).toMatchObject({ active: false });
    expect(await listMails()).toEqual([{ kind: 'webhookSwitchedOff', person_id: adminId }]);
    receiver.messages.length = 0;
    receiver.answerWith(204);
    await change({ active: true });
    await deliver();
    expect(appointments()).toEqual(events);
  });

  test('after five days of failure', async () => {
    receiver.answerWith(500);
    await makeEvent();
    await deliver();
    world.clock.shiftMs = 5 * dayMs - 60_000;
    await makeEvent();
    await deliver();
    expect(await findWebhook()).toMatchObject({ active: true });
    expect(await listMails()).toEqual([]);
    world.clock.shiftMs = 5 * dayMs;
    await makeEvent();
    await deliver();
    expect(await findWebhook()).toMatchObject({ active: false });
    expect(await listMails()).toEqual([{ kind: 'webhookSwitchedOff', person_id: adminId }]);
    // Switched on again, it has five days again.
    await change({ active: true });
    await deliver();
    expect(await findWebhook()).toMatchObject({ active: true });
  });
});

describe('a receiver that does not answer [18.4]', () => {
  test('holds up no other one, and its event is not lost when the process ends', async () => {
    const other = await openWebhookReceiver();
    await addWebhook(world, admin, other.url);
    receiver.answer = () => {};
    const appointment = await makeEvent();
    const work = createWebhookWork({ ...world.app, log: world.log });
    await work.work();
    await expect.poll(() => [receiver.messages.length, other.messages.length]).toEqual([1, 1]);
    const second = await makeEvent();
    // The next search finds only the webhook that is not busy.
    await expect
      .poll(async () => {
        await work.work();
        return other.messages.length;
      })
      .toBe(2);
    expect(receiver.messages).toHaveLength(1);
    await work.stop?.();
    expect((await listDeliveries()).data?.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
    ]);
    receiver.answerWith(204);
    await deliver();
    expect(appointments()).toEqual([appointment, appointment, second]);
    await other.close();
  });

  test('gets each event once, though two processes look for it', async () => {
    const events = [await makeEvent(), await makeEvent()];
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(appointments()).toEqual(events);
  });

  test('is taken over by another process half a minute after the one that was busy with it', async () => {
    await makeEvent();
    const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
    await world.db
      .updateTable('webhook')
      .set({ leased_until: inSeconds(30) })
      .execute();
    await deliver();
    expect(receiver.messages).toEqual([]);
    await world.db
      .updateTable('webhook')
      .set({ leased_until: inSeconds(-1) })
      .execute();
    await deliver();
    expect(receiver.messages).toHaveLength(1);
  });
});

describe('the list of deliveries [18.5]', () => {
  test('has 50 a page, newest first', async () => {
    const rows = Array.from({ length: 51 }, (_, index) => ({
      webhook_id: webhookId,
      sequence: index + 1,
      type: 'rating.created',
      body: '{}',
      http_status: index + 1,
    }));
    await world.db.insertInto('webhook_delivery').values(rows).execute();
    const statusesOf = async (page?: number) => (await listDeliveries(page)).data?.map(({ httpStatus }) => httpStatus);
    expect(await statusesOf()).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
    expect(await statusesOf(2)).toEqual([1]);
    expect((await listDeliveries(3)).meta).toMatchObject({ total: 51 });
  });

  test('keeps them for 30 days', async () => {
    await makeEvent();
    world.clock.shiftMs = 30 * dayMs - 60_000;
    await cleanUp(world.app);
    expect((await listDeliveries()).meta).toMatchObject({ total: 1 });
    world.clock.shiftMs = 30 * dayMs;
    await cleanUp(world.app);
    expect((await listDeliveries()).meta).toMatchObject({ total: 0 });
  });
});

test('a webhook that is deleted while a change is being made does not fail the change [18.2]', async () => {
  const events: Promise<number>[] = [];
  await world.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('webhook').where('id', '=', webhookId).execute();
    events.push(makeEvent());
    // The change waits for the webhook's row, in the commit of its transaction.
    await expect.poll(() => countWaitingSessions(world), { timeout: 10_000 }).toBe(1);
  });
  expect(await Promise.all(events)).toHaveLength(1);
  expect(await world.db.selectFrom('webhook_delivery').select('id').execute()).toEqual([]);
});
