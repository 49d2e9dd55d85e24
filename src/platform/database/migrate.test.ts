import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { migrationsFolder } from '../settings/paths.ts';
import { migrate, migrationsIn } from './migrate.ts';
import { killAtStatements, openEmptyDatabase } from '../../../tests/support/migrations.ts';
import { lockTimeoutNeverFires } from '../../../tests/support/shifted-clock.ts';
import { describeSchema, splitStatements } from '../../../tests/support/schema.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newDatabase() {
  const database = await openEmptyDatabase();
  cleanups.push(() => database.close());
  return database;
}

/** Creates a folder with all migrations and an additional one, which consists of `statements`. */
function createFolderWithExtraMigration(statements: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrationsFolder, folder, { recursive: true });
  writeFileSync(join(folder, '9999_later.sql'), statements);
  return folder;
}

test('a killed migration changes nothing, and the next start creates the same schema as without the kill', async () => {
  const referenceDatabase = await newDatabase();
  await migrate(referenceDatabase.url, referenceDatabase.appUrl, migrationsFolder);
  const interruptedDatabase = await newDatabase();
  // Each migration is killed once, halfway. `npm run long -- migrations` tries every statement.
  const { killCount, faultyAttempts } = await killAtStatements(interruptedDatabase, (count) => [Math.ceil(count / 2)]);
  expect(killCount).toBe(migrationsIn(migrationsFolder).length);
  expect(faultyAttempts).toEqual([]);
  expect(await describeSchema(interruptedDatabase.client)).toEqual(await describeSchema(referenceDatabase.client));
});

test.skipIf(lockTimeoutNeverFires)(
  'a migration that waits for a long read lets later queries through, and is applied afterwards',
  async () => {
    const { url, appUrl, client } = await newDatabase();
    await migrate(url, appUrl, migrationsFolder);
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    cleanups.push(() => reader.end());
    await reader.query('BEGIN; SELECT FROM person');
    const migration = migrate(
      url,
      appUrl,
      createFolderWithExtraMigration('ALTER TABLE person ADD COLUMN later integer;'),
    );
    await vi.waitFor(
      async () => {
        const { rows } = await client.query(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = 'person'::regclass AND locktype = 'relation'`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 60_000 },
    );
    // The query would wait for the reader, too, if the migration did not give up its request for the lock.
    expect((await client.query('SELECT count(*) FROM person')).rowCount).toBe(1);
    await reader.query('COMMIT');
    await migration;
    expect((await client.query('SELECT later FROM person')).rows).toEqual([]);
  },
);

test.each(['an empty database', 'a migrated one'])(
  'without the role that owns %s, the error names the setting that is missing',
  async (kind) => {
    const { url, appUrl } = await newDatabase();
    if (kind === 'a migrated one') await migrate(url, appUrl, migrationsFolder);
    await expect(migrate(appUrl, appUrl, migrationsFolder)).rejects.toThrow(
      'The role of DATABASE_URL may not change the schema: set DATABASE_MIGRATE_URL, the address with the role that owns ' +
        'the database.',
    );
  },
);

test('an older version starts on the schema of a later version and leaves it unchanged', async () => {
  const { url, appUrl, client } = await newDatabase();
  await migrate(url, appUrl, createFolderWithExtraMigration('ALTER TABLE person ADD COLUMN later integer;'));
  const laterSchema = await describeSchema(client);
  await migrate(url, appUrl, migrationsFolder);
  expect(await describeSchema(client)).toEqual(laterSchema);
});

test('no migration removes anything that the previous version reads, or refuses anything that it writes', () => {
  const removesSomething =
    /\bDROP\s+(COLUMN|TABLE|TYPE|FUNCTION|VIEW)\b|\bRENAME\b|\bSET\s+NOT\s+NULL\b|\bALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE\b/i;
  const addsRequiredColumn = /\bADD\s+COLUMN\b(?=[^,;]*\bNOT\s+NULL\b)(?![^,;]*\b(DEFAULT|GENERATED)\b)/i;
  const breaking = migrationsIn(migrationsFolder).flatMap((name) =>
    splitStatements(readFileSync(join(migrationsFolder, name), 'utf8'))
      .filter(
        (statement) =>
          // `-- unused since` marks a statement that removes something which the previous version no longer uses.
          !/-- unused since /.test(statement) &&
          (removesSomething.test(statement) || addsRequiredColumn.test(statement)),
      )
      .map((statement) => `${name}: ${statement.trim()}`),
  );
  expect(breaking).toEqual([]);
});
