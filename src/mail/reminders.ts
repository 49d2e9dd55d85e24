import { transact, type Clock, type Db } from '../server/db.ts';
import { queueMail } from './outbox.ts';
import { isDue } from './rules.ts';
import { listRemindable, takeReminders } from './reminder-sql.ts';

/** Queues every reminder that is due. However often and wherever it runs, each leaves once. */
export async function queueReminders(db: Db, clock: Clock): Promise<void> {
  const due = (await listRemindable(db, clock)).filter((row) => isDue(row.kind, row, row.now));
  if (due.length === 0) return;
  await transact(db, async (tx) => queueMail(tx, await takeReminders(tx, clock, due)));
}
