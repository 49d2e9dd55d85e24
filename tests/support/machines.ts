import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { openDb, openPool, type Db } from '../../src/platform/database/db.ts';
import { runStatement, urlOfDatabase } from './database.ts';

const databases: string[] = [];

/** Creates an empty database and a data directory in `folder`, as on a new machine, and returns the settings for them. */
export async function addMachine(folder: string) {
  const { migrateUrl, url } = inject('postgres');
  const name = `scratch_${randomUUID().replaceAll('-', '')}`;
  await runStatement(migrateUrl, `CREATE DATABASE ${name}`);
  databases.push(name);
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const [ownerUrl, appUrl] = [urlOfDatabase(migrateUrl, name), urlOfDatabase(url, name)];
  const env = { DATABASE_URL: appUrl, DATABASE_MIGRATE_URL: ownerUrl, DATA_DIR: dataDir };
  return { env, dataDir, ownerUrl, appUrl, portalName: `${name}@localhost` };
}

/** Drops the databases of all machines that the test file created, also those that are in use. */
export async function removeMachines(): Promise<void> {
  for (const name of databases.splice(0))
    await runStatement(inject('postgres').migrateUrl, `DROP DATABASE ${name} WITH (FORCE)`);
}

/** Runs `work` with a connection to the database at `url`, which is closed afterwards. */
export async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = openPool(url, 1);
  try {
    return await work(openDb(pool));
  } finally {
    await pool.end();
  }
}

/** Returns a hash of the rows of each table. Ignores the order of rows, and whether mails were handed to the queue. */
export async function hashTables(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  `.execute(db);
  const hashes = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: result } = await sql<{ hash: string }>`
      SELECT md5(coalesce(string_agg(row, '|' ORDER BY row), '')) AS hash
      FROM (SELECT (to_jsonb(t) - 'to_hand_over')::text AS row FROM ${sql.table(name)} t) rows
    `.execute(db);
    hashes.set(name, result[0]?.hash ?? '');
  }
  return hashes;
}
