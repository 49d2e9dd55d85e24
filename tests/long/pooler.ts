import { execFileSync, spawn } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { callLimits } from '../../src/platform/database/db.ts';
import { findFreePorts, waitUntilListening } from '../support/ports.ts';

/** The number of database connections that the calls of all processes share. */
export const pooledConnectionCount = 8;

/** Returns the path of PgBouncer, which PGBOUNCER may name. Throws if there is no version 1.21 or later. */
function findPgBouncer(): string {
  const candidates = [
    process.env['PGBOUNCER'],
    '/usr/sbin/pgbouncer',
    '/usr/local/sbin/pgbouncer',
    '/opt/homebrew/bin/pgbouncer',
  ];
  for (const path of candidates) {
    if (!path || !existsSync(path)) continue;
    const [, major = '0', minor = '0'] =
      /(\d+)\.(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' })) ?? [];
    if (Number(major) > 1 || Number(minor) >= 21) return path;
  }
  throw new Error('There is no PgBouncer of version 1.21 or later: install it, or set PGBOUNCER to its path.');
}

/**
 * Starts PgBouncer in transaction mode in front of a folder's embedded database, as described in docs/operations.md.
 * `url` is the database's URL for the app's role. Sets the time limits of calls for this role, because PgBouncer does
 * not pass on the time limits of connections. Returns the URL of PgBouncer and a function that stops it.
 */
export async function startPooler(folder: string, url: string) {
  const program = findPgBouncer();
  const databaseUrl = new URL(url);
  const role = decodeURIComponent(databaseUrl.username);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const)
    await client.query(`ALTER ROLE ${pg.escapeIdentifier(role)} SET ${limit} = ${callLimits[limit]}`);
  await client.end();
  const [port = 0] = await findFreePorts(1);
  const configurationFile = join(folder, 'pgbouncer.ini');
  writeFileSync(
    configurationFile,
    createConfiguration({
      socket: databaseUrl.searchParams.get('host') ?? '',
      database: databaseUrl.pathname.slice(1),
      role,
      port,
    }),
  );
  // Only the owner of the database's folder may use the socket of the embedded database.
  const { uid, gid } = statSync(join(folder, 'postgres'));
  const child = spawn(program, ['--quiet', configurationFile], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  await waitUntilListening(port);
  return {
    url: `postgres://${role}@127.0.0.1:${port}/portal?sslmode=disable`,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGINT');
      await ended;
    },
  };
}

const createConfiguration = ({
  socket,
  database,
  role,
  port,
}: {
  socket: string;
  database: string;
  role: string;
  port: number;
}) => `
[databases]
portal = host=${socket} port=5432 dbname=${database} user=${role}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = ${pooledConnectionCount}
ignore_startup_parameters = extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`;
