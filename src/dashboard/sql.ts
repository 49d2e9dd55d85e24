import { sql } from 'kysely';
import { now, type Clock, type Db } from '../server/db.ts';

/** Beyond so many different values of a kind a day, further ones count together: nobody can fill the table. */
const differentValues = 500;

/** Counts one visit: each value by its kind, under today's date in Berlin. */
export async function countVisit(db: Db, clock: Clock, values: Record<string, string>): Promise<void> {
  await sql`
    WITH visit AS (
      SELECT (${now(clock)} AT TIME ZONE 'Europe/Berlin')::date AS day, key AS kind, value
      FROM json_each_text(${JSON.stringify(values)}::json)
    )
    INSERT INTO tracking (day, kind, value)
    SELECT v.day, v.kind,
      CASE WHEN known.same OR known.different < ${differentValues}::int THEN v.value ELSE 'andere' END
    FROM visit v CROSS JOIN LATERAL (
      SELECT count(*) AS different, coalesce(bool_or(t.value = v.value), false) AS same
      FROM tracking t WHERE t.day = v.day AND t.kind = v.kind
    ) known
    ORDER BY v.kind
    ON CONFLICT (day, kind, value) DO UPDATE SET count = tracking.count + 1
  `.execute(db);
}

/** Forgets counts that are older than 90 days (contract §9). */
export async function forgetOldVisits(db: Db, clock: Clock): Promise<void> {
  await sql`
    DELETE FROM tracking WHERE day < (${now(clock)} AT TIME ZONE 'Europe/Berlin')::date - 90
  `.execute(db);
}
