import { sql } from 'kysely';
import { now, type Clock, type Db, transact } from '../../../platform/database/db.ts';
import { queueMail } from '../delivery/outbox.steps.ts';
import { isDue } from '../rules.ts';
import { listRemindable, takeReminders } from './sql.ts';

/** Queues every reminder that is due. However often and wherever this runs, each is sent once. */
export async function queueReminders(db: Db, clock: Clock): Promise<void> {
  const due = (await listRemindable(db, clock)).filter((row) => isDue(row.kind, row, row.now));
  if (due.length === 0) return;
  await transact(db, async (tx) => queueMail(tx, await takeReminders(tx, clock, due)));
}

/** Deletes the marks of queued reminders when they are over: the last one ends a week after the first. */
export async function deleteOldReminders(db: Db, clock: Clock): Promise<void> {
  await sql`DELETE FROM reminder WHERE queued_at <= ${now(clock)} - interval '10 days'`.execute(db);
}
