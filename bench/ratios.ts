import { setTimeout } from 'node:timers/promises';
import { getPortal } from '../src/features/provider/contract.ts';
import { listBookableSlots, bookAppointment } from '../src/features/booking/contract.ts';
import { seedParticipantSessions, createFreeSlots } from '../tests/support/bookings.ts';
import { openDb, openPool } from '../src/platform/database/db.ts';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { measureTransactions, createTransactionTables, startLimitsServer } from './limits.ts';
import { runLoad, preparePost, type LoadResult, type PreparedRequest } from '../tests/support/load.ts';
import type { BenchWorld } from './world.ts';

const connections = 32;
const rounds = 5;
/** How many seconds each load of a round runs. */
const loadSeconds = 3;

/**
 * The figures of a call, as medians over the rounds: calls per second, p99 in milliseconds, and both as multiples of
 * the limit that was measured in the same round. `p99OfLimit` is null if the limit has no p99.
 */
export interface CallFigures {
  perSecond: number;
  p99: number;
  ofLimit: number;
  p99OfLimit: number | null;
  limit: 'L1' | 'L2' | 'L5';
}

/** `bare` is the call getPortal, which does almost nothing. */
type CallName = 'bare' | 'bookable' | 'book';

/** The result of a limit in a round. `p99` is null for L5, because pgbench does not measure it. */
type LimitResult = Pick<LoadResult, 'perSecond'> & { p99: number | null };

/**
 * Measures the portal alternately with the limits of its libraries and its database, so that both run under the same
 * conditions. The calls come from 2,000 people in turn.
 */
export async function measureRatios(address: string, world: BenchWorld, folder: string) {
  const limitsServer = await startLimitsServer(world.appUrl);
  await createTransactionTables(world.ownerUrl);
  const nextBareRequest = cycleThrough(
    world.participantSessions.map((sessionId) => preparePost(servicePath(getPortal), { sessionId })),
  );
  const nextListRequest = cycleThrough(
    world.participantSessions.map((sessionId) => preparePost(servicePath(listBookableSlots), { sessionId, limit: 50 })),
  );
  const [jsonRequest, rowsRequest] = [preparePost('/json', { sessionId: '' }), preparePost('/rows', { sessionId: '' })];
  const runOn = (server: string, nextRequest: () => PreparedRequest, duration: number) =>
    runLoad(server, connections, nextRequest, duration);
  const results: { limits: Record<CallFigures['limit'], LimitResult>; calls: Record<CallName, LoadResult> }[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      // The first round warms everything up.
      const duration = round === 0 ? 2 : loadSeconds;
      const L1 = await runOn(limitsServer.address, () => jsonRequest, duration);
      const bareCalls = await runOn(address, nextBareRequest, duration);
      const L2 = await runOn(limitsServer.address, () => rowsRequest, duration);
      const bookableCalls = await runOn(address, nextListRequest, duration);
      const L5 = { perSecond: measureTransactions(world.ownerUrl, folder, duration) ?? NaN, p99: null };
      // There are far fewer bookings than other calls, so they need a second warm-up.
      if (round === 0) await measureBookings(address, world.ownerUrl);
      const bookings = await measureBookings(address, world.ownerUrl);
      // Mails that are sent while people book are part of that measurement, but must not slow down the next limits.
      await holdBackMails(world.ownerUrl);
      if (round > 0)
        results.push({
          limits: { L1, L2, L5 },
          calls: { bare: bareCalls, bookable: bookableCalls, book: bookings },
        });
    }
  } finally {
    limitsServer.stop();
  }
  const failedCount = results
    .flatMap(({ calls }) => Object.values(calls))
    .reduce((sum, call) => sum + call.failedCount, 0);
  if (failedCount > 0) throw new Error(`${failedCount} calls failed`);
  const summariseCall = (name: CallName, limit: CallFigures['limit']): CallFigures => ({
    perSecond: median(results.map(({ calls }) => calls[name].perSecond)),
    p99: median(results.map(({ calls }) => calls[name].p99)),
    ofLimit: roundToHundredths(
      median(results.map(({ calls, limits: limitResults }) => calls[name].perSecond / limitResults[limit].perSecond)),
    ),
    p99OfLimit: roundedMedianOrNull(
      results.map(({ calls, limits: limitResults }) => calls[name].p99 / (limitResults[limit].p99 ?? NaN)),
    ),
    limit,
  });
  const summariseLimit = (limit: CallFigures['limit']) => ({
    perSecond: median(results.map((result) => result.limits[limit].perSecond)),
    p99: limit === 'L5' ? null : median(results.map((result) => result.limits[limit].p99 ?? NaN)),
  });
  return {
    limits: { L1: summariseLimit('L1'), L2: summariseLimit('L2'), L5: summariseLimit('L5') },
    calls: {
      bare: summariseCall('bare', 'L1'),
      bookable: summariseCall('bookable', 'L2'),
      book: summariseCall('book', 'L5'),
    },
  };
}

/** Takes the mails that are not being sent yet out of the queue, and waits until the others are sent. */
async function holdBackMails(ownerUrl: string): Promise<void> {
  const pool = openPool(ownerUrl, 1);
  await pool.query('UPDATE mail SET to_hand_over = false WHERE to_hand_over');
  const selectUnfinishedJob = 'SELECT FROM graphile_worker.jobs WHERE task_identifier = $1 AND attempts < 2 LIMIT 1';
  while ((await pool.query(selectUnfinishedJob, ['mail'])).rowCount !== 0) await setTimeout(50);
  await pool.end();
}

async function measureBookings(address: string, ownerUrl: string): Promise<LoadResult> {
  const requests = await createBookingRequests(ownerUrl);
  return runLoad(address, connections, () => requests.pop());
}

/** Creates 3,000 slots and requests that book them: three for each of 1,000 people, never two at the same time. */
export async function createBookingRequests(ownerUrl: string): Promise<PreparedRequest[]> {
  const pool = openPool(ownerUrl, 1);
  const db = openDb(pool);
  const people = await seedParticipantSessions(db, 1000);
  const slots: number[] = [];
  for (let coach = 0; coach < 20; coach++) slots.push(...(await createFreeSlots(db, 150)));
  await pool.end();
  return slots.map((appointmentId, index) =>
    preparePost(servicePath(bookAppointment), { appointmentId, sessionId: people[index % people.length] }),
  );
}

function cycleThrough(requests: PreparedRequest[]): () => PreparedRequest {
  let nextIndex = 0;
  return () => requests[nextIndex++ % requests.length] as PreparedRequest;
}

/** Returns the median of an odd number of figures. */
export function median(figures: number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;
}

const roundedMedianOrNull = (figures: number[]) =>
  figures.some(Number.isNaN) ? null : roundToHundredths(median(figures));

const roundToHundredths = (figure: number) => Math.round(figure * 100) / 100;
