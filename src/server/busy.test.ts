import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logout } from '../accounts/contract.ts';
import { openWorld, type World } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('the app’s connections have limits of time for statements, locks and idle transactions', async () => {
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name
  `.execute(world.app.db);
  expect(rows.map(({ name, setting }) => [name, Number(setting)])).toEqual([
    ['idle_in_transaction_session_timeout', 330_000],
    ['lock_timeout', 10_000],
    ['statement_timeout', 60_000],
  ]);
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
