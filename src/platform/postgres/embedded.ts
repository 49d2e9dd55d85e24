import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAccount, changeOwner, buildRunAsPrefix } from './account.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { buildSameClockPrefix } from './shifted-clock.ts';
import { becomeOwner, clusterNameOf } from './owner.ts';
import { startPostmaster, type Postmaster } from './postmaster.ts';
import { cleanUpAfterCrash } from './orphans.ts';
import { ensureRoles, urlOf } from './roles.ts';
import { prepareSocketDirectory, removeSocketDirectory } from './socket.ts';
import { healthyAfterMs, pauseBeforeRestart } from './backoff.ts';

/** The running embedded database. Its URLs stay the same when it is restarted after a crash. */
export interface EmbeddedPostgres {
  /** Connects the app with the role `portal_app`, which cannot change the schema. */
  url: string;
  /** Connects migrations with the role `portal_owner`, which owns the database `portal`. */
  migrateUrl: string;
  /** Shuts the database down and releases the data directory. May be called again. */
  stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL that npm has installed. Its data is in `dataDir/postgres`, and it can be reached only over a
 * Unix socket. If it dies, it is restarted immediately, or after a pause if a start failed or the server ran for less
 * than two seconds (see `pauseBeforeRestart`). If Node dies, PostgreSQL stops.
 *
 * `dataDir` is created if missing. `log` writes a line for the operator, without personal data; PostgreSQL's own log is
 * `dataDir/postgres.log`. `connections` is the maximum number of connections. `disposable` is for tests only: it makes
 * the database faster, but a power cut destroys the data. Throws an error with one plain line if the data directory is
 * in use or belongs to another user, or if there are no binaries for this machine.
 */
export async function startEmbedded({
  dataDir,
  log,
  connections: maxConnections = 100,
  disposable: isDisposable = false,
}: {
  dataDir: string;
  log: (line: string) => void;
  connections?: number;
  disposable?: boolean;
}): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  // If Node runs as root, PostgreSQL's account must be able to pass through the directory. No other user can list it.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const directory = realpathSync(dataDir);
  const clusterDir = join(directory, 'postgres');
  const lockFile = join(directory, 'postgres.lock');
  const clusterName = clusterNameOf(directory);
  const owner = await becomeOwner(directory);

  const launch = async (): Promise<{ postmaster: Postmaster; socketDir: string }> => {
    await cleanUpAfterCrash({ clusterDir, lockFile, clusterName, log });
    const socketDir = prepareSocketDirectory(directory, clusterName, account);
    const postmaster = await startPostmaster({
      command: [
        ...buildRunAsPrefix(account, [clusterDir, binaries.postgres, socketDir]),
        ...buildSameClockPrefix(),
        binaries.postgres,
      ],
      clusterDir,
      socketDir,
      logFile: join(directory, 'postgres.log'),
      lockFile,
      clusterName,
      maxConnections,
      isDisposable,
    });
    return { postmaster, socketDir };
  };

  let account: ReturnType<typeof chooseAccount>;
  let firstLaunch: Awaited<ReturnType<typeof launch>>;
  try {
    account = chooseAccount(directory, clusterDir);
    const { isNew } = await ensureCluster(clusterDir, binaries, account);
    if (account && statSync(clusterDir).uid !== account.uid) {
      log(`The files of the database belonged to root; they have been handed to user ${account.name}.`);
      changeOwner(clusterDir, account);
    }
    if (account && isNew) log(`PostgreSQL runs as user ${account.name}, because it refuses to run as root.`);
    firstLaunch = await launch();
  } catch (error) {
    await owner.release();
    throw error;
  }

  let { postmaster } = firstLaunch;
  const { socketDir } = firstLaunch;
  const stopping = new AbortController();

  const keepRunning = async (): Promise<void> => {
    let failures = 0;
    for (;;) {
      const startedAt = performance.now();
      const reason = await postmaster.ended;
      if (stopping.signal.aborted) return;
      log(`PostgreSQL ended unexpectedly (${reason}); restarting it.`);
      failures = performance.now() - startedAt < healthyAfterMs ? failures + 1 : 0;
      for (;;) {
        await pauseBeforeRestart(failures, stopping.signal);
        if (stopping.signal.aborted) return;
        try {
          ({ postmaster } = await launch());
          break;
        } catch (error) {
          failures++;
          log(`PostgreSQL could not be restarted: ${error instanceof Error ? error.message : 'unknown reason'}`);
        }
      }
      if (stopping.signal.aborted) {
        await postmaster.stop();
        return;
      }
      log('PostgreSQL is running again.');
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
    await ensureRoles(socketDir, isDisposable);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return embedded;
}
