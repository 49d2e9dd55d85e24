import { sql } from 'kysely';
import * as z from 'zod/mini';
import { layOut, faultOf, isFinal, openPostOffice } from '../../mail/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { LoggedFault } from '../../../platform/jobs/worker.ts';
import type { Log } from '../../../platform/log.ts';
import type { Settings } from '../../../platform/settings/settings.ts';

const report = z.object({ id: z.uuid(), text: z.string(), email: z.string() });
type Report = z.output<typeof report>;

/** Retried for most of a year, in the end every six hours, so that no report is lost. */
const attempts = 1000;

/** Queues a report for the team. Its text is in the job alone, which is deleted once the mail is sent. */
export async function queueReport(tx: Tx, job: Report): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job('reportBarrier', ${JSON.stringify(job)}::json, max_attempts => ${attempts})
  `.execute(tx);
}

/** The job that mails reports to the team. One that the team's mail server refuses for good is given up. */
export function reportJob({ settings, log }: { settings: Settings; log: Log }) {
  const send = openPostOffice(settings);
  return async (payload: unknown): Promise<void> => {
    const { id, text, email } = z.parse(report, payload);
    const blocks = [
      'Hallo,',
      'jemand meldet eine Barriere im Portal:',
      ...text.split(/\s*\n\s*/).filter(Boolean),
      { name: 'Antwort an', value: email || 'keine Adresse angegeben' },
    ];
    const message = { subject: 'Eine Barriere wurde gemeldet', ...layOut(blocks) };
    try {
      await send({ id, to: settings.coachingEmail, ...message, calendar: null, unsubscribe: null });
    } catch (error) {
      const code = faultOf(error);
      if (!isFinal(error)) throw new LoggedFault(code);
      log.error({ code }, 'A report of a barrier could not be sent and is given up.');
    }
  };
}
