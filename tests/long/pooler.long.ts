import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runLoad, preparePost, type PreparedRequest } from '../support/load.ts';
import {
  listBookableSlots,
  bookAppointment,
  cancelAppointment,
  listMyAppointments,
} from '../../src/features/booking/contract.ts';
import { createFreeSlots, seedParticipantSessions } from '../support/bookings.ts';
import { getFiles } from '../../src/features/files/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openDb, openPool, type Db } from '../../src/platform/database/db.ts';
import { findViolations } from '../../src/operations/privacy/invariants.ts';
import { recordFigure, scaledCount } from './figure.ts';
import { pooledConnectionCount } from './pooler.ts';
import { startBehindProxy } from './proxied.ts';

let portal: Awaited<ReturnType<typeof startBehindProxy>>;
let db: Db;
beforeAll(async () => {
  portal = await startBehindProxy({ usesPooler: true, env: { LOG_LEVEL: 'error' } });
  db = openDb(openPool(portal.ownerUrl, 2));
});
afterAll(async () => {
  await db.destroy();
  await portal.stop();
});

/** Sends all requests, 16 at a time to each process; returns how many were sent and how many failed. */
async function sendAll(requests: PreparedRequest[]): Promise<{ requests: number; failed: number }> {
  const [first, second] = await Promise.all(portal.processes.map(({ url }) => runLoad(url, 16, () => requests.pop())));
  if (!first || !second) throw new Error('This test needs two processes.');
  return { requests: first.requestCount + second.requestCount, failed: first.failedCount + second.failedCount };
}

test('two processes that use PgBouncer serve all calls, violate no invariant of the data and send their mails', async () => {
  const sessions = await seedParticipantSessions(db, scaledCount(200));
  const slots = await createFreeSlots(db, sessions.length);
  const bookings = sessions.map((sessionId, index) => ({ sessionId, appointmentId: slots[index] ?? 0 }));
  const bookingLoad = await sendAll(
    bookings.flatMap((booking) => [
      preparePost(servicePath(listBookableSlots), { ...booking, limit: 50 }),
      preparePost(servicePath(bookAppointment), booking),
    ]),
  );
  const readLoad = await sendAll(
    bookings.flatMap((booking) => [
      preparePost(servicePath(listMyAppointments), booking, `"id":${booking.appointmentId},`),
      preparePost(servicePath(getFiles), booking),
    ]),
  );
  const cancellationLoad = await sendAll(
    bookings.map((booking) => preparePost(servicePath(cancelAppointment), booking)),
  );
  const countRows = async (tableAndCondition: ReturnType<typeof sql>) =>
    Number(
      (await sql<{ count: number }>`SELECT count(*) AS count FROM ${tableAndCondition}`.execute(db)).rows[0]?.count,
    );
  await vi.waitFor(
    async () => expect(await countRows(sql`mail WHERE sent_at IS NULL AND overtaken_at IS NULL`)).toBe(0),
    240_000,
  );
  // A mail about a booking is not sent if the booking has been cancelled in the meantime.
  const mailCount = await countRows(sql`mail`);
  const sentMailCount = await countRows(sql`mail WHERE sent_at IS NOT NULL`);
  const violations = await findViolations(db);
  const callCount = bookingLoad.requests + readLoad.requests + cancellationLoad.requests;
  const failedCount = bookingLoad.failed + readLoad.failed + cancellationLoad.failed;
  recordFigure({
    subject: 'Two processes on PgBouncer in transaction mode',
    result:
      `${callCount} calls, ${failedCount} failed; ` +
      `${sentMailCount} of ${mailCount} mails sent, the others superseded; ` +
      `${pooledConnectionCount} connections for the calls of both`,
    goal: '0 failed',
    isMet: failedCount + violations.length === 0,
  });
  expect({ failedCount, violations, mailCount }).toEqual({
    failedCount: 0,
    violations: [],
    mailCount: bookings.length * 4,
  });
});
