import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { migrationsFolder } from '../../src/platform/settings/paths.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { killAtStatements, openEmptyDatabase } from '../support/migrations.ts';
import { describeSchema } from '../support/schema.ts';
import { recordFigure, scaledCount } from './figure.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function openNewDatabase() {
  const database = await openEmptyDatabase();
  cleanups.push(() => database.close());
  return database;
}

test('a migration that is killed at any moment leaves nothing behind, and succeeds when run again', async () => {
  const uninterruptedDatabase = await openNewDatabase();
  const start = performance.now();
  await migrate(uninterruptedDatabase.url, uninterruptedDatabase.appUrl, migrationsFolder);
  const duration = performance.now() - start;
  const expectedSchema = (await describeSchema(uninterruptedDatabase.client)).join('\n');

  const interruptedDatabase = await openNewDatabase();
  const listAllPositions = (statementCount: number) =>
    Array.from({ length: statementCount + 1 }, (_, position) => position);
  const { killCount, faultyAttempts } = await killAtStatements(interruptedDatabase, listAllPositions);
  const differingSchemas =
    (await describeSchema(interruptedDatabase.client)).join('\n') === expectedSchema ? [] : ['every statement'];

  const randomKills = scaledCount(30);
  for (let round = 0; round < randomKills; round++) {
    const { url, appUrl, client } = await openNewDatabase();
    const killedMigration = migrate(url, appUrl, migrationsFolder).catch(() => {});
    await sleep(Math.random() * duration);
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await killedMigration;
    // Two migrations run at the same time, as when a service manager restarts two processes.
    await Promise.all([1, 2].map(() => migrate(url, appUrl, migrationsFolder)));
    if ((await describeSchema(client)).join('\n') !== expectedSchema) differingSchemas.push(`round ${round}`);
    for (const cleanup of cleanups.splice(-1)) await cleanup();
  }
  recordFigure({
    subject: 'Kills of migrations',
    result:
      `${killCount} kills, one at each statement, ${faultyAttempts.length} left something; ` +
      `${randomKills} at any moment, then two at once: ${differingSchemas.length} schemas differ`,
    goal: '0 and 0',
    isMet: faultyAttempts.length + differingSchemas.length === 0,
  });
  expect({ faultyAttempts, differingSchemas }).toEqual({ faultyAttempts: [], differingSchemas: [] });
});
