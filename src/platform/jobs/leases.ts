import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

// The queue records in each job only which pool of workers has taken it. A lease shows whether the process behind a
// pool is alive: the connection on which the pool listens holds a lock with the pool's name for as long as it is open,
// and the end of a process, however sudden, closes it. A live pool may lack its lease for a moment after it has lost
// that connection, and a pool of an older version of the portal has none. So a task must tolerate a second start,
// unless it is lengthy; a mail that is being sent has a lock of its own as well.

const leaseOf = (pool: string) => `worker pool ${pool}`;

/**
 * Lets every pool that these events announce hold its lease, again after each loss of its connection. A stop keeps
 * the lease: jobs under way outlast the listening, and the connection ends with the process.
 */
export function holdLeases(events: WorkerEvents): void {
  events.on('pool:listen:success', ({ workerPool, client }) => {
    const held = client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [leaseOf(workerPool.id)]);
    // The pool listens anew when its connection is lost, which brings the next lease.
    held.catch(() => {});
  });
}

/** Which pools' jobs `unlockAbandoned` may unlock. */
export interface Abandonment {
  /** Pools of this process that have ended: all of their jobs. */
  ended: readonly string[];
  /** All pools of this process: they never count as dead, even without their leases. */
  own: readonly string[];
  /** Tasks that may take longer than five minutes. If one killed its process, another start would repeat that. */
  lengthy: readonly string[];
}

/**
 * Unlocks jobs whose worker is gone: those of ended pools, those of pools without a lease, and those held for five
 * minutes by anybody, as after a failure of the network that the database has not noticed. A pool that has just taken
 * its first job gets a second to take its lease.
 */
export async function unlockAbandoned(db: Db, { ended, own, lengthy }: Abandonment): Promise<void> {
  await sql`
    WITH others AS MATERIALIZED (
      SELECT locked_by AS pool FROM graphile_worker._private_jobs
      WHERE locked_by <> ALL (${[...own]}::text[])
      GROUP BY locked_by HAVING max(locked_at) < clock_timestamp() - interval '1 second'
    ), gone AS MATERIALIZED (
      SELECT pool FROM others WHERE pg_try_advisory_xact_lock(hashtextextended(${leaseOf('')} || pool, 0))
    )
    UPDATE graphile_worker._private_jobs j SET locked_at = NULL, locked_by = NULL
    FROM graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND (
      j.locked_by = ANY (${[...ended]}::text[])
      OR t.identifier <> ALL (${[...lengthy]}::text[])
        AND (j.locked_at < clock_timestamp() - interval '5 minutes' OR j.locked_by IN (SELECT pool FROM gone))
    )
  `.execute(db);
}
