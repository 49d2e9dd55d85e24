import pg from 'pg';
import { socketPort } from './socket.ts';

/**
 * Creates the two roles and the database `portal` if they are missing. `portal_owner` owns the database, so it can
 * apply migrations and create extensions. `portal_app` gets its rights on tables from `migrate` and cannot change the
 * schema. With `isDisposable`, which is for tests, the owner may also create databases and disconnect their users.
 */
export async function ensureRoles(socketDir: string, isDisposable: boolean): Promise<void> {
  const client = new pg.Client({
    host: socketDir,
    port: socketPort,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT rolname AS name FROM pg_roles UNION ALL SELECT 'database ' || datname FROM pg_database`,
    );
    const exists = (name: string) => rows.some((row) => row.name === name);
    if (!exists('portal_owner')) {
      await client.query(`CREATE ROLE portal_owner LOGIN ${isDisposable ? 'CREATEDB IN ROLE pg_signal_backend' : ''}`);
    }
    if (!exists('portal_app')) await client.query('CREATE ROLE portal_app LOGIN');
    if (!exists('database portal')) {
      await client.query('CREATE DATABASE portal OWNER portal_owner');
    }
    // These statements can be repeated. If the first start is killed before them, the next start runs them.
    await client.query(`
      REVOKE ALL ON DATABASE portal FROM PUBLIC;
      GRANT CONNECT ON DATABASE portal TO portal_app;
    `);
  } finally {
    await client.end();
  }
}

/** Returns the URL with which `pg` connects over the Unix socket. PG… environment variables have no effect on it. */
export function urlOf(socketDir: string, role: 'portal_app' | 'portal_owner'): string {
  return `postgres://${role}@localhost:${socketPort}/portal?host=${encodeURIComponent(socketDir)}&sslmode=disable`;
}
