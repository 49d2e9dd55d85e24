import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/db.ts';
import type { Report } from './jobs.ts';

/** Retried for most of a year, in the end every six hours, so that no report is lost. */
const attempts = 1000;

/** Queues a report for the team. Only the job holds its text, and it is deleted once the mail is sent. */
export async function queueReport(tx: Tx, report: Report): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job('reportBarrier', ${JSON.stringify(report)}::json, max_attempts => ${attempts})
  `.execute(tx);
}
