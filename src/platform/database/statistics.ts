import { sql } from 'kysely';
import { dataClasses, type ColumnClass } from './data-classes.ts';
import type { Db, Tx } from './db.ts';

/** How often the job is tried. The pauses between attempts grow to six hours, so it is tried for most of a year. */
const maxAttempts = 1000;

/** The names of the tables in which anonymising empties columns or deletes rows. */
const erasedTables = Object.entries(dataClasses).flatMap(([table, columns]) => {
  const classes: ColumnClass[] = Object.values(columns);
  return classes.some((columnClass) => typeof columnClass === 'object' && columnClass.personal !== 'idOnly')
    ? [table]
    : [];
});

/**
 * Queues a `renewStatistics` job, to run after `tx` has committed. Several erasures share a job that has not run yet.
 */
export async function queueRenewStatistics(tx: Tx): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job('renewStatistics', max_attempts => ${maxAttempts}, job_key => 'renewStatistics')
  `.execute(tx);
}

/** Renews the query planner's statistics, which contain samples of values, so that no erased data remains in them. */
export async function renewStatistics(db: Db): Promise<void> {
  // One statement for each table, so that each lock is short.
  for (const table of erasedTables) await sql`SELECT renew_statistics(${table})`.execute(db);
}
