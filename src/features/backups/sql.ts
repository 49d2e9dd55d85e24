import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { BackupHistory } from './rules.ts';

/** How long attempts are kept, in days. */
const daysKept = 90;

/** Stores that the nightly backup was made, or the code of its error, and deletes attempts that are too old. */
export async function insertAttempt(db: Db, clock: Clock, fault: string | null): Promise<void> {
  await db
    .insertInto('backup')
    .values({ tried_at: now(clock), fault: fault?.slice(0, 40) ?? null })
    .execute();
  await sql`DELETE FROM backup WHERE tried_at < ${now(clock)} - make_interval(days => ${daysKept})`.execute(db);
}

/**
 * Stores when the backup was made from which the database has just been restored, since a backup does not contain the
 * attempts.
 */
export async function insertRestoredBackup(db: Db, madeAt: Date): Promise<void> {
  await db.insertInto('backup').values({ tried_at: madeAt, fault: null }).execute();
}

/** Returns what is known about the attempts at night, and the database's time. */
export async function selectHistory(
  db: Db | Tx,
  clock: Clock,
): Promise<Omit<BackupHistory, 'isOn'> & { databaseTime: Date }> {
  const { rows } = await sql<Omit<BackupHistory, 'isOn'> & { databaseTime: Date }>`
    SELECT (SELECT max(tried_at) FROM backup WHERE fault IS NULL) AS "madeAt",
      (SELECT fault FROM backup ORDER BY id DESC LIMIT 1) AS "lastFault",
      (SELECT tried_at FROM backup ORDER BY id DESC LIMIT 1) AS "lastTriedAt",
      (SELECT max(applied_at) FROM migration) AS "installedAt", ${now(clock)} AS "databaseTime"
  `.execute(db);
  return rows[0]!;
}

/** Whether admins were notified of a missing backup within the last 24 hours. */
export async function wasReported(tx: Tx, clock: Clock): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM mail WHERE kind = 'backupMissing' AND created_at > ${now(clock)} - interval '24 hours' LIMIT 1
  `.execute(tx);
  return rows.length > 0;
}
