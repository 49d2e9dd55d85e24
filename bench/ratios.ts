import { setTimeout } from 'node:timers/promises';
import { getPortal } from '../src/features/provider/contract.ts';
import { bookable, bookAppointment } from '../src/features/booking/contract.ts';
import { seedParticipants, createFreeSlots } from '../tests/support/bookings.ts';
import { openDb, openPool } from '../src/platform/database/db.ts';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { measureTransactions, prepareTransactions, startLimits } from './limits.ts';
import { runLoad, preparePost, type LoadResult, type PreparedRequest } from '../tests/support/load.ts';
import type { BenchWorld } from './world.ts';

const connections = 32;
const rounds = 5;
const seconds = 3;

/**
 * Medians over the rounds: per second, p99 in milliseconds, and both as multiples of the limit measured in the same
 * round; null where the limit has no p99.
 */
export interface Ratio {
  perSecond: number;
  p99: number;
  ofLimit: number;
  p99OfLimit: number | null;
  limit: 'L1' | 'L2' | 'L5';
}

type CallName = 'bare' | 'bookable' | 'book';

/** The result of a limit in a round. pgbench measures no p99. */
type Limit = Pick<LoadResult, 'perSecond'> & { p99: number | null };

/**
 * Measures the portal and the limits of its libraries and its database alternately, so that both run under the same
 * conditions. Consecutive calls come from different people out of 2,000.
 */
export async function measureRatios(address: string, world: BenchWorld, folder: string) {
  const limits = await startLimits(world.appUrl);
  await prepareTransactions(world.ownerUrl);
  const bare = cycleThrough(world.participants.map((sessionId) => preparePost(servicePath(getPortal), { sessionId })));
  const listCall = cycleThrough(
    world.participants.map((sessionId) => preparePost(servicePath(bookable), { sessionId, limit: 50 })),
  );
  const [json, rows] = [preparePost('/json', { sessionId: '' }), preparePost('/rows', { sessionId: '' })];
  const steady = (server: string, next: () => PreparedRequest, duration = seconds) =>
    runLoad(server, connections, next, duration);
  const results: { limits: Record<Ratio['limit'], Limit>; calls: Record<CallName, LoadResult> }[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      // The first round warms everything up.
      const duration = round === 0 ? 2 : seconds;
      const L1 = await steady(limits.address, () => json, duration);
      const bareCall = await steady(address, bare, duration);
      const L2 = await steady(limits.address, () => rows, duration);
      const bookableCalls = await steady(address, listCall, duration);
      const L5 = { perSecond: measureTransactions(world.ownerUrl, folder, duration) ?? NaN, p99: null };
      // Bookings are much fewer than other calls, so they need a second warm-up.
      if (round === 0) await measureBookings(address, world.ownerUrl);
      const book = await measureBookings(address, world.ownerUrl);
      // Mails are sent while people book, which slows bookings down; they must not slow down the next round's limits.
      await holdBackMails(world.ownerUrl);
      if (round > 0)
        results.push({
          limits: { L1, L2, L5 },
          calls: { bare: bareCall, bookable: bookableCalls, book },
        });
    }
  } finally {
    limits.stop();
  }
  const failed = results.flatMap(({ calls }) => Object.values(calls)).reduce((sum, call) => sum + call.failed, 0);
  if (failed > 0) throw new Error(`${failed} calls failed`);
  const ratioOf = (name: CallName, limit: Ratio['limit']): Ratio => ({
    perSecond: median(results.map(({ calls }) => calls[name].perSecond)),
    p99: median(results.map(({ calls }) => calls[name].p99)),
    ofLimit: round2(
      median(results.map(({ calls, limits: measured }) => calls[name].perSecond / measured[limit].perSecond)),
    ),
    p99OfLimit: round2OrNull(
      results.map(({ calls, limits: measured }) => calls[name].p99 / (measured[limit].p99 ?? NaN)),
    ),
    limit,
  });
  const limitOf = (limit: Ratio['limit']) => ({
    perSecond: median(results.map((result) => result.limits[limit].perSecond)),
    p99: limit === 'L5' ? null : median(results.map((result) => result.limits[limit].p99 ?? NaN)),
  });
  return {
    limits: { L1: limitOf('L1'), L2: limitOf('L2'), L5: limitOf('L5') },
    calls: { bare: ratioOf('bare', 'L1'), bookable: ratioOf('bookable', 'L2'), book: ratioOf('book', 'L5') },
  };
}

/** Holds back the mails that are not being sent yet, and waits for the others. */
async function holdBackMails(ownerUrl: string): Promise<void> {
  const pool = openPool(ownerUrl, 1);
  await pool.query('UPDATE mail SET to_hand_over = false WHERE to_hand_over');
  const waiting = 'SELECT FROM graphile_worker.jobs WHERE task_identifier = $1 AND attempts < 2 LIMIT 1';
  while ((await pool.query(waiting, ['mail'])).rowCount !== 0) await setTimeout(50);
  await pool.end();
}

async function measureBookings(address: string, ownerUrl: string): Promise<LoadResult> {
  const requests = await bookingRequests(ownerUrl);
  return runLoad(address, connections, () => requests.pop());
}

/** 3,000 bookings of new slots: three by each of 1,000 people, never two for the same time. */
export async function bookingRequests(ownerUrl: string): Promise<PreparedRequest[]> {
  const pool = openPool(ownerUrl, 1);
  const db = openDb(pool);
  const people = await seedParticipants(db, 1000);
  const slots: number[] = [];
  for (let coach = 0; coach < 20; coach++) slots.push(...(await createFreeSlots(db, 150)));
  await pool.end();
  return slots.map((appointmentId, index) =>
    preparePost(servicePath(bookAppointment), { appointmentId, sessionId: people[index % people.length] }),
  );
}

function cycleThrough(requests: PreparedRequest[]): () => PreparedRequest {
  let turn = 0;
  return () => requests[turn++ % requests.length] as PreparedRequest;
}

/** The median of an odd number of figures. */
export function median(figures: number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
}

const round2OrNull = (figures: number[]) => (figures.some(Number.isNaN) ? null : round2(median(figures)));

const round2 = (figure: number) => Math.round(figure * 100) / 100;
