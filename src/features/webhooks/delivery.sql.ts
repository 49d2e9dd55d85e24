import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { Outcome } from './receiver.adapter.ts';

/** For how long a process may deliver for a webhook before another one takes over. A try takes ten seconds at most. */
const lease = sql`clock_timestamp() + interval '30 seconds'`;

/**
 * Takes the leases of all active webhooks with a delivery that is due, except those that a process has already, and
 * returns their ids. So each webhook has one process that delivers, in order, and none waits for another.
 */
export async function leaseDueWebhooks(db: Db, clock: Clock): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH due AS MATERIALIZED (
      SELECT id FROM webhook w
      WHERE active AND coalesce(leased_until <= clock_timestamp(), true) AND EXISTS (
        SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.status = 'waiting' AND d.next_at <= ${now(clock)}
      )
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE webhook w SET leased_until = ${lease} FROM due WHERE w.id = due.id RETURNING w.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Ends the lease of a webhook. */
export async function endLease(db: Db, webhook: number): Promise<void> {
  await db.updateTable('webhook').set({ leased_until: null }).where('id', '=', webhook).execute();
}

/** Where to send, and with which secrets to sign. `now` is the database's time. */
export interface ReceiverRow {
  url: string;
  /** The secret and, for 24 hours after a renewal, the one before; as `sealSecret` returned them. */
  sealedSecrets: Buffer[];
  now: Date;
}

const receiverColumns = (clock: Clock) => sql`
  w.url, array_remove(ARRAY[w.secret, CASE WHEN w.old_secret_until > ${now(clock)} THEN w.old_secret END], NULL)
    AS "sealedSecrets", ${now(clock)} AS now
`;

/** Returns where to send the events of a webhook; null if there is no such webhook. */
export async function findReceiver(db: Db, clock: Clock, webhook: number): Promise<ReceiverRow | null> {
  const { rows } = await sql<ReceiverRow>`
    SELECT ${receiverColumns(clock)} FROM webhook w WHERE w.id = ${webhook}
  `.execute(db);
  return rows[0] ?? null;
}

/** A delivery that is due. */
export interface DueDelivery extends ReceiverRow {
  id: string;
  body: string;
}

/**
 * Returns the delivery of a leased webhook that is tried next: of those that are due the one with the lowest sequence.
 * Null if none is due, and if the webhook was deleted or is not active any more. Extends the lease.
 */
export async function findNextDelivery(db: Db, clock: Clock, webhook: number): Promise<DueDelivery | null> {
  const { rows } = await sql<DueDelivery>`
    WITH w AS (UPDATE webhook SET leased_until = ${lease} WHERE id = ${webhook} AND active RETURNING *)
    SELECT d.id, d.body, ${receiverColumns(clock)}
    FROM w JOIN webhook_delivery d ON d.webhook_id = w.id
    WHERE d.status = 'waiting' AND d.next_at <= ${now(clock)}
    ORDER BY d.sequence LIMIT 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Stores what a try has brought. */
const outcomeColumns = ({ status, answer, error }: Outcome) =>
  sql`http_status = ${status}, answer = ${answer}, error = ${error}`;

/** Stores that the receiver has taken an event. */
export async function storeDelivered(tx: Tx, clock: Clock, delivery: string, outcome: Outcome): Promise<void> {
  await sql`
    WITH d AS (
      UPDATE webhook_delivery SET status = 'delivered', attempts = attempts + 1, failures = 0,
        next_at = NULL, ${outcomeColumns(outcome)}
      WHERE id = ${delivery} RETURNING webhook_id, type
    )
    UPDATE webhook w
    SET failing_since = NULL, last_delivered_at = ${now(clock)}, last_delivered_type = d.type
    FROM d WHERE w.id = d.webhook_id
  `.execute(tx);
}

/** What is known after a failed try. */
export interface Failure {
  webhook: number;
  /** How often the delivery has failed since it was queued. */
  failures: number;
  failingSince: Date;
  now: Date;
}

/** Stores a failed try, except for its consequences; null if the delivery has been deleted. */
export async function storeFailure(tx: Tx, clock: Clock, delivery: string, outcome: Outcome): Promise<Failure | null> {
  const { rows } = await sql<Failure>`
    WITH d AS (
      UPDATE webhook_delivery SET attempts = attempts + 1, failures = failures + 1, ${outcomeColumns(outcome)}
      WHERE id = ${delivery} RETURNING webhook_id, failures
    )
    UPDATE webhook w SET failing_since = coalesce(w.failing_since, ${now(clock)}) FROM d WHERE w.id = d.webhook_id
    RETURNING w.id AS webhook, d.failures, w.failing_since AS "failingSince", ${now(clock)} AS now
  `.execute(tx);
  return rows[0] ?? null;
}

/** Makes a delivery wait for so many seconds, or gives it up if `seconds` is null. */
export async function storeRetry(tx: Tx, clock: Clock, delivery: string, seconds: number | null): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set(
      seconds === null
        ? { status: 'failed', next_at: null }
        : { status: 'waiting', next_at: sql<Date>`${now(clock)} + make_interval(secs => ${seconds})` },
    )
    .where('id', '=', delivery)
    .execute();
}

/** Switches a webhook off; returns false if it is off already. */
export async function switchOff(tx: Tx, webhook: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook')
    .set({ active: false })
    .where('id', '=', webhook)
    .where('active', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
