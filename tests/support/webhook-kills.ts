import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { StartedPortal } from './built-portal.ts';
import { findFreePorts, waitUntilListening } from './ports.ts';
import { startPortalProcess } from './portal-process.ts';
import { createRandom, startChanges } from './webhook-changes.ts';
import { addWebhook } from './webhooks.ts';
import { openWorld, type World } from './world.ts';
import { findMissingAndUnfounded, findOtherStates, type KeptMessage } from './webhook-findings.ts';

const program = resolve(import.meta.dirname, 'webhook-receiver-program.ts');

/** A portal and a receiver of its webhooks, each a process that can be killed and started again. */
interface Pair {
  world: World;
  portal: StartedPortal;
  receiver: ChildProcess;
  startPortal: () => Promise<StartedPortal>;
  startReceiver: () => Promise<ChildProcess>;
  readMessages: () => KeptMessage[];
}

/** The options of `killPortalAndReceiver`. */
export interface WebhookKillOptions {
  /** How many changes with an event are made at least. */
  changeCount: number;
  killCount: number;
  writerCount: number;
  /** Whether the last kill is followed by the full half-minute after which another process may deliver. */
  keepsLastLease: boolean;
  /** Repeats the choice of the changes and of the moments of the kills, as far as the machine does. */
  seed: number;
}

/**
 * Kills a portal and a receiver of its webhooks with SIGKILL, by turns and both at once, while changes are made of
 * which the database rolls a tenth back. Then waits until no delivery waits any more. The waiting time of failed
 * deliveries is brought forward in the database, and so is the half-minute for which a killed process holds a webhook.
 * Returns what is wrong, which tests compare with `nothingWrong`, and a summary in words.
 */
export async function killPortalAndReceiver(options: WebhookKillOptions) {
  const { changeCount, killCount, writerCount, seed, keepsLastLease } = options;
  const world = await openWorld({ env: { WEBHOOK_HOSTS: '127.0.0.1' } });
  let pair: Pair | undefined;
  try {
    const admin = await world.signIn(await world.addAdmin());
    await rollSomeBack(world);
    pair = await startPair(world, admin);
    const random = createRandom(seed);
    const run = startChanges(world, { url: pair.portal.url, seed: seed + 1, writerCount, admin });
    try {
      for (let kill = 0; kill < killCount; kill++) {
        await waitForEvents(pair, (changeCount * (kill + 1)) / (killCount + 1));
        await sleep(random() * 300);
        await killOne(pair, kill, keepsLastLease && kill === killCount - 1);
      }
      await waitForEvents(pair, changeCount);
    } finally {
      await run.stop();
    }
    const failed = await waitUntilDelivered(world);
    const messages = pair.readMessages();
    const { missing, unfounded, eventCount } = await findMissingAndUnfounded(world.db, messages);
    const otherStates = await findOtherStates(world.db, messages);
    const ids = new Set(messages.map(({ id }) => id));
    return {
      eventCount,
      counts: run.counts,
      wrong: { missing, unfounded, otherStates, failed, unsigned: messages.filter(({ isSigned }) => !isSigned).length },
      summary:
        `${killCount} kills (seed ${seed}), ${eventCount} events of changes in the log, ${run.counts.rolledBack} changes ` +
        `rolled back, ${run.counts.unanswered} without an answer; ${missing.length} not delivered, ` +
        `${messages.length - ids.size} more than once, ${unfounded.length} without a change, ` +
        `${countLate(messages)} later than a newer one, ${otherStates.length} end at another state`,
    };
  } finally {
    pair?.receiver.kill('SIGKILL');
    await pair?.portal.stop('SIGKILL');
    await world.close();
  }
}

/** What `killPortalAndReceiver` returns if nothing is wrong. */
export const nothingWrong = { missing: [], unfounded: [], otherStates: [], failed: 0, unsigned: 0 };

/** Lets the database refuse the commit of every tenth entry in the log, after the entry's event has been queued. */
async function rollSomeBack({ db }: World): Promise<void> {
  await sql`
    CREATE FUNCTION refuse_some() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.id % 10 = 3 THEN RAISE EXCEPTION 'refused on purpose'; END IF;
      RETURN NULL;
    END $$
  `.execute(db);
  // Triggers fire in the order of their names: this one after the one that queues the event.
  await sql`
    CREATE CONSTRAINT TRIGGER audit_zz_refuses_some AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse_some()
  `.execute(db);
}

async function startPair(world: World, admin: string): Promise<Pair> {
  const [portalPort = 0, receiverPort = 0] = await findFreePorts(2);
  const file = join(world.dataDir, 'messages');
  const { secret } = await addWebhook(world, admin, `http://127.0.0.1:${receiverPort}/`);
  const startReceiver = async () => {
    const args = ['--import', 'tsx', program, String(receiverPort), file, secret];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    await waitUntilListening(receiverPort);
    return child;
  };
  const startPortal = () => startPortalProcess(world, { WEBHOOK_HOSTS: '127.0.0.1', PORT: String(portalPort) });
  const readMessages = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as KeptMessage);
  const [portal, receiver] = await Promise.all([startPortal(), startReceiver()]);
  return { world, portal, receiver, startPortal, startReceiver, readMessages };
}

/** Kills both, the portal alone or the receiver alone, by turns, and starts them again. */
async function killOne(pair: Pair, kill: number, keepsLease: boolean): Promise<void> {
  const { world, portal, receiver } = pair;
  const [killsPortal, killsReceiver] = [kill % 3 !== 2, kill % 3 !== 1];
  const receiverEnded = killsReceiver && once(receiver, 'exit');
  if (killsReceiver) receiver.kill('SIGKILL');
  if (killsPortal) {
    await portal.stop('SIGKILL');
    // The killed process holds the webhook for up to half a minute more.
    if (!keepsLease) await world.db.updateTable('webhook').set({ leased_until: null }).execute();
    pair.portal = await pair.startPortal();
  }
  // Meanwhile the portal finds nobody there.
  else await sleep(700);
  await receiverEnded;
  if (killsReceiver) pair.receiver = await pair.startReceiver();
}

/** Waits until so many events have been queued, and brings failed deliveries forward. Throws if the portal has ended. */
async function waitForEvents({ world, portal }: Pair, count: number): Promise<void> {
  for (;;) {
    const { queued } = await world.db
      .selectFrom('webhook_delivery')
      .select((e) => e.fn.countAll<number>().as('queued'))
      .executeTakeFirstOrThrow();
    if (queued >= count) return;
    if (portal.child.exitCode !== null) throw new Error(`the portal has ended by itself: ${portal.readOutput()}`);
    await bringForward(world);
    await sleep(20);
  }
}

/** Lets failed deliveries be due now rather than in minutes or hours, as long as they have tries left. */
async function bringForward({ db }: World): Promise<void> {
  await sql`
    UPDATE webhook_delivery SET next_at = clock_timestamp()
    WHERE status = 'waiting' AND next_at > clock_timestamp() AND failures < 6
  `.execute(db);
}

/** Waits until no delivery waits; returns how many the portal has given up. Throws after two minutes. */
async function waitUntilDelivered(world: World): Promise<number> {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    await sql`UPDATE webhook_delivery SET next_at = clock_timestamp() WHERE next_at > clock_timestamp()`.execute(
      world.db,
    );
    const rows = await world.db
      .selectFrom('webhook_delivery')
      .select((e) => ['status' as const, e.fn.countAll<number>().as('count')])
      .where('status', '<>', 'delivered')
      .groupBy('status')
      .execute();
    if (!rows.some(({ status }) => status === 'waiting')) return rows[0]?.count ?? 0;
    await sleep(200);
  }
  throw new Error('Two minutes after the last change, deliveries still wait.');
}

/** How many messages came after one with a higher sequence about the same appointment or person. */
function countLate(messages: readonly KeptMessage[]): number {
  const newest = new Map<string, number>();
  let late = 0;
  for (const { event } of messages) {
    const { appointmentId, participantId, sequence } = event.data;
    const subject = appointmentId === undefined ? `p${participantId}` : `a${appointmentId}`;
    if (sequence < (newest.get(subject) ?? 0)) late++;
    else newest.set(subject, sequence);
  }
  return late;
}
