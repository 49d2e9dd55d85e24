import { sql } from 'kysely';
import { now, type Clock, type Db } from '../../platform/database/db.ts';

/** Deletes counts that are older than 90 days (reference 10.4). */
export async function deleteOldVisits(db: Db, clock: Clock): Promise<void> {
  await sql`
    DELETE FROM tracking WHERE day < (${now(clock)} AT TIME ZONE 'Europe/Berlin')::date - 90
  `.execute(db);
}
