import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/platform/postgres/embedded.ts';
import { chooseAccount, changeOwner, buildRunAsPrefix } from '../../src/platform/postgres/account.ts';
import { findBinaries } from '../../src/platform/postgres/binaries.ts';
import { urlOf } from '../../src/platform/postgres/roles.ts';
import { socketPort } from '../../src/platform/postgres/socket.ts';

/**
 * Starts a PostgreSQL server and a streaming replica of it. They listen only on Unix sockets. `stop()` ends them and
 * deletes their data.
 */
export async function startPostgresWithReplica() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'portal-replica-')));
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'primary');
  const primary = await startEmbedded({ dataDir, log: () => {}, disposable: true });
  const socketDir = new URL(primary.url).searchParams.get('host') ?? '';
  const replicaDir = join(folder, 'replica');
  await copyRunningServer(socketDir, join(dataDir, 'postgres'), replicaDir);
  writeFileSync(join(replicaDir, 'standby.signal'), '');
  writeFileSync(
    join(replicaDir, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${socketDir} port=${socketPort} user=postgres'\n`,
  );
  const account = chooseAccount(dataDir, join(dataDir, 'postgres'));
  if (account) changeOwner(replicaDir, account);
  const { postgres } = findBinaries();
  const [program, ...args] = [...buildRunAsPrefix(account, [replicaDir, postgres, socketDir]), postgres];
  const startServer = async () => {
    const server = spawn(
      program,
      [...args, '-D', replicaDir, '-k', replicaDir, '-c', 'listen_addresses=', '-c', 'fsync=off'],
      {
        stdio: 'ignore',
      },
    );
    await waitUntilStarted(replicaDir);
    return server;
  };
  let replica = await startServer();
  const kill = async (signal: NodeJS.Signals) => {
    const ended = new Promise((done) => replica.once('exit', done));
    if (replica.kill(signal)) await ended;
  };
  return {
    server: { migrateUrl: primary.migrateUrl, url: primary.url, replicaUrl: urlOf(replicaDir, 'portal_app') },
    /** Runs one statement on the replica as its superuser. */
    queryReplica: (statement: string) => queryRows(replicaDir, statement),
    killReplica: () => kill('SIGKILL'),
    async startReplica() {
      rmSync(join(replicaDir, 'postmaster.pid'), { force: true });
      replica = await startServer();
    },
    async stop() {
      await kill('SIGQUIT');
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the files of a running server. The write-ahead log later provides the changes made during the copying. */
async function copyRunningServer(socketDir: string, from: string, to: string): Promise<void> {
  const client = await connectTo(socketDir);
  try {
    await client.query("SELECT pg_backup_start('replica', true)");
    mkdirSync(to, { mode: 0o700 });
    cpSync(from, to, { recursive: true, filter: (path) => !/postmaster\.(pid|opts)$/.test(path) });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

async function connectTo(socketDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketDir,
    port: socketPort,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function queryRows(socketDir: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await connectTo(socketDir);
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function waitUntilStarted(socketDir: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await queryRows(socketDir, 'SELECT 1').catch(() => null)) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error('the replica did not start');
}
