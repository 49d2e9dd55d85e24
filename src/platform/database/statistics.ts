import { sql } from 'kysely';
import { dataClasses, type ColumnClass } from './data-classes.ts';
import type { Db, Tx } from './db.ts';

/** Retried for most of a year, in the end every six hours. */
const attempts = 1000;

/** The tables of whose columns anonymising empties or deletes something. */
const erasedTables = Object.entries(dataClasses).flatMap(([table, columns]) => {
  const classes: ColumnClass[] = Object.values(columns);
  return classes.some((each) => typeof each === 'object' && each.personal !== 'idOnly') ? [table] : [];
});

/** Queues `renewStatistics`, after the transaction has committed; one waiting job does for several erasures. */
export async function queueRenewStatistics(tx: Tx): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job('renewStatistics', max_attempts => ${attempts}, job_key => 'renewStatistics')
  `.execute(tx);
}

/**
 * Renews the planner's statistics of the tables with personal data, so that none of them holds words that have been
 * erased.
 */
export async function renewStatistics(db: Db): Promise<void> {
  // A statement for each table: its lock is held no longer than that.
  for (const table of erasedTables) await sql`SELECT renew_statistics(${table})`.execute(db);
}
