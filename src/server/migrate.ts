import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

/** Any number, the same for every instance: who holds it migrates, the others wait. */
export const migrationLock = 7_203_118;

/** Where a database tells which migrations it has seen. */
export const migrationTable =
  'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())';

/** The names of a folder's migrations, in their order. */
export function migrationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

/**
 * Brings a database to the newest schema and gives the app's role its rights. `url` is the owner's; `appUrl` the app's,
 * of a restricted role or of the owner itself. `folder` holds `NNNN_name.sql`; each file is one
 * transaction. Safe with several instances starting at once, and after a kill at any point.
 */
export async function migrate(url: string, appUrl: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'coaching-portal migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query(migrationTable);
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migration');
    const applied = new Set(rows.map((row) => row.name));
    for (const name of migrationsIn(folder)) {
      if (applied.has(name)) continue;
      await client.query('BEGIN');
      await client.query(readFileSync(join(folder, name), 'utf8'));
      await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
      await client.query('COMMIT');
    }
    await runMigrations({ connectionString: url });
    if (roleIn(appUrl) !== roleIn(url)) await grant(client, roleIn(appUrl));
  } finally {
    // Ending the connection gives the lock back, whatever happened before.
    await client.end();
  }
}

const roleIn = (url: string) => decodeURIComponent(new URL(url).username);

/** The app may work with rows, but neither change the schema nor rewrite the audit log. */
async function grant(client: pg.Client, role: string): Promise<void> {
  const app = pg.escapeIdentifier(role);
  await client.query(`
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT USAGE ON SCHEMA public, graphile_worker TO ${app};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, graphile_worker TO ${app};
    REVOKE UPDATE, DELETE, TRUNCATE ON audit FROM ${app};
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON migration, role, coaching_type, graphile_worker.migrations FROM ${app};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, graphile_worker TO ${app};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, graphile_worker TO ${app};
  `);
  // The job tables have row security without a policy, which hides every row from all but their owner.
  const { rows } = await client.query<{ relname: string }>(`
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'graphile_worker' AND c.relrowsecurity
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'app')`);
  for (const { relname } of rows)
    await client.query(
      `CREATE POLICY app ON graphile_worker.${pg.escapeIdentifier(relname)} TO ${app} USING (true) WITH CHECK (true)`,
    );
}
