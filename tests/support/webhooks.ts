import { sql } from 'kysely';
import { createWebhook } from '../../src/features/webhooks/contract.ts';
import { createWebhookWork } from '../../src/features/webhooks/jobs.ts';
import type { LookUp } from '../../src/features/webhooks/receiver.adapter.ts';
import { webhookEvents, type WebhookEvent } from '../../src/features/webhooks/rules.ts';
import type { World } from './world.ts';

/** Creates a webhook as an admin; by default for all events. Returns its id and its secret. */
export async function addWebhook(
  world: World,
  adminSession: string,
  url: string,
  events: readonly WebhookEvent[] = webhookEvents,
): Promise<{ webhookId: number; secret: string }> {
  const { body } = await world.call(createWebhook, adminSession, { url, events });
  if (!body.data) throw new Error(`no webhook: ${body.meta.code}`);
  return body.data;
}

/** Delivers what is due, as a process of the portal does twice a second, and waits until nothing is under way. */
export async function deliverWebhooks(world: World, lookUp?: LookUp): Promise<void> {
  const work = createWebhookWork({ ...world.app, log: world.log, ...(lookUp && { lookUp }) });
  await work.work();
  await work.settle();
}

/** Returns how many sessions of the world's database wait for a lock. */
export async function countWaitingSessions(world: World): Promise<number> {
  const { rows } = await sql`
    SELECT FROM pg_locks JOIN pg_stat_activity a USING (pid) WHERE a.datname = current_database() AND NOT granted
  `.execute(world.db);
  return rows.length;
}
