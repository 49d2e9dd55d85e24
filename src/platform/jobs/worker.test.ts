import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabaseProxy } from '../../../tests/support/database-proxy.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { openDb, openPool } from '../database/db.ts';

import { startWorker } from './worker.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('the process goes on if the connection of the queue’s listener is lost while the worker is being stopped', async () => {
  const proxy = await openDatabaseProxy(world.appUrl);
  onTestFinished(() => proxy.close());
  const pool = openPool(proxy.url);
  const unhandled: unknown[] = [];
  const collect = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', collect);
  onTestFinished(() => void process.off('unhandledRejection', collect));

  const listening = proxy.holdNextResponse('LISTEN');
  const worker = await startWorker({
    db: openDb(pool),
    pool,
    log: pino({ level: 'silent' }),
    tasks: { work: () => Promise.resolve() },
    timetable: [],
  });
  const closeConnection = await listening;
  const stopped = worker.stop();
  // The runner releases its listener in the same turn of the event loop.
  setImmediate(closeConnection);
  await stopped;
  await pool.end();
  expect(unhandled).toEqual([]);
});
