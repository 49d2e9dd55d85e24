import { sql } from 'kysely';
import { dataClasses, type ColumnClass } from './data-classes.ts';
import type { Db, Tx } from './db.ts';

/** How often the job is tried: this takes most of a year, since its pauses grow to six hours. */
const attempts = 1000;

/** The tables in which anonymising empties columns or deletes rows. */
const erasedTables = Object.entries(dataClasses).flatMap(([table, columns]) => {
  const classes: ColumnClass[] = Object.values(columns);
  return classes.some((each) => typeof each === 'object' && each.personal !== 'idOnly') ? [table] : [];
});

/** Queues `renewStatistics` to run after the transaction has committed; one waiting job serves several erasures. */
export async function queueRenewStatistics(tx: Tx): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job('renewStatistics', max_attempts => ${attempts}, job_key => 'renewStatistics')
  `.execute(tx);
}

/** Renews the planner's statistics of the tables with personal data, so that the statistics hold no erased data. */
export async function renewStatistics(db: Db): Promise<void> {
  // One statement for each table, so that each lock is short.
  for (const table of erasedTables) await sql`SELECT renew_statistics(${table})`.execute(db);
}
