import pg from 'pg';
import { port } from './socket.ts';

/**
 * Creates the two roles and the database `portal` if they are missing: `portal_owner` owns the database (for migrations
 * and extensions); `portal_app` gets its rights on tables from the migrations and cannot change the schema. If
 * `disposable` (tests), the owner may also create databases and disconnect their users.
 */
export async function ensureRoles(socketDir: string, disposable: boolean): Promise<void> {
  const client = new pg.Client({ host: socketDir, port, user: 'postgres', database: 'postgres', ssl: false });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT rolname AS name FROM pg_roles UNION ALL SELECT 'database ' || datname FROM pg_database`,
    );
    const has = (name: string) => rows.some((row) => row.name === name);
    if (!has('portal_owner')) {
      await client.query(`CREATE ROLE portal_owner LOGIN ${disposable ? 'CREATEDB IN ROLE pg_signal_backend' : ''}`);
    }
    if (!has('portal_app')) await client.query('CREATE ROLE portal_app LOGIN');
    if (!has('database portal')) {
      await client.query('CREATE DATABASE portal OWNER portal_owner');
    }
    // Every statement can be repeated: if the first start is killed here, the next start completes the work.
    await client.query(`
      REVOKE ALL ON DATABASE portal FROM PUBLIC;
      GRANT CONNECT ON DATABASE portal TO portal_app;
    `);
  } finally {
    await client.end();
  }
}

/** A connection URL for `pg` over the Unix socket; it is complete, so no PG… variable of the environment applies. */
export function urlOf(socketDir: string, role: 'portal_app' | 'portal_owner'): string {
  return `postgres://${role}@localhost:${port}/portal?host=${encodeURIComponent(socketDir)}&sslmode=disable`;
}
