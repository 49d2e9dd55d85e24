import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { codeOf } from './db.ts';

/** The key of the advisory lock that an instance holds while it migrates; other instances wait for it. */
export const migrationLock = 7_203_118;

/**
 * How long a migration waits for a table lock, in milliseconds. Other statements queue behind a migration that waits,
 * so it soon gives up and lets them run. It pauses for the same time and tries again, 20 times within two minutes.
 */
const lockTimeout = 3_000;
const maxAttempts = 20;

/** SQL that creates the table `migration`, which lists the migrations that have been applied. */
export const migrationTableSql =
  'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())';

/** Returns the file names of the migrations in a folder, in the order in which they are applied. */
export function migrationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

/** PostgreSQL's error code for what a role may not do. */
const insufficientPrivilege = '42501';
const ownerMissing =
  'The role of DATABASE_URL may not change the schema: set DATABASE_MIGRATE_URL, the address with the role that owns the database.';

/**
 * Applies all migrations of `folder` that the database lacks, then the migrations of the job queue, and grants the
 * app's role its rights. `ownerUrl` connects as the owner of the database, `appUrl` as the role of the app, which is a
 * restricted role or the owner. Each file `NNNN_name.sql` is applied in a separate transaction.
 *
 * Several instances may call this at the same time, also while an older version is still serving. If the process is
 * killed, the next call applies the remaining migrations. Throws if a table stays locked for two minutes.
 */
export async function migrate(ownerUrl: string, appUrl: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'coaching-portal migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query(`SET lock_timeout = ${lockTimeout}`);
    // If this process is killed, the server notices within a second, ends the statement and frees the lock. The setting
    // does not exist on every platform.
    await client.query("SET client_connection_check_interval = '1s'").catch(() => {});
    await client.query(migrationTableSql).catch((error: unknown) => {
      throw codeOf(error) === insufficientPrivilege && ownerUrl === appUrl ? new Error(ownerMissing) : error;
    });
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migration');
    const applied = new Set(rows.map((row) => row.name));
    for (const name of migrationsIn(folder)) {
      if (applied.has(name)) continue;
      await runWithRetries(async () => {
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
    await runWithRetries(() => migrateJobQueue(ownerUrl));
    if (roleOf(appUrl) !== roleOf(ownerUrl)) await runWithRetries(() => grantRights(client, roleOf(appUrl)));
  } finally {
    // This also frees the advisory lock.
    await client.end();
  }
}

/** Runs a step, and repeats it while other connections hold a lock that it needs. */
async function runWithRetries(step: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (codeOf(error) !== lockNotAvailable) throw error;
      if (attempt === maxAttempts)
        throw new Error(
          'A table stays locked by other connections, so the database cannot be migrated. Try again later.',
          { cause: error },
        );
      await sleep(lockTimeout);
    }
  }
}

const lockNotAvailable = '55P03';

async function migrateJobQueue(ownerUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: ownerUrl, max: 2, lock_timeout: lockTimeout });
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}

const roleOf = (url: string) => decodeURIComponent(new URL(url).username);

/**
 * Allows the app's role to read and write rows. The role cannot change the schema, fixed tables such as `role`, or
 * existing entries of the audit log.
 */
async function grantRights(client: pg.Client, role: string): Promise<void> {
  const app = pg.escapeIdentifier(role);
  // A test applies only some of the migrations, so the table `audit_seal` may be missing.
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
  // The tables of the job queue have row security without a policy, so only their owner sees any rows.
  const { rows } = await client.query<{ relname: string }>(`
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'graphile_worker' AND c.relrowsecurity
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'app')`);
  for (const { relname } of rows)
    await client.query(
      `CREATE POLICY app ON graphile_worker.${pg.escapeIdentifier(relname)} TO ${app} USING (true) WITH CHECK (true)`,
    );
}
