import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { deliveryDays, oldSecretHours, webhookLimits, type WebhookEvent } from './rules.ts';
import type { Delivery } from './contract.ts';

/** A webhook as stored, without its secrets. */
export interface WebhookRow {
  id: number;
  url: string;
  events: WebhookEvent[];
  active: boolean;
  createdAt: Date;
  failingSince: Date | null;
  lastDeliveredAt: Date | null;
  lastDeliveredType: WebhookEvent | null;
}

/** What an admin can set of a webhook; what is undefined stays as it is. */
export interface WebhookChange {
  url?: string | undefined;
  events?: readonly WebhookEvent[] | undefined;
  active?: boolean | undefined;
}

/** Locks the number of webhooks until the transaction ends, and returns it. */
export async function lockAndCountWebhooks(tx: Tx): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('webhooks', 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('webhook')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a new webhook, which is active, and returns its id. `sealedSecret` is what `sealSecret` returns. */
export async function insertWebhook(
  tx: Tx,
  clock: Clock,
  { url, events, sealedSecret }: { url: string; events: readonly WebhookEvent[]; sealedSecret: Buffer },
): Promise<number> {
  const { id } = await tx
    .insertInto('webhook')
    .values({ url, events: [...events], secret: sealedSecret, created_at: now(clock) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns all webhooks, oldest first. */
export async function selectWebhooks(db: Db): Promise<WebhookRow[]> {
  const rows = await db
    .selectFrom('webhook')
    .select([
      'id',
      'url',
      'events',
      'active',
      'created_at as createdAt',
      'failing_since as failingSince',
      'last_delivered_at as lastDeliveredAt',
      sql<WebhookEvent | null>`last_delivered_type`.as('lastDeliveredType'),
    ])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, events: row.events as WebhookEvent[] }));
}

/** Whether there is a webhook with this id. */
export async function webhookExists(db: Db, webhook: number): Promise<boolean> {
  return (await db.selectFrom('webhook').select('id').where('id', '=', webhook).executeTakeFirst()) !== undefined;
}

/**
 * Changes a webhook and returns its address then; null if there is none with this id. A new address and switching on end the time for which
 * it has failed, and what waits is due at once.
 */
export async function updateWebhook(
  tx: Tx,
  clock: Clock,
  webhook: number,
  change: WebhookChange,
): Promise<string | null> {
  const { url, events, active } = change;
  const { rows } = await sql<{ url: string; startsAnew: boolean }>`
    WITH before AS MATERIALIZED (SELECT * FROM webhook WHERE id = ${webhook} FOR UPDATE)
    UPDATE webhook w SET
      url = coalesce(${url ?? null}, before.url),
      events = coalesce(${events ?? null}::text[], before.events),
      active = coalesce(${active ?? null}::boolean, before.active),
      failing_since = CASE WHEN ${startsAnewSql(url, active)} THEN NULL ELSE before.failing_since END
    FROM before WHERE w.id = before.id RETURNING w.url, ${startsAnewSql(url, active)} AS "startsAnew"
  `.execute(tx);
  if (rows[0]?.startsAnew)
    await tx
      .updateTable('webhook_delivery')
      .set({ next_at: now(clock) })
      .where('webhook_id', '=', webhook)
      .where('status', '=', 'waiting')
      .execute();
  return rows[0]?.url ?? null;
}

/** SQL: whether a change gives the locked webhook `before` another address, or switches it on. */
const startsAnewSql = (url: string | undefined, active: boolean | undefined) =>
  sql<boolean>`(before.url <> coalesce(${url ?? null}, before.url)
    OR (NOT before.active AND coalesce(${active ?? null}::boolean, false)))`;

/**
 * Stores a new secret. The one before signs for some hours more. Returns the webhook's address; null if there is no such
 * webhook.
 */
export async function replaceSecret(
  tx: Tx,
  clock: Clock,
  webhook: number,
  sealedSecret: Buffer,
): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`
    UPDATE webhook SET old_secret = secret,
      old_secret_until = ${now(clock)} + make_interval(hours => ${oldSecretHours}::integer), secret = ${sealedSecret}
    WHERE id = ${webhook} RETURNING url
  `.execute(tx);
  return rows[0]?.url ?? null;
}

/** Deletes a webhook and its deliveries and returns its address; null if there is none with this id. */
export async function deleteWebhook(tx: Tx, webhook: number): Promise<string | null> {
  const deleted = await tx.deleteFrom('webhook').where('id', '=', webhook).returning('url').executeTakeFirst();
  return deleted?.url ?? null;
}

/** Empties what receivers have answered to events about a person, in which they may have named the person. */
export async function eraseAnswersAbout(tx: Tx, person: number): Promise<void> {
  await sql`
    UPDATE webhook_delivery SET answer = NULL
    WHERE answer IS NOT NULL
      AND ${String(person)} IN (body::json #>> '{data,participantId}', body::json #>> '{data,coachId}')
  `.execute(tx);
}

/** A delivery as stored. */
type DeliveryRow = Pick<Delivery, 'type' | 'attempts' | 'status' | 'httpStatus' | 'body' | 'answer' | 'error'> & {
  id: string;
  at: Date;
  nextAt: Date | null;
};

/** Returns a page of the deliveries of a webhook, newest first, and how many there are in all. */
export async function selectDeliveries(
  db: Db,
  webhook: number,
  page: number,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const ofWebhook = db.selectFrom('webhook_delivery').where('webhook_id', '=', webhook);
  const rows = await ofWebhook
    .select([
      'id',
      sql<DeliveryRow['type']>`type`.as('type'),
      'created_at as at',
      'attempts',
      sql<DeliveryRow['status']>`status`.as('status'),
      'http_status as httpStatus',
      'body',
      'answer',
      'error',
      'next_at as nextAt',
    ])
    .orderBy('sequence', 'desc')
    .limit(webhookLimits.deliveriesPerPage)
    .offset((page - 1) * webhookLimits.deliveriesPerPage)
    .execute();
  const { total } = await ofWebhook.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/**
 * Makes a delivery wait again and due at once, as if it had not been tried. Returns the address of its webhook; null if
 * its id is unknown.
 */
export async function requeueDelivery(tx: Tx, clock: Clock, delivery: string): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`
    UPDATE webhook_delivery d SET status = 'waiting', failures = 0, next_at = ${now(clock)}
    FROM webhook w WHERE d.id = ${delivery} AND w.id = d.webhook_id RETURNING w.url
  `.execute(tx);
  return rows[0]?.url ?? null;
}

/** Deletes the deliveries that have been kept for their 30 days. */
export async function deleteOldDeliveries(db: Db, clock: Clock): Promise<void> {
  await sql`
    DELETE FROM webhook_delivery WHERE created_at <= ${now(clock)} - make_interval(days => ${deliveryDays}::integer)
  `.execute(db);
}
