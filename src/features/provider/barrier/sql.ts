import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/db.ts';
import type { Report } from './jobs.ts';

/** The maximum number of attempts to mail a report. They take most of a year; the last ones are six hours apart. */
const maxAttempts = 1000;

/** Queues a report to the team. Its text is stored only in the job, which is deleted once the mail is sent. */
export async function queueReport(tx: Tx, report: Report): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job('reportBarrier', ${JSON.stringify(report)}::json, max_attempts => ${maxAttempts})
  `.execute(tx);
}
