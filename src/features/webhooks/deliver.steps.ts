import { queueMails } from '../mail/exports.ts';
import { listActiveAdminIds } from '../people/exports.ts';
import { transact, type Clock, type Db } from '../../platform/database/db.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { failedBy, post, type LookUp, type Outcome } from './receiver.adapter.ts';
import { isDelivered, isSwitchedOff, secondsUntilRetry } from './rules.ts';
import { unsealSecret } from './secrets.adapter.ts';
import * as sql from './delivery.sql.ts';
import { signedHeaders } from './standard-webhooks.adapter.ts';

/** The parts of the application that sending needs. */
export interface DeliveryContext {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'secondFactorKey' | 'webhookHosts'>;
  lookUp: LookUp;
}

/** Sends an event of the type `test` to a webhook and returns the outcome; null if there is no such webhook. */
export async function sendTest(
  context: DeliveryContext,
  webhook: number,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const receiver = await sql.findReceiver(context.db, context.clock, webhook);
  if (!receiver) return null;
  const body = JSON.stringify({ type: 'test', timestamp: receiver.now.toISOString(), data: {} });
  return sendSigned(context, receiver, { id: crypto.randomUUID(), body }, signal);
}

/**
 * Sends the deliveries of a leased webhook that are due, one after the other in the order of their sequence, and ends
 * the lease. If `signal` fires, the delivery under way is tried again later. Throws if the database fails; then another
 * process takes over after half a minute.
 */
export async function deliverDue(context: DeliveryContext, webhook: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const delivery = await sql.findNextDelivery(context.db, context.clock, webhook);
    if (!delivery) break;
    const outcome = await sendSigned(context, delivery, delivery, signal);
    if (outcome.status === null && signal.aborted) break;
    await recordOutcome(context, delivery.id, outcome);
  }
  await sql.endLease(context.db, webhook);
}

/** Signs a message and sends it to a receiver. */
async function sendSigned(
  { settings, lookUp }: DeliveryContext,
  { url, sealedSecrets, now }: sql.ReceiverRow,
  { id, body }: { id: string; body: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const secrets = sealedSecrets
    .map((sealed) => unsealSecret(settings.secondFactorKey, sealed))
    .filter((secret) => secret !== null);
  if (secrets.length === 0) return failedBy('secretUnreadable');
  const headers = signedHeaders({ id, at: now, body }, secrets);
  return post({ url, hosts: settings.webhookHosts, lookUp }, { headers, body, signal });
}

/** Stores the outcome of a try: success, the time of the next try, or that the webhook is switched off. */
async function recordOutcome({ db, clock }: DeliveryContext, delivery: string, outcome: Outcome): Promise<void> {
  const { status } = outcome;
  await transact(db, async (tx) => {
    if (status !== null && isDelivered(status)) return sql.storeDelivered(tx, clock, delivery, outcome);
    const failure = await sql.storeFailure(tx, clock, delivery, outcome);
    if (!failure) return;
    await sql.storeRetry(tx, clock, delivery, secondsUntilRetry(failure.failures));
    if (!isSwitchedOff({ ...failure, httpStatus: status }) || !(await sql.switchOff(tx, failure.webhook))) return;
    const admins = await listActiveAdminIds(tx);
    await queueMails(
      tx,
      admins.map((person) => ({ kind: 'webhookSwitchedOff' as const, person })),
    );
  });
}
