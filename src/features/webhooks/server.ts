import { audit } from '../audit/exports.ts';
import { createRoutes, type App } from '../../platform/http/calls/handler.ts';
import { notFound } from '../../platform/server-error.ts';
import * as contract from './contract.ts';
import { sendTest } from './deliver.steps.ts';
import { isForbiddenReceiver, lookUpBySystem } from './receiver.adapter.ts';
import { webhookLimits } from './rules.ts';
import { sealSecret } from './secrets.adapter.ts';
import * as sql from './sql.ts';
import { formatSecret, generateSecret } from './standard-webhooks.adapter.ts';

/** Handlers of the calls with which admins set up webhooks and look at what was delivered (reference 18). */
export const routes = createRoutes(contract, {
  async createWebhook({ input, person, app, transaction, refuse }) {
    if (await isForbidden(app, input.url)) throw refuse('forbiddenAddress');
    const secret = generateSecret();
    const sealedSecret = sealSecret(app.settings.secondFactorKey, secret);
    const events = [...new Set(input.events)];
    const webhookId = await transaction(async (tx) => {
      if ((await sql.lockAndCountWebhooks(tx)) >= webhookLimits.webhooks) throw refuse('tooMany');
      await audit(tx, { actor: person.id, action: 'webhookCreated', webhookHost: hostOf(input.url) });
      return sql.insertWebhook(tx, app.clock, { url: input.url, events, sealedSecret });
    });
    return { data: { webhookId, secret: formatSecret(secret) } };
  },

  async getWebhooks({ db }) {
    const webhooks = await sql.selectWebhooks(db);
    return {
      data: webhooks.map(({ id, createdAt, failingSince, lastDeliveredAt, ...webhook }) => ({
        webhookId: id,
        ...webhook,
        createdAt: createdAt.toISOString(),
        failingSince: failingSince?.toISOString() ?? null,
        lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
      })),
    };
  },

  async changeWebhook({ input: { webhookId, url, events, active }, person, app, db, transaction, refuse }) {
    if (!(await sql.webhookExists(db, webhookId))) throw notFound();
    if (url !== undefined && (await isForbidden(app, url))) throw refuse('forbiddenAddress');
    await transaction(async (tx) => {
      const change = { url, active, events: events && [...new Set(events)] };
      const address = await sql.updateWebhook(tx, app.clock, webhookId, change);
      if (address === null) throw notFound();
      await audit(tx, { actor: person.id, action: 'webhookChanged', webhookHost: hostOf(address) });
    });
    return {};
  },

  async renewWebhookSecret({ input: { webhookId }, person, app, transaction }) {
    const secret = generateSecret();
    const sealedSecret = sealSecret(app.settings.secondFactorKey, secret);
    await transaction(async (tx) => {
      const address = await sql.replaceSecret(tx, app.clock, webhookId, sealedSecret);
      if (address === null) throw notFound();
      await audit(tx, { actor: person.id, action: 'webhookSecretRenewed', webhookHost: hostOf(address) });
    });
    return { data: { secret: formatSecret(secret) } };
  },

  async deleteWebhook({ input: { webhookId }, person, transaction }) {
    await transaction(async (tx) => {
      const address = await sql.deleteWebhook(tx, webhookId);
      if (address === null) throw notFound();
      await audit(tx, { actor: person.id, action: 'webhookDeleted', webhookHost: hostOf(address) });
    });
    return {};
  },

  async testWebhook({ input: { webhookId }, app, signal }) {
    const outcome = await sendTest({ ...app, lookUp: lookUpBySystem }, webhookId, signal);
    if (!outcome) throw notFound();
    return { data: { status: outcome.status, error: outcome.error } };
  },

  async getDeliveries({ input: { webhookId, page = 1 }, db }) {
    if (!(await sql.webhookExists(db, webhookId))) throw notFound();
    const { rows, total } = await sql.selectDeliveries(db, webhookId, page);
    return {
      data: rows.map(({ id, at, nextAt, ...row }) => ({
        deliveryId: id,
        ...row,
        at: at.toISOString(),
        nextAt: nextAt?.toISOString() ?? null,
      })),
      meta: { total },
    };
  },

  async resendDelivery({ input: { deliveryId }, person, app, transaction }) {
    await transaction(async (tx) => {
      const address = await sql.requeueDelivery(tx, app.clock, deliveryId);
      if (address === null) throw notFound();
      await audit(tx, { actor: person.id, action: 'deliveryResent', webhookHost: hostOf(address) });
    });
    return {};
  },
});

const isForbidden = ({ settings }: App, url: string) =>
  isForbiddenReceiver({ url, hosts: settings.webhookHosts, lookUp: lookUpBySystem });

/** What the log keeps of an address: its host, with a port that is not the usual one. The rest may hold a secret. */
const hostOf = (url: string) => new URL(url).host;
