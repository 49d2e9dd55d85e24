import { transact, type Clock, type Db } from '../../../platform/database/db.ts';
import { queueMails } from '../outbox.sql.ts';
import { isDue } from '../rules.ts';
import { listReminderCandidates, claimReminders } from './sql.ts';

/** Queues every reminder that is due. Each reminder is queued only once, even if several instances run this job. */
export async function queueReminders(db: Db, clock: Clock): Promise<void> {
  const dueReminders = (await listReminderCandidates(db, clock)).filter((row) => isDue(row.kind, row, row.now));
  if (dueReminders.length === 0) return;
  await transact(db, async (tx) => queueMails(tx, await claimReminders(tx, clock, dueReminders)));
}
