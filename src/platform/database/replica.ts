import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { codeOf, isDatabaseUnavailable, openDb, openPool, type Db } from './db.ts';
import type { Log } from '../log.ts';

/** Runs the queries of reports on a replica, if there is one. */
export interface ReportReader {
  /**
   * Runs `query`, which must not write, on the replica. If the replica is not ready or fails, runs `query` on the
   * primary. Returns the result of `query`.
   */
  read<T>(query: (db: Db) => Promise<T>, log: Log): Promise<T>;
  close(): Promise<void>;
}

/** How long a report waits for the replica to catch up, and how often it checks that, in milliseconds. */
const catchUp = { timeout: 250, interval: 25 };
/** How long the replica may take to answer before it counts as unavailable, in milliseconds. */
const answerTimeout = 1_000;
/** A few connections are enough, because reports are rare. */
const maxConnections = 5;

/**
 * Opens the streaming replica at `url` (DATABASE_REPLICA_URL) for reports; without a URL, reports read from the
 * primary. A report is never stale, so admins see what they have just changed: the replica is used only once it has
 * replayed all that the primary had committed when the report was requested. The primary answers if the replica lags,
 * is unavailable, is no longer a replica or cancels the query. After an error the replica is not used for `pauseMs`
 * milliseconds.
 */
export function openReportReader(primary: Db, url: string | undefined, pauseMs = 10_000): ReportReader {
  if (!url) return { read: (query) => query(primary), close: async () => {} };
  const pool = openPool(url, maxConnections, {
    connectionTimeoutMillis: answerTimeout,
    application_name: reportsApplicationName,
  });
  const replica = openDb(pool);
  let pausedUntil = 0;

  const pause = (error: unknown, log: Log): void => {
    pausedUntil = performance.now() + pauseMs;
    log.warn({ code: codeOf(error) }, 'The replica is unavailable; reports are read from the primary.');
  };
  const isReplicaReady = async (log: Log): Promise<boolean> => {
    if (performance.now() < pausedUntil) return false;
    try {
      const position = await readLogPosition(primary);
      return await withTimeLimit(replaysInTime(pool, position));
    } catch (error) {
      pause(error, log);
      return false;
    }
  };

  return {
    async read(query, log) {
      if (!(await isReplicaReady(log))) return query(primary);
      try {
        return await query(replica);
      } catch (error) {
        // A replica cancels a query that blocks its replay with the code 40001.
        if (!isDatabaseUnavailable(error) && codeOf(error) !== '40001') throw error;
        pause(error, log);
        return query(primary);
      }
    },
    close: () => pool.end(),
  };
}

/** The application name of the reports' connections. */
export const reportsApplicationName = 'coaching-portal reports';

/** Reads the end of the primary's write-ahead log, after all commits, even those that are not flushed yet. */
async function readLogPosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`SELECT pg_current_wal_insert_lsn()::text AS position`.execute(
    primary,
  );
  return rows[0]?.position ?? '';
}

/**
 * Whether the replica replays the log up to `position` before the time limit is reached. Always false for a server that
 * is not a replica.
 */
async function replaysInTime(replica: pg.Pool, position: string): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += catchUp.interval) {
    const { rows } = await replica.query<{ replayed: boolean }>(
      'SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS replayed',
      [position],
    );
    if (rows[0]?.replayed) return true;
    if (waitedMs >= catchUp.timeout) return false;
    await sleep(catchUp.interval);
  }
}

async function withTimeLimit<T>(work: Promise<T>): Promise<T> {
  // After the timeout nobody waits for the result, so errors that come later are ignored.
  work.catch(() => {});
  const finished = new AbortController();
  const timeout = sleep(answerTimeout, undefined, { signal: finished.signal, ref: false }).then(() => {
    throw new Error('the replica does not answer in time');
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timeout.catch(() => {});
    finished.abort();
  }
}
