import * as z from 'zod/mini';
import { call, emptyObject, id, text } from '../../shared/call.ts';
import { deliveryStatuses, findWebhookErrors, webhookEvents, webhookLimits } from './rules.ts';

const url = text(webhookLimits.url);
const events = z.array(z.enum(webhookEvents)).check(z.maxLength(webhookEvents.length));
const forbiddenAddress =
  'An diese Adresse sendet das Portal nichts: Sie beginnt nicht mit https, oder sie führt in ein internes Netz.';

/** A webhook without its secret. Instants are ISO 8601. */
const webhook = z.object({
  webhookId: id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  active: z.boolean(),
  createdAt: z.string(),
  /** Since when no try has succeeded; null if the last one has, and before the first one. */
  failingSince: z.nullable(z.string()),
  lastDeliveredAt: z.nullable(z.string()),
  /** The event that was delivered then; null before the first one. */
  lastDeliveredType: z.nullable(z.enum(webhookEvents)),
});
export type Webhook = z.output<typeof webhook>;

export const createWebhook = call({
  path: 'admin/createWebhook',
  summary:
    'Makes a webhook: from now on, the events are sent to the address, signed by Standard Webhooks with the secret, ' +
    'which is shown only here.',
  may: ['admin'],
  input: z.object({ url, events }),
  rules: findWebhookErrors,
  output: z.object({ data: z.object({ webhookId: id, secret: z.string() }) }),
  refusals: {
    forbiddenAddress,
    tooMany: 'Es gibt schon 10 Webhooks. Bitte lösche zuerst einen.',
  },
});

export const getWebhooks = call({
  path: 'admin/getWebhooks',
  summary: 'Lists the webhooks, oldest first.',
  may: ['admin'],
  input: emptyObject,
  output: z.object({ data: z.array(webhook) }),
});

export const changeWebhook = call({
  path: 'admin/changeWebhook',
  summary:
    'Changes a webhook. While it is not active nothing is queued for it, and what waits is sent when it is active again.',
  may: ['admin'],
  input: z.object({
    webhookId: id,
    url: z.optional(url),
    events: z.optional(events),
    active: z.optional(z.boolean()),
  }),
  rules: findWebhookErrors,
  output: emptyObject,
  refusals: { forbiddenAddress },
});

export const renewWebhookSecret = call({
  path: 'admin/renewWebhookSecret',
  summary: 'Gives a webhook a new secret, which is shown only here. For 24 hours the old one signs as well.',
  may: ['admin'],
  input: z.object({ webhookId: id }),
  output: z.object({ data: z.object({ secret: z.string() }) }),
});

export const deleteWebhook = call({
  path: 'admin/deleteWebhook',
  summary: 'Deletes a webhook with its deliveries: nothing of it is sent any more.',
  may: ['admin'],
  input: z.object({ webhookId: id }),
  output: emptyObject,
});

export const testWebhook = call({
  path: 'admin/testWebhook',
  summary:
    'Sends an event of the type `test` to a webhook at once, whether it is active or not, and returns the status of ' +
    'the answer, or the code of the error.',
  may: ['admin'],
  input: z.object({ webhookId: id }),
  output: z.object({ data: z.object({ status: z.nullable(z.int()), error: z.nullable(z.string()) }) }),
});

/** An event for a webhook. The receiver knows `deliveryId` as `webhook-id`. Instants are ISO 8601. */
const delivery = z.object({
  deliveryId: z.uuid(),
  type: z.enum(webhookEvents),
  at: z.string(),
  attempts: z.int(),
  status: z.enum(deliveryStatuses),
  /** The status of the last answer; null if there was none. */
  httpStatus: z.nullable(z.int()),
  /** When it is tried next; null unless it waits. */
  nextAt: z.nullable(z.string()),
  /** What is sent. */
  body: z.string(),
  /** The beginning of the last answer, at most 500 characters; null if there was none. */
  answer: z.nullable(z.string()),
  /** The code of the error if the last try had no answer, such as `timeout`. */
  error: z.nullable(z.string()),
});
export type Delivery = z.output<typeof delivery>;

export const getDeliveries = call({
  path: 'admin/getDeliveries',
  summary: 'Lists the deliveries of a webhook of the last 30 days, newest first, 50 a page.',
  may: ['admin'],
  input: z.object({ webhookId: id, page: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))) }),
  output: z.object({ data: z.array(delivery), meta: z.object({ total: z.int() }) }),
});

export const resendDelivery = call({
  path: 'admin/resendDelivery',
  summary: 'Queues a delivery again, with the same `webhook-id`.',
  may: ['admin'],
  input: z.object({ deliveryId: z.uuid() }),
  output: emptyObject,
});
