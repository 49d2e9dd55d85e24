import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/platform/postgres/embedded.ts';
import { chooseAccount, changeOwner, runAs } from '../../src/platform/postgres/account.ts';
import { findBinaries } from '../../src/platform/postgres/binaries.ts';
import { urlOf } from '../../src/platform/postgres/roles.ts';
import { port } from '../../src/platform/postgres/socket.ts';

/** Starts a PostgreSQL server with a streaming replica, both only on Unix sockets; `stop()` deletes them. */
export async function startPostgresWithReplica() {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'portal-replica-')));
  chmodSync(parent, 0o711);
  const dataDir = join(parent, 'primary');
  const primary = await startEmbedded({ dataDir, log: () => {}, disposable: true });
  const socketDir = new URL(primary.url).searchParams.get('host') ?? '';
  const copy = join(parent, 'replica');
  await copyRunning(socketDir, join(dataDir, 'postgres'), copy);
  writeFileSync(join(copy, 'standby.signal'), '');
  writeFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${socketDir} port=${port} user=postgres'\n`,
  );
  const account = chooseAccount(dataDir, join(dataDir, 'postgres'));
  if (account) changeOwner(copy, account);
  const { postgres } = findBinaries();
  const [program, ...args] = [...runAs(account, [copy, postgres, socketDir]), postgres];
  const start = async () => {
    const server = spawn(program, [...args, '-D', copy, '-k', copy, '-c', 'listen_addresses=', '-c', 'fsync=off'], {
      stdio: 'ignore',
    });
    await waitUntilAnswering(copy);
    return server;
  };
  let replica = await start();
  const kill = async (signal: NodeJS.Signals) => {
    const ended = new Promise((done) => replica.once('exit', done));
    if (replica.kill(signal)) await ended;
  };
  return {
    server: { migrateUrl: primary.migrateUrl, url: primary.url, replicaUrl: urlOf(copy, 'portal_app') },
    /** Runs one statement on the replica as its superuser. */
    onReplica: (statement: string) => ask(copy, statement),
    killReplica: () => kill('SIGKILL'),
    async startReplica() {
      rmSync(join(copy, 'postmaster.pid'), { force: true });
      replica = await start();
    },
    async stop() {
      await kill('SIGQUIT');
      await primary.stop();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** Copies the files of a running server; changes made during the copy are replayed from the write-ahead log. */
async function copyRunning(socketDir: string, from: string, to: string): Promise<void> {
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
  const client = new pg.Client({ host: socketDir, port, user: 'postgres', database: 'postgres', ssl: false });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function ask(socketDir: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await connectTo(socketDir);
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function waitUntilAnswering(socketDir: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await ask(socketDir, 'SELECT 1').catch(() => null)) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error('the replica did not start');
}
