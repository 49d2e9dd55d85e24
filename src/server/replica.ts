import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { codeOf, databaseAway, openDb, openPool, type Db } from './db.ts';
import type { Log } from './log.ts';

/** Where reports are read. */
export interface Reports {
  /** Runs `read`, which only reads, on the replica or on the primary; where the replica fails, once more on the primary. */
  read<T>(read: (db: Db) => Promise<T>, log: Log): Promise<T>;
  close(): Promise<void>;
}

/** How long a report waits until the replica has what was committed before it, and how often it looks; milliseconds. */
const patience = { whole: 250, step: 25 };
/** A replica that does not answer within this is away, milliseconds. */
const answersWithin = 1_000;
/** Reports are few. */
const connections = 5;

/**
 * Opens the streaming replica of DATABASE_REPLICA_URL for reports; without one they read from the primary. A report is
 * never older than its question: the replica answers only once it has replayed all that the primary had committed when
 * the report was asked for, so that admins see what they have just changed. One that lags, is away, is no replica any
 * more or has cancelled the query leaves the report to the primary; after a fault it is left alone for `restMs`.
 */
export function openReports(primary: Db, url: string | undefined, restMs = 10_000): Reports {
  if (!url) return { read: (read) => read(primary), close: async () => {} };
  const pool = openPool(url, connections, { connectionTimeoutMillis: answersWithin, application_name: reader });
  const replica = openDb(pool);
  let restsUntil = 0;

  const failed = (error: unknown, log: Log): void => {
    restsUntil = performance.now() + restMs;
    log.warn({ code: codeOf(error) }, 'The replica is out of reach; reports are read from the primary.');
  };
  const isReady = async (log: Log): Promise<boolean> => {
    if (performance.now() < restsUntil) return false;
    try {
      const asked = await committed(primary);
      return await withTimeLimit(hasReplayed(pool, asked));
    } catch (error) {
      failed(error, log);
      return false;
    }
  };

  return {
    async read(read, log) {
      if (!(await isReady(log))) return read(primary);
      try {
        return await read(replica);
      } catch (error) {
        // A replica ends queries that hold up its replaying as failed serialisations.
        if (!databaseAway(error) && codeOf(error) !== '40001') throw error;
        failed(error, log);
        return read(primary);
      }
    },
    close: () => pool.end(),
  };
}

/** How the reports' connections are called on the replica. */
export const reader = 'coaching-portal reports';

/** How far the primary has written its log: what is committed lies before, even what it has not flushed yet. */
async function committed(primary: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`SELECT pg_current_wal_insert_lsn()::text AS at`.execute(primary);
  return rows[0]?.at ?? '';
}

/** Whether the replica gets as far in good time. A server that replays nothing, the primary for one, never does. */
async function hasReplayed(replica: pg.Pool, position: string): Promise<boolean> {
  for (let waited = 0; ; waited += patience.step) {
    const { rows } = await replica.query<{ has: boolean }>(
      'SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS has',
      [position],
    );
    if (rows[0]?.has) return true;
    if (waited >= patience.whole) return false;
    await sleep(patience.step);
  }
}

async function withTimeLimit<T>(work: Promise<T>): Promise<T> {
  // Later faults of what was given up are nobody's any more.
  work.catch(() => {});
  const over = new AbortController();
  const late = sleep(answersWithin, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error('the replica does not answer in time');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    over.abort();
  }
}
