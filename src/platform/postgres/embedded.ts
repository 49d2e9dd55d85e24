import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAccount, giveTo, runAs } from './postgres/account.ts';
import { findBinaries } from './postgres/binaries.ts';
import { ensureCluster } from './postgres/cluster.ts';
import { becomeOwner, markOf } from './postgres/owner.ts';
import { startPostmaster, type Postmaster } from './postgres/postmaster.ts';
import { clearRemains } from './postgres/remains.ts';
import { ensureRoles, urlOf } from './postgres/roles.ts';
import { prepareSocketDirectory, removeSocketDirectory } from './postgres/socket.ts';
import { healthyAfter, pauseBeforeRestart } from './restart.ts';

/** The embedded database while it runs; the URLs stay the same when it has to be restarted. */
export interface EmbeddedPostgres {
  /** For the app: role `portal_app`, which cannot change the schema. */
  url: string;
  /** For migrations: role `portal_owner`, which owns the database `portal`. */
  migrateUrl: string;
  /** Shuts it down and gives the data directory free. May be called twice. */
  stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL that npm installed, on `dataDir/postgres`, reachable over a Unix socket only, and keeps it
 * running: when it dies while node lives it is started again, at once, and after failed starts or runs under two
 * seconds with a growing pause (0.25 s, doubled each time, at most 2 s), without end. When node dies, it stops.
 *
 * `dataDir` is made when missing. `log` takes one line for a human, never with personal data; PostgreSQL's own log
 * is `dataDir/postgres.log`. It takes `connections` at most. `disposable` is for tests alone: faster, but a power cut
 * destroys the data.
 * Refuses, as an Error with one clear line: a data directory in use, a foreign owner, a machine without binaries.
 */
export async function startEmbedded({
  dataDir,
  log,
  connections = 100,
  disposable = false,
}: {
  dataDir: string;
  log: (line: string) => void;
  connections?: number;
  disposable?: boolean;
}): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  // As root, PostgreSQL's account must pass through; nobody else can list it either way.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const directory = realpathSync(dataDir);
  const clusterDir = join(directory, 'postgres');
  const lockFile = join(directory, 'postgres.lock');
  const mark = markOf(directory);
  const owner = await becomeOwner(directory);

  const launch = async (): Promise<{ postmaster: Postmaster; socketDir: string }> => {
    await clearRemains({ clusterDir, lockFile, mark, log });
    const socketDir = prepareSocketDirectory(directory, mark, account);
    const postmaster = await startPostmaster({
      command: [...runAs(account, [clusterDir, binaries.postgres, socketDir]), binaries.postgres],
      clusterDir,
      socketDir,
      logFile: join(directory, 'postgres.log'),
      lockFile,
      mark,
      connections,
      disposable,
    });
    return { postmaster, socketDir };
  };

  let account: ReturnType<typeof chooseAccount>;
  let running: Awaited<ReturnType<typeof launch>>;
  try {
    account = chooseAccount(directory, clusterDir);
    const { isNew } = await ensureCluster(clusterDir, binaries, account);
    if (account && statSync(clusterDir).uid !== account.uid) {
      log(`The database's files belonged to root; they belong to user ${account.name} now.`);
      giveTo(clusterDir, account);
    }
    if (account && isNew) log(`PostgreSQL runs as user ${account.name}, for it refuses to run as root.`);
    running = await launch();
  } catch (error) {
    await owner.release();
    throw error;
  }

  let { postmaster } = running;
  const { socketDir } = running;
  const stopping = new AbortController();

  const keepRunning = async (): Promise<void> => {
    let failures = 0;
    for (;;) {
      const since = performance.now();
      const reason = await postmaster.ended;
      if (stopping.signal.aborted) return;
      log(`PostgreSQL ended by itself (${reason}); starting it again.`);
      failures = performance.now() - since < healthyAfter ? failures + 1 : 0;
      for (;;) {
        await pauseBeforeRestart(failures, stopping.signal);
        if (stopping.signal.aborted) return;
        try {
          ({ postmaster } = await launch());
          break;
        } catch (error) {
          failures++;
          log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : 'unknown reason'}`);
        }
      }
      if (stopping.signal.aborted) {
        await postmaster.stop();
        return;
      }
      log('PostgreSQL runs again.');
    }
  };
  const supervision = keepRunning();

  const stop = async (): Promise<void> => {
    stopping.abort();
    await postmaster.stop();
    await supervision;
    removeSocketDirectory(socketDir, directory);
    await owner.release();
  };
  let stopped: Promise<void> | undefined;
  const embedded: EmbeddedPostgres = {
    url: urlOf(socketDir, 'portal_app'),
    migrateUrl: urlOf(socketDir, 'portal_owner'),
    stop: () => (stopped ??= stop()),
  };
  try {
    await ensureRoles(socketDir, disposable);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return embedded;
}
