import { Agent, request } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { countCompleteBookings, createFreeSlots, seedParticipantSessions } from '../support/bookings.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openDb, openPool, type Db } from '../../src/platform/database/db.ts';
import { recordFigure, scaledCount } from './figure.ts';
import { startBehindProxy } from './proxied.ts';

const writerCount = 8;
const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

let portal: Awaited<ReturnType<typeof startBehindProxy>>;
let db: Db;
beforeAll(async () => {
  portal = await startBehindProxy({ env: { LOG_LEVEL: 'error' } });
  db = openDb(openPool(portal.ownerUrl, 2));
});
afterAll(async () => {
  await db.destroy();
  await portal.stop();
});

/** Makes a call through the proxy; returns the status of the response, or 0 if there was none. */
function call(agent: Agent, path: string, body: object): Promise<number> {
  const content = JSON.stringify(body);
  return new Promise((resolve) => {
    const clientRequest = request(portal.address + path, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) },
    });
    clientRequest.once('error', () => resolve(0));
    clientRequest.once('response', (response) => {
      response.once('error', () => resolve(0));
      response.once('end', () => resolve(response.statusCode ?? 0)).resume();
    });
    clientRequest.end(content);
  });
}

/** Starts writers that make this number of bookings, and repeat each booking until it is acknowledged. */
async function startBookingLoad(bookingCount: number) {
  const sessions = await seedParticipantSessions(db, bookingCount);
  const slots = await createFreeSlots(db, bookingCount);
  const pendingBookings = sessions.map((sessionId, n) => ({ sessionId, appointmentId: slots[n] ?? 0 }));
  const bookedIds: number[] = [];
  const failedCalls: { status: number; startedAt: number }[] = [];
  let isRunning = true;
  const runWriter = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    for (let booking = pendingBookings.pop(); booking && isRunning; booking = pendingBookings.pop()) {
      const startedAt = performance.now();
      const status = await call(agent, servicePath(bookAppointment), booking);
      if (status === 200) bookedIds.push(booking.appointmentId);
      else {
        failedCalls.push({ status, startedAt });
        pendingBookings.push(booking);
      }
    }
    agent.destroy();
  };
  const done = Promise.all(Array.from({ length: writerCount }, runWriter));
  return {
    /** The ids of the appointments whose booking was acknowledged. */
    bookedIds,
    /** The calls that failed, with the `performance.now()` of their start. Their bookings are tried again. */
    failedCalls,
    /** Waits until this number of further bookings has been acknowledged. */
    async waitForMore(count: number) {
      const target = bookedIds.length + count;
      while (bookedIds.length < target && pendingBookings.length > 0) await sleep(5);
    },
    async stop() {
      isRunning = false;
      await done;
    },
  };
}

test('a process that is killed under load loses requests in progress, but no acknowledged booking', async () => {
  const killCount = scaledCount(20);
  const load = await startBookingLoad(killCount * 400);
  let failedAfterKill = 0;
  for (let round = 0; round < killCount; round++) {
    await load.waitForMore(30);
    const failedCountBefore = load.failedCalls.length;
    await portal.endProcess(round % 2, 'SIGKILL');
    const endedAt = performance.now();
    await portal.startProcess(round % 2);
    await load.waitForMore(10);
    failedAfterKill += load.failedCalls.slice(failedCountBefore).filter(({ startedAt }) => startedAt > endedAt).length;
  }
  await load.stop();
  const lostCount = load.bookedIds.length - (await countCompleteBookings(db, load.bookedIds));
  const unexpectedStatusCount = load.failedCalls.filter(({ status }) => status !== 503).length;
  recordFigure({
    subject: 'Kills of one of two processes behind nginx, under booking load',
    result:
      `${killCount} kills, ${load.bookedIds.length} bookings acknowledged, ${lostCount} lost; ` +
      `${load.failedCalls.length - failedAfterKill} calls failed that were in progress ` +
      `(${writerCount} at a time), ${failedAfterKill} that began after the process had ended`,
    goal: '0 lost, 0 beyond those in progress',
    isMet: lostCount === 0 && failedAfterKill === 0 && unexpectedStatusCount === 0,
  });
  expect({ lostCount, unexpectedStatusCount, failedAfterKill }).toEqual({
    lostCount: 0,
    unexpectedStatusCount: 0,
    failedAfterKill: 0,
  });
});

test('no call fails during a rolling restart under load', async () => {
  const rounds = scaledCount(6);
  const load = await startBookingLoad(rounds * 8000);
  for (let round = 0; round < rounds; round++) {
    await load.waitForMore(50);
    await portal.endProcess(round % 2, 'SIGTERM');
    await portal.startProcess(round % 2);
  }
  await load.waitForMore(50);
  await load.stop();
  const lostCount = load.bookedIds.length - (await countCompleteBookings(db, load.bookedIds));
  const failedCount = load.failedCalls.length;
  recordFigure({
    subject: 'Restarts in turn of two processes behind nginx, under booking load',
    result:
      `${rounds} restarts, ${load.bookedIds.length} bookings acknowledged, ` +
      `${lostCount} lost, ${failedCount} calls failed`,
    goal: '0 lost, 0 failed',
    isMet: lostCount === 0 && failedCount === 0,
  });
  expect({ lostCount, failedCalls: load.failedCalls }).toEqual({ lostCount: 0, failedCalls: [] });
});

test('the proxy logs neither secrets nor IP addresses of the calls that pass through it', async () => {
  const agent = new Agent({ rejectUnauthorized: false });
  const secret = 'a'.repeat(64);
  await call(agent, `/kalender/${secret}.ics?geheim=${secret}`, { sessionId: secret });
  await call(agent, `${servicePath(bookAppointment)}?geheim=${secret}`, { sessionId: secret });
  agent.destroy();
  const log = portal.readAccessLog();
  const lines = log.trim().split('\n');
  // An address of a client would have no port, unlike the addresses of the portal processes.
  const leakCount = log.split(secret).length - 1 + lines.filter((line) => /127\.0\.0\.1(?!:\d)/.test(line)).length;
  recordFigure({
    subject: 'Secrets in the proxy’s log',
    result: `${lines.length} lines, ${leakCount} hits`,
    goal: '0',
    isMet: leakCount === 0,
  });
  expect(log).toContain('"path":"/kalender/…"');
  expect(leakCount).toBe(0);
});
