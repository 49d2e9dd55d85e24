import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { codeOf } from './db.ts';

/** The key of the advisory lock: the instance that holds it migrates, while the others wait. */
export const migrationLock = 7_203_118;

/**
 * How long a step waits for a table lock, in milliseconds. Later statements queue behind the step, so it gives up soon
 * and lets them through. A step is tried 20 times, with pauses of the same length between: two minutes in all.
 */
const lockTimeout = 3_000;
const attempts = 20;

/** SQL that creates the table of the applied migrations. */
export const createMigrationTable =
  'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())';

/** The names of the migrations in a folder, in order. */
export function migrationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

/**
 * Brings a database to the newest schema and gives the app's role its rights. `url` connects as the owner; `appUrl` as
 * the app, whose role is restricted or the owner itself. `folder` holds `NNNN_name.sql`; each file is one transaction.
 * Safe if several instances start at the same time, after a kill at any point, and beside an older version that still
 * serves. Throws if a table stays locked for two minutes.
 */
export async function migrate(url: string, appUrl: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'coaching-portal migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query(`SET lock_timeout = ${lockTimeout}`);
    // If this process is killed, a server that supports it ends the statement, and frees the lock, within a second.
    await client.query("SET client_connection_check_interval = '1s'").catch(() => {});
    await client.query(createMigrationTable);
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migration');
    const applied = new Set(rows.map((row) => row.name));
    for (const name of migrationsIn(folder)) {
      if (applied.has(name)) continue;
      await withRetries(async () => {
        await client.query('BEGIN');
        try {
          await client.query(readFileSync(join(folder, name), 'utf8'));
          await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
          await client.query('COMMIT');
        } catch (error) {
          await client.query('ROLLBACK').catch(() => {});
          throw error;
        }
      });
    }
    await withRetries(() => migrateQueue(url));
    if (roleIn(appUrl) !== roleIn(url)) await withRetries(() => grant(client, roleIn(appUrl)));
  } finally {
    // Ending the connection frees the lock in any case.
    await client.end();
  }
}

/** Repeats a step while another connection holds a lock that it needs. */
async function withRetries(step: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error;
      if (attempt === attempts)
        throw new Error(
          'A table stays locked by other connections, so the database cannot be migrated. Try again later.',
          { cause: error },
        );
      await sleep(lockTimeout);
    }
  }
}

const lockNotAvailable = '55P03';

async function migrateQueue(url: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: url, max: 2, lock_timeout: lockTimeout });
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}

const roleIn = (url: string) => decodeURIComponent(new URL(url).username);

/** The app may read and write rows, but neither change the schema nor rewrite the audit log or its seals. */
async function grant(client: pg.Client, role: string): Promise<void> {
  const app = pg.escapeIdentifier(role);
  // A test migrates only halfway, before the table of seals exists.
  const { rows: auditTables } = await client.query<{ name: string }>(
    "SELECT name FROM unnest(ARRAY['audit', 'audit_seal']) name WHERE to_regclass(name) IS NOT NULL",
  );
  await client.query(`
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT USAGE ON SCHEMA public, graphile_worker TO ${app};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, graphile_worker TO ${app};
    REVOKE UPDATE, DELETE, TRUNCATE ON ${auditTables.map(({ name }) => name).join(', ')} FROM ${app};
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON migration, role, coaching_type, graphile_worker.migrations FROM ${app};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, graphile_worker TO ${app};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, graphile_worker TO ${app};
  `);
  // The job tables have row security without a policy, which hides all rows from every role but their owner.
  const { rows } = await client.query<{ relname: string }>(`
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'graphile_worker' AND c.relrowsecurity
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'app')`);
  for (const { relname } of rows)
    await client.query(
      `CREATE POLICY app ON graphile_worker.${pg.escapeIdentifier(relname)} TO ${app} USING (true) WITH CHECK (true)`,
    );
}
