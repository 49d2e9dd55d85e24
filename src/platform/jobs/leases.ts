import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

// The queue records in each job only which pool of workers has claimed it. A lease shows whether the process behind a
// pool is alive: the connection on which the pool listens holds a lock with the pool's name for as long as it is open,
// and the end of the process, however sudden, closes it. A live pool may lack its lease for a moment after it has lost
// that connection, and a pool of an older version of the portal has none. So a task must tolerate a second start,
// unless it is lengthy; a mail that is being sent also has a lock of its own.

const leaseName = (pool: string) => `worker pool ${pool}`;

/**
 * Makes every pool that these events announce hold its lease, and take it again after it has lost its connection. A
 * stopped pool keeps its lease until its process ends and closes the connection, because jobs may still be under way.
 */
export function holdLeases(events: WorkerEvents): void {
  events.on('pool:listen:success', ({ workerPool, client }) => {
    const lease = client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [leaseName(workerPool.id)]);
    // If the connection is lost, the pool listens again and thereby takes the next lease.
    lease.catch(() => {});
  });
}

/** The pools and tasks that decide which jobs `unlockAbandoned` may unlock. */
export interface UnlockScope {
  /** Pools of this process that have ended: all their jobs are unlocked. */
  ended: readonly string[];
  /** All pools of this process: they count as alive even without their leases. */
  own: readonly string[];
  /** Tasks that may take longer than five minutes. If one killed its process, starting it again would repeat that. */
  lengthy: readonly string[];
}

/**
 * Unlocks jobs whose worker is gone: those of ended pools, those of pools without a lease, and those that any pool has
 * held for five minutes, as after a network failure that the database has not noticed. A pool that has just claimed its
 * first job has one second to take its lease.
 */
export async function unlockAbandoned(db: Db, { ended, own, lengthy }: UnlockScope): Promise<void> {
  await sql`
    WITH others AS MATERIALIZED (
      SELECT locked_by AS pool FROM graphile_worker._private_jobs
      WHERE locked_by <> ALL (${[...own]}::text[])
      GROUP BY locked_by HAVING max(locked_at) < clock_timestamp() - interval '1 second'
    ), gone AS MATERIALIZED (
      SELECT pool FROM others WHERE pg_try_advisory_xact_lock(hashtextextended(${leaseName('')} || pool, 0))
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
