import { setTimeout } from 'node:timers/promises';
import { getPortal } from '../src/features/provider/contract.ts';
import { bookable, bookAppointment } from '../src/features/booking/contract.ts';
import { seedParticipants, freeSlots } from '../tests/support/bookings.ts';
import { openDb, openPool } from '../src/platform/database/db.ts';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { measureTransactions, prepareTransactions, startLimits } from './limits.ts';
import { load, post, type Load, type PreparedRequest } from '../tests/support/load.ts';
import type { BenchWorld } from './world.ts';

const connections = 32;
const rounds = 5;
const seconds = 3;

/**
 * Medians over the rounds: per second, p99 in milliseconds, and both as multiples of the limit measured in the same
 * round; null where that has no p99.
 */
export interface Ratio {
  perSecond: number;
  p99: number;
  ofLimit: number;
  p99OfLimit: number | null;
  limit: 'L1' | 'L2' | 'L5';
}

type Measured = 'bare' | 'bookable' | 'book';

/** What a limit reached in a round. pgbench measures no p99. */
type Limit = Pick<Load, 'perSecond'> & { p99: number | null };

/**
 * Measures the portal and the most that its libraries and its database could do alternately, so that both run on the
 * same machine. Each call comes from another of 2,000 people.
 */
export async function measureRatios(address: string, world: BenchWorld, folder: string) {
  const limits = await startLimits(world.appUrl);
  await prepareTransactions(world.ownerUrl);
  const bare = byTurns(world.participants.map((sessionId) => post(servicePath(getPortal), { sessionId })));
  const list = byTurns(world.participants.map((sessionId) => post(servicePath(bookable), { sessionId, limit: 50 })));
  const [json, rows] = [post('/json', { sessionId: '' }), post('/rows', { sessionId: '' })];
  const steady = (server: string, next: () => PreparedRequest, long = seconds) => load(server, connections, next, long);
  const seen: { limits: Record<Ratio['limit'], Limit>; calls: Record<Measured, Load> }[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      // The first round warms everything up.
      const long = round === 0 ? 2 : seconds;
      const L1 = await steady(limits.address, () => json, long);
      const bareCall = await steady(address, bare, long);
      const L2 = await steady(limits.address, () => rows, long);
      const listed = await steady(address, list, long);
      const L5 = { perSecond: measureTransactions(world.ownerUrl, folder, long) ?? NaN, p99: null };
      // There are thousands of bookings and tens of thousands of other calls: bookings need twice the warm-up.
      if (round === 0) await measureBookings(address, world.ownerUrl);
      const book = await measureBookings(address, world.ownerUrl);
      // Mails are sent while people book, which slows bookings down; they must not slow down the next round's limits.
      await deleteMails(world.ownerUrl);
      if (round > 0)
        seen.push({
          limits: { L1, L2, L5 },
          calls: { bare: bareCall, bookable: listed, book },
        });
    }
  } finally {
    limits.stop();
  }
  const failed = seen.flatMap(({ calls }) => Object.values(calls)).reduce((sum, call) => sum + call.failed, 0);
  if (failed > 0) throw new Error(`${failed} calls failed`);
  const of = (name: Measured, limit: Ratio['limit']): Ratio => ({
    perSecond: median(seen.map(({ calls }) => calls[name].perSecond)),
    p99: median(seen.map(({ calls }) => calls[name].p99)),
    ofLimit: round2(median(seen.map(({ calls, limits: most }) => calls[name].perSecond / most[limit].perSecond))),
    p99OfLimit: round2OrNull(seen.map(({ calls, limits: most }) => calls[name].p99 / (most[limit].p99 ?? NaN))),
    limit,
  });
  const most = (limit: Ratio['limit']) => ({
    perSecond: median(seen.map((round) => round.limits[limit].perSecond)),
    p99: limit === 'L5' ? null : median(seen.map((round) => round.limits[limit].p99 ?? NaN)),
  });
  return {
    limits: { L1: most('L1'), L2: most('L2'), L5: most('L5') },
    calls: { bare: of('bare', 'L1'), bookable: of('bookable', 'L2'), book: of('book', 'L5') },
  };
}

/** Deletes the mails that nobody has begun to send, and waits for the others. */
async function deleteMails(ownerUrl: string): Promise<void> {
  const pool = openPool(ownerUrl, 1);
  await pool.query('UPDATE mail SET to_hand_over = false WHERE to_hand_over');
  const waiting = 'SELECT FROM graphile_worker.jobs WHERE task_identifier = $1 AND attempts < 2 LIMIT 1';
  while ((await pool.query(waiting, ['mail'])).rowCount !== 0) await setTimeout(50);
  await pool.end();
}

async function measureBookings(address: string, ownerUrl: string): Promise<Load> {
  const requests = await bookingRequests(ownerUrl);
  return load(address, connections, () => requests.pop());
}

/** 3,000 bookings of slots made for this: three by each of 1,000 people, never two at a time. */
export async function bookingRequests(ownerUrl: string): Promise<PreparedRequest[]> {
  const pool = openPool(ownerUrl, 1);
  const db = openDb(pool);
  const people = await seedParticipants(db, 1000);
  const slots: number[] = [];
  for (let coach = 0; coach < 20; coach++) slots.push(...(await freeSlots(db, 150)));
  await pool.end();
  return slots.map((appointmentId, index) =>
    post(servicePath(bookAppointment), { appointmentId, sessionId: people[index % people.length] }),
  );
}

function byTurns(requests: PreparedRequest[]): () => PreparedRequest {
  let turn = 0;
  return () => requests[turn++ % requests.length] as PreparedRequest;
}

/** The median of an odd number of figures. */
export function median(figures: number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
}

const round2OrNull = (figures: number[]) => (figures.some(Number.isNaN) ? null : round2(median(figures)));

const round2 = (figure: number) => Math.round(figure * 100) / 100;
