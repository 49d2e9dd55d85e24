import { sql } from 'kysely';
import { now, type Clock, type Db } from '../../platform/database/db.ts';

/**
 * Removes the kind of absences a year after their end (reference 14.1), and deletes what is only needed for a while:
 * what an absence has done, a day after it was planned, and absences that were undone or ended, after a month.
 */
export async function deleteOldAbsences(db: Db, clock: Clock): Promise<void> {
  const ago = (time: string) => sql`${now(clock)} - ${sql.lit(time)}::interval`;
  await sql`UPDATE absence SET kind = NULL WHERE kind IS NOT NULL AND ends_at <= ${ago('12 months')}`.execute(db);
  await sql`
    DELETE FROM absence_change USING absence
    WHERE absence.id = absence_id AND planned_at <= ${ago('1 day')}
  `.execute(db);
  await sql`DELETE FROM absence WHERE ended_at <= ${ago('1 month')}`.execute(db);
}
