import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

// The job queue stores for each job which pool of workers has locked it, but not whether that pool is still alive. A
// lease shows this: the database connection on which a pool listens for jobs holds an advisory lock with the pool's id.
// If the process ends, even suddenly, its connection is closed and the lock is released.
//
// A live pool may be without its lease for a moment after it has lost its connection, and pools of older versions of
// the portal never have one. Their jobs may be run twice, so every task that is not lengthy must tolerate that.

const leaseName = (pool: string) => `worker pool ${pool}`;

/**
 * Takes the lease of each pool that emits these events, and takes it again after a lost connection. A stopped pool
 * keeps its lease until its process ends, because its jobs may still be running.
 */
export function holdLeases(events: WorkerEvents): void {
  events.on('pool:listen:success', ({ workerPool, client }) => {
    const lease = client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [leaseName(workerPool.id)]);
    // If the connection is lost, the pool takes a new lease when it listens again.
    lease.catch(() => {});
  });
}

/** Determines which jobs `unlockAbandoned` unlocks. */
export interface UnlockScope {
  /** The ended pools of this process. All their jobs are unlocked. */
  endedPools: readonly string[];
  /** All pools of this process. Those that have not ended count as alive, even without a lease. */
  ownPools: readonly string[];
  /**
   * Tasks that may take longer than five minutes. Their jobs are unlocked only if their pool is in `endedPools`,
   * because a task that has killed its process might do so again.
   */
  lengthyTasks: readonly string[];
}

/**
 * Unlocks the jobs of workers that no longer exist, so that other workers run them:
 *
 * - jobs of the ended pools of this process,
 * - jobs of other pools that have no lease and have locked no job within the last second, and
 * - jobs that have been locked for five minutes, in case a network failure has cut off their process and the database
 *   has not noticed it.
 *
 * The last two rules do not apply to lengthy tasks.
 */
export async function unlockAbandoned(db: Db, { endedPools, ownPools, lengthyTasks }: UnlockScope): Promise<void> {
  await sql`
    WITH other_pools AS MATERIALIZED (
      SELECT locked_by AS pool FROM graphile_worker._private_jobs
      WHERE locked_by <> ALL (${[...ownPools]}::text[])
      GROUP BY locked_by HAVING max(locked_at) < clock_timestamp() - interval '1 second'
    ), dead_pools AS MATERIALIZED (
      SELECT pool FROM other_pools WHERE pg_try_advisory_xact_lock(hashtextextended(${leaseName('')} || pool, 0))
    )
    UPDATE graphile_worker._private_jobs j SET locked_at = NULL, locked_by = NULL
    FROM graphile_worker._private_tasks t
    WHERE t.id = j.task_id AND (
      j.locked_by = ANY (${[...endedPools]}::text[])
      OR t.identifier <> ALL (${[...lengthyTasks]}::text[])
        AND (j.locked_at < clock_timestamp() - interval '5 minutes' OR j.locked_by IN (SELECT pool FROM dead_pools))
    )
  `.execute(db);
}
