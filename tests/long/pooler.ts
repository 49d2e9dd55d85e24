import { execFileSync, spawn } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { callLimits } from '../../src/platform/database/db.ts';
import { freePorts, waitUntilListening } from '../support/ports.ts';

/** The number of connections to the database that the calls of all processes share. */
export const pooledConnections = 8;

/** The path of PgBouncer, at least 1.21; PGBOUNCER names another path. Throws a one-line error if there is none. */
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
  throw new Error('There is no PgBouncer of at least 1.21: install it, or name it in PGBOUNCER.');
}

/**
 * Starts PgBouncer in transaction mode in front of the embedded database of a folder, as in docs/operations.md; `url`
 * is that of the app's role. Gives this role the limits of calls, because PgBouncer does not pass them on.
 */
export async function startPooler(folder: string, url: string) {
  const command = findPgBouncer();
  const direct = new URL(url);
  const role = decodeURIComponent(direct.username);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const)
    await client.query(`ALTER ROLE ${pg.escapeIdentifier(role)} SET ${limit} = ${callLimits[limit]}`);
  await client.end();
  const [port = 0] = await freePorts(1);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    configurationOf({ socket: direct.searchParams.get('host') ?? '', database: direct.pathname.slice(1), role, port }),
  );
  // Only this account may use the socket of the embedded database.
  const { uid, gid } = statSync(join(folder, 'postgres'));
  const child = spawn(command, ['--quiet', file], {
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

const configurationOf = ({
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
default_pool_size = ${pooledConnections}
ignore_startup_parameters = extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`;
