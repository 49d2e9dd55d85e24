import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logout } from '../accounts/contract.ts';
import { openDb, openPool, takeTime, transact, type Db, type Tx } from './db.ts';
import { openWorld, type World } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Milliseconds for statements, locks and idle transactions. */
async function limitsOf(db: Db | Tx) {
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name DESC
  `.execute(db);
  return rows.map(({ setting }) => Number(setting));
}

test('a call may keep the database busy for five seconds and wait three for a lock; an import and jobs may do more', async () => {
  expect(await limitsOf(world.app.db)).toEqual([5_000, 3_000, 330_000]);
  const inImport = await transact(world.app.db, async (tx) => {
    await takeTime(tx);
    return limitsOf(tx);
  });
  expect(inImport).toEqual([60_000, 3_000, 330_000]);
  expect(await limitsOf(world.app.db)).toEqual([5_000, 3_000, 330_000]);
  const jobs = openPool(world.appUrl, 1);
  expect(await limitsOf(openDb(jobs))).toEqual([60_000, 10_000, 330_000]);
  await jobs.end();
});

test('a call that waits too long for a lock is asked to come again, and then served', { timeout: 30_000 }, async () => {
  const session = await world.signIn(await world.participant());
  const holder = await world.db.startTransaction().execute();
  await holder.selectFrom('session').select('person_id').forUpdate().execute();
  const refused = await world.call(logout, session);
  expect(refused.status).toBe(503);
  expect(refused.body.meta).toMatchObject({ status: 'error', code: 'overloaded' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await holder.rollback().execute();
  expect((await world.call(logout, session)).body.meta.status).toBe('success');
});
