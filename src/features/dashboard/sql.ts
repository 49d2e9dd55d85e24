import { sql } from 'kysely';
import { attendedSql } from '../appointments/exports.ts';
import { now, type Clock, type Db } from '../../platform/database/db.ts';
import type { AppointmentOfDay } from './rules.ts';

/** The maximum number of values of a kind per day. Further values are summed, so attackers cannot fill the table. */
const maxValuesPerDay = 500;

/** Counts one visit on today's date in Berlin; `values` has one value for each kind. */
export async function recordVisit(db: Db, clock: Clock, values: Record<string, string>): Promise<void> {
  await sql`
    WITH visit AS (
      SELECT (${now(clock)} AT TIME ZONE 'Europe/Berlin')::date AS day, key AS kind, value
      FROM json_each_text(${JSON.stringify(values)}::json)
    )
    INSERT INTO tracking (day, kind, value)
    SELECT v.day, v.kind,
      CASE WHEN counted.has_value OR counted.value_count < ${maxValuesPerDay}::int THEN v.value ELSE 'andere' END
    FROM visit v CROSS JOIN LATERAL (
      SELECT count(*) AS value_count, coalesce(bool_or(t.value = v.value), false) AS has_value
      FROM tracking t WHERE t.day = v.day AND t.kind = v.kind
    ) counted
    ORDER BY v.kind
    ON CONFLICT (day, kind, value) DO UPDATE SET count = tracking.count + 1
  `.execute(db);
}

/** Returns the number of sessions that were active on a Berlin day. */
export async function countSessions(db: Db, day: string): Promise<number> {
  const row = await db.selectFrom('session_day').select('sessions').where('day', '=', day).executeTakeFirst();
  return row?.sessions ?? 0;
}

/**
 * Returns the numbers of free and booked Einzelcoachings and of Speedcoachings that start in [from, till), of one
 * coach; null means all coaches.
 */
export async function countAppointments(db: Db, from: Date, till: Date, coach: number | null) {
  let query = db
    .selectFrom('appointment')
    .select([
      sql<number>`count(*) FILTER (WHERE status = 'F' AND type_id = 1)`.as('free'),
      sql<number>`count(*) FILTER (WHERE status = 'G')`.as('booked'),
      sql<number>`count(*) FILTER (WHERE status = 'F' AND type_id = 2)`.as('speedcoaching'),
    ])
    .where('starts_at', '>=', from)
    .where('starts_at', '<', till);
  if (coach !== null) query = query.where('coach_id', '=', coach);
  return query.executeTakeFirstOrThrow();
}

/** Returns the free, booked and missed appointments that start in [from, till), in order of start. */
export function listAppointments(db: Db, { from, till }: { from: Date; till: Date }): Promise<AppointmentOfDay[]> {
  return db
    .selectFrom('appointment as a')
    .innerJoin('person as c', 'c.id', 'a.coach_id')
    .leftJoin('person as p', 'p.id', 'a.participant_id')
    .select([
      'a.id',
      'a.coach_id as coachId',
      'c.full_name as coach',
      sql<AppointmentOfDay['status']>`a.status`.as('status'),
      sql<boolean>`a.type_id = 2`.as('isSpeedcoaching'),
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'p.full_name as participant',
      attendedSql.as('attended'),
    ])
    .where('a.status', 'in', ['F', 'G', 'V'])
    .where('a.starts_at', '>=', from)
    .where('a.starts_at', '<', till)
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute();
}

/** Returns the newest bookings that are not cancelled, newest first. */
export function listNewBookings(db: Db, limit: number) {
  return db
    .selectFrom('appointment as a')
    .innerJoin('person as p', 'p.id', 'a.participant_id')
    .innerJoin('person as c', 'c.id', 'a.coach_id')
    .select(['a.starts_at as startsAt', 'a.ends_at as endsAt', 'c.full_name as coach', 'p.full_name as participant'])
    .where('a.booked_at', 'is not', null)
    .where('a.status', 'in', ['G', 'V'])
    .orderBy('a.booked_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the newest participants who are not anonymised, newest first. */
export function listNewRegistrations(db: Db, limit: number) {
  return db
    .selectFrom('person as p')
    .innerJoin('participant as t', 't.person_id', 'p.id')
    .select(['p.full_name as participant', 'p.created_at as createdAt'])
    .where('p.anonymised_at', 'is', null)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
}

/** The maximum number of values of a kind in the answer. Less frequent values are summed as 'andere'. */
const maxListedValues = 100;

/** Returns the stored counts of visits, sorted by kind, with the most frequent value first and 'andere' last. */
export async function listVisitCounts(db: Db) {
  const { rows } = await sql<{ kind: string; value: string; count: number }>`
    WITH counted AS (
      SELECT kind, value, sum(count)::int AS count FROM tracking GROUP BY kind, value
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY kind ORDER BY value = 'andere', count DESC, value) AS rank FROM counted
    )
    SELECT kind, CASE WHEN rank <= ${maxListedValues}::int THEN value ELSE 'andere' END AS value,
      sum(count)::int AS count
    FROM ranked GROUP BY 1, 2 ORDER BY 1, min(rank)
  `.execute(db);
  return rows;
}

/**
 * Returns the number of bookings made in [from, till) on each Berlin day, without days that have none. A booking that
 * was moved counts once.
 */
export async function countBookingsPerDay(db: Db, from: Date, till: Date) {
  const { rows } = await sql<{ date: string; bookings: number }>`
    SELECT (booked_at AT TIME ZONE 'Europe/Berlin')::date AS date, count(*) AS bookings
    FROM appointment
    WHERE booked_at >= ${from} AND booked_at < ${till} AND cancel_kind IS DISTINCT FROM 'rescheduled' GROUP BY 1
  `.execute(db);
  return rows;
}

/**
 * Returns for each coach the number of Einzelcoachings that start in [from, till) and are not cancelled (`offered`),
 * and how many of them are booked or missed (`booked`).
 */
export async function countEinzelcoachingsPerCoach(db: Db, from: Date, till: Date) {
  const { rows } = await sql<{ coachId: number; coach: string; offered: number; booked: number }>`
    SELECT c.id AS "coachId", c.full_name AS coach, n.offered, n.booked
    FROM (
      SELECT coach_id, count(*) AS offered, count(*) FILTER (WHERE status <> 'F') AS booked
      FROM appointment
      WHERE starts_at >= ${from} AND starts_at < ${till} AND type_id = 1 AND status <> 'K'
      GROUP BY coach_id
    ) n JOIN person c ON c.id = n.coach_id
  `.execute(db);
  return rows;
}

/**
 * Returns the number and the average of the ratings given in [from, till) for each Berlin week; `from` is its Monday.
 */
export async function averageRatingsByWeek(db: Db, from: Date, till: Date) {
  const { rows } = await sql<{ from: string; ratings: number; average: number }>`
    SELECT date_trunc('week', created_at AT TIME ZONE 'Europe/Berlin')::date AS "from", count(*) AS ratings,
      avg(collaboration + open_questions + application_process + competencies + documents + recommendation)
        ::double precision / 6 AS average
    FROM rating WHERE created_at >= ${from} AND created_at < ${till} GROUP BY 1
  `.execute(db);
  return rows;
}

/** Deletes the counts of visits that are older than 90 days (reference 10.4). */
export async function deleteOldVisits(db: Db, clock: Clock): Promise<void> {
  await sql`
    DELETE FROM tracking WHERE day < (${now(clock)} AT TIME ZONE 'Europe/Berlin')::date - 90
  `.execute(db);
}
