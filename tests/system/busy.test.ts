import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { logout, sessionCheck } from '../../src/features/accounts/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { openDb, openPool, allowJobTime, transact, type Db, type Tx } from '../../src/platform/database/db.ts';
import { createApplication } from '../../src/app/application.ts';
import { lockTimeoutNeverFires } from '../support/shifted-clock.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The time limits of statements, locks and idle transactions, in milliseconds. */
async function limitsOf(db: Db | Tx) {
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name DESC
  `.execute(db);
  return rows.map(({ setting }) => Number(setting));
}

test('a call may use the database for five seconds and wait three for a lock; an import and jobs may take longer', async () => {
  expect(await limitsOf(world.app.db)).toEqual([5_000, 3_000, 330_000]);
  const inImport = await transact(world.app.db, async (tx) => {
    await allowJobTime(tx);
    return limitsOf(tx);
  });
  expect(inImport).toEqual([60_000, 10_000, 330_000]);
  expect(await limitsOf(world.app.db)).toEqual([5_000, 3_000, 330_000]);
  const jobs = openPool(world.appUrl, 1);
  expect(await limitsOf(openDb(jobs))).toEqual([60_000, 10_000, 330_000]);
  await jobs.end();
});

test.skipIf(lockTimeoutNeverFires)(
  'a call that waits too long for a lock is refused with a request to retry, and the retry succeeds',
  async () => {
    const session = await world.signIn(await world.participant());
    const holder = await world.db.startTransaction().execute();
    await holder.selectFrom('session').select('person_id').forUpdate().execute();
    const refused = await world.call(logout, session);
    expect(refused.status).toBe(503);
    expect(refused.body.meta).toMatchObject({ status: 'error', code: 'overloaded' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await holder.rollback().execute();
    expect((await world.call(logout, session)).body.meta.status).toBe('success');
  },
);

/** Starts a second portal on the world's database with two connections; `poolWait` is how long a call waits for one. */
async function openSmallPortal(poolWait: number) {
  const settings = { ...world.settings, databaseConnections: 2 };
  const small = await createApplication(settings, world.appUrl, null, { sendMails: false, poolTimeout: poolWait });
  const address = await small.fastify.listen({ port: 0, host: '127.0.0.1' });
  const ask = (call: { path: string }, sessionId: string) =>
    fetch(address + servicePath(call), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId }),
    });
  return { ask, close: () => small.close() };
}

test('calls are refused with a request to retry while all connections are blocked, and served once they are free', async () => {
  const small = await openSmallPortal(200);
  const sessions = await Promise.all([1, 2].map(async () => world.signIn(await world.participant())));
  const other = await world.signIn(await world.participant());
  const holder = await world.db.startTransaction().execute();
  await holder.selectFrom('session').select('person_id').forUpdate().execute();
  const blocked = sessions.map((session) => small.ask(logout, session));
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
      SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()
    `.execute(world.db);
      expect(rows).toHaveLength(2);
    },
    { timeout: 60_000 },
  );
  const answers = await Promise.all(Array.from({ length: 20 }, () => small.ask(sessionCheck, other)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  expect(await answers[0]?.json()).toMatchObject({ meta: { status: 'error', code: 'overloaded' } });
  await holder.rollback().execute();
  expect((await Promise.all(blocked)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await small.ask(sessionCheck, other)).status).toBe(200);
  await small.close();
});

test('no call holds a connection while it waits for a second one', async () => {
  const session = await world.signIn(await world.participant());
  const small = await openSmallPortal(20_000);
  const served = await Promise.all(Array.from({ length: 20 }, () => small.ask(sessionCheck, session)));
  expect(served.map(({ status }) => status)).toEqual(served.map(() => 200));
  await small.close();
});
