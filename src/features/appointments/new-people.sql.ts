import { sql } from 'kysely';
import { ownParticipantCondition } from '../people/exports.ts';
import { now, type Clock, type Tx } from '../../platform/database/db.ts';

/**
 * Counts the people for whom a coach booked in the last 24 hours, except those who are the coach's participants for
 * another reason. Bookings that were undone count, too. `alarmLogged` is whether the alarm was logged in that time.
 */
export async function countNewPeople(
  tx: Tx,
  clock: Clock,
  coach: number,
): Promise<{ newPeopleCount: number; alarmLogged: boolean }> {
  const { rows } = await sql<{ newPeopleCount: number; alarmLogged: boolean }>`
    WITH day AS MATERIALIZED (SELECT ${now(clock)} - interval '24 hours' AS since)
    SELECT count(DISTINCT b.participant_id)::int AS "newPeopleCount", EXISTS (
      -- The subquery reads the clock once, so that the index can be used. Entries of the log have the database's time,
      -- even if a test shifts the app's clock.
      SELECT FROM audit WHERE actor_id = ${coach} AND action = 'metMany'
        AND at > (SELECT clock_timestamp() - interval '24 hours')
    ) AS "alarmLogged"
    FROM day JOIN appointment b ON b.coach_id = ${coach} AND b.booked_by = ${coach} AND b.booked_at > day.since
    WHERE NOT EXISTS (
      SELECT FROM appointment a WHERE a.coach_id = ${coach} AND a.participant_id = b.participant_id
        AND (a.booked_by IS DISTINCT FROM ${coach} OR a.booked_at <= day.since) AND ${ownParticipantCondition}
    )
  `.execute(tx);
  return rows[0] ?? { newPeopleCount: 0, alarmLogged: false };
}
