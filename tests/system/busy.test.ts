import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { logout, checkSession } from '../../src/features/accounts/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openDb, openPool, applyJobTimeouts, transact, type Db, type Tx } from '../../src/platform/database/db.ts';
import { createApplication } from '../../src/app/application.ts';
import { lockTimeoutNeverFires } from '../support/shifted-clock.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/**
 * Reads the limits in milliseconds for statements, for waiting for a lock, and for idle transactions, in this order.
 */
async function readTimeLimits(db: Db | Tx) {
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name DESC
  `.execute(db);
  return rows.map(({ setting }) => Number(setting));
}

test('statements of a call may take five seconds and wait three seconds for a lock; statements of imports and jobs may take longer', async () => {
  expect(await readTimeLimits(world.app.db)).toEqual([5_000, 3_000, 330_000]);
  const limitsInImport = await transact(world.app.db, async (tx) => {
    await applyJobTimeouts(tx);
    return readTimeLimits(tx);
  });
  expect(limitsInImport).toEqual([60_000, 10_000, 330_000]);
  expect(await readTimeLimits(world.app.db)).toEqual([5_000, 3_000, 330_000]);
  const jobPool = openPool(world.appUrl, 1);
  expect(await readTimeLimits(openDb(jobPool))).toEqual([60_000, 10_000, 330_000]);
  await jobPool.end();
});

test.skipIf(lockTimeoutNeverFires)(
  'a call that waits too long for a lock is refused with the advice to try again, and succeeds when it is repeated',
  async () => {
    const session = await world.signIn(await world.addParticipant());
    const lockingTransaction = await world.db.startTransaction().execute();
    await lockingTransaction.selectFrom('session').select('person_id').forUpdate().execute();
    const refusal = await world.call(logout, session);
    expect(refusal.status).toBe(503);
    expect(refusal.body.meta).toMatchObject({ status: 'error', code: 'overloaded' });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    await lockingTransaction.rollback().execute();
    expect((await world.call(logout, session)).body.meta.status).toBe('success');
  },
);

/**
 * Starts a second portal with only two connections to the world's database. A call waits at most `poolTimeout`
 * milliseconds for a connection.
 */
async function openSmallPortal(poolTimeout: number) {
  const settings = { ...world.settings, databaseConnections: 2 };
  const portal = await createApplication(settings, world.appUrl, null, { runsJobs: false, poolTimeout });
  const address = await portal.fastify.listen({ port: 0, host: '127.0.0.1' });
  const send = (call: { path: string }, sessionId: string) =>
    fetch(address + servicePath(call), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId }),
    });
  return { send, close: () => portal.close() };
}

test('calls are refused with the advice to try again while all connections are in use, and served once connections are free', async () => {
  const portal = await openSmallPortal(200);
  const sessions = await Promise.all([1, 2].map(async () => world.signIn(await world.addParticipant())));
  const otherSession = await world.signIn(await world.addParticipant());
  const lockingTransaction = await world.db.startTransaction().execute();
  await lockingTransaction.selectFrom('session').select('person_id').forUpdate().execute();
  const blockedCalls = sessions.map((session) => portal.send(logout, session));
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
      SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()
    `.execute(world.db);
      expect(rows).toHaveLength(2);
    },
    { timeout: 60_000 },
  );
  const responses = await Promise.all(Array.from({ length: 20 }, () => portal.send(checkSession, otherSession)));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
  expect(await responses[0]?.json()).toMatchObject({ meta: { status: 'error', code: 'overloaded' } });
  await lockingTransaction.rollback().execute();
  expect((await Promise.all(blockedCalls)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await portal.send(checkSession, otherSession)).status).toBe(200);
  await portal.close();
});

test('no call holds a connection while it waits for a second one', async () => {
  const session = await world.signIn(await world.addParticipant());
  const portal = await openSmallPortal(20_000);
  const responses = await Promise.all(Array.from({ length: 20 }, () => portal.send(checkSession, session)));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  await portal.close();
});
