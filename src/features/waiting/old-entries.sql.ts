import { sql } from 'kysely';
import { now, type Clock, type Db } from '../../platform/database/db.ts';

/** Deletes entries of the waiting list, with their offers, a year after they ended. */
export async function deleteOldEntries(db: Db, clock: Clock): Promise<void> {
  await sql`DELETE FROM waiting_entry WHERE ended_at <= ${now(clock)} - interval '12 months'`.execute(db);
}
