import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { migrations } from '../../src/platform/settings/paths.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { killAtStatements, openEmptyDatabase } from '../support/migrations.ts';
import { schemaOf } from '../support/schema.ts';
import { recordFigure, scaledTries } from './figure.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newDatabase() {
  const database = await openEmptyDatabase();
  cleanups.push(() => database.close());
  return database;
}

test('migrations that are killed at any statement or moment leave nothing behind and succeed when repeated', async () => {
  const whole = await newDatabase();
  const started = performance.now();
  await migrate(whole.url, whole.appUrl, migrations);
  const duration = performance.now() - started;
  const expectedSchema = (await schemaOf(whole.client)).join('\n');

  const stepwise = await newDatabase();
  const everyPosition = (statements: number) => Array.from({ length: statements + 1 }, (_, position) => position);
  const { kills, halves } = await killAtStatements(stepwise, everyPosition);
  const differing = (await schemaOf(stepwise.client)).join('\n') === expectedSchema ? [] : ['every statement'];

  const moments = scaledTries(30);
  for (let round = 0; round < moments; round++) {
    const { url, appUrl, client } = await newDatabase();
    const first = migrate(url, appUrl, migrations).catch(() => {});
    await sleep(Math.random() * duration);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await first;
    // Two at the same time, as when a service manager restarts two processes.
    await Promise.all([1, 2].map(() => migrate(url, appUrl, migrations)));
    if ((await schemaOf(client)).join('\n') !== expectedSchema) differing.push(`round ${round}`);
    for (const cleanup of cleanups.splice(-1)) await cleanup();
  }
  recordFigure({
    what: 'Kills of migrations',
    result: `${kills} kills, one at each statement, ${halves.length} left something; ${moments} at any moment, then two at once: ${differing.length} schemas differ`,
    goal: '0 and 0',
    holds: halves.length + differing.length === 0,
  });
  expect({ halves, differing }).toEqual({ halves: [], differing: [] });
});
