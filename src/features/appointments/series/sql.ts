import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../../platform/database/db.ts';
import type { FederalState } from '../../../shared/states.ts';
import { typeIds } from '../sql.ts';
import type { SeriesPlan } from './rules.ts';

/** Returns whether a coach is active, and their federal state; null for a person who is not a coach. */
export async function selectCoach(
  tx: Tx,
  coach: number,
): Promise<{ active: boolean; federalState: FederalState | null } | null> {
  const row = await tx
    .selectFrom('coach')
    .select(['active', sql<FederalState | null>`state`.as('federalState')])
    .where('person_id', '=', coach)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a series and returns its id. */
export async function insertSeries(tx: Tx, coach: number, plan: SeriesPlan): Promise<number> {
  const { id } = await tx
    .insertInto('series')
    .values({
      coach_id: coach,
      type_id: typeIds[plan.type],
      weekdays: [...plan.weekdays],
      every_weeks: plan.everyWeeks,
      from_date: plan.fromDate,
      till_date: plan.tillDate,
      from_time: plan.fromTime,
      till_time: plan.tillTime,
      minutes: plan.minutes,
      break_minutes: plan.breakMinutes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A stored series with the numbers of its free and booked appointments. */
export interface SeriesRow extends SeriesPlan {
  weekdays: number[];
  seriesId: number;
  coachId: number;
  coach: string;
  free: number;
  booked: number;
}

/** Returns the series of `coach` (null for all coaches) that overlap a range of days, in order of their first day. */
export async function listSeries(
  db: Db,
  { fromDate, tillDate, coach }: { fromDate: string; tillDate: string; coach: number | null },
): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    SELECT s.id AS "seriesId", s.coach_id AS "coachId", c.full_name AS coach, t.label AS type, s.weekdays,
      s.every_weeks AS "everyWeeks", s.from_date AS "fromDate", s.till_date AS "tillDate",
      to_char(s.from_time, 'HH24:MI') AS "fromTime", to_char(s.till_time, 'HH24:MI') AS "tillTime",
      s.minutes, s.break_minutes AS "breakMinutes", n.free, n.booked
    FROM series s JOIN person c ON c.id = s.coach_id JOIN coaching_type t ON t.id = s.type_id
      CROSS JOIN LATERAL (
        SELECT (count(*) FILTER (WHERE a.status = 'F'))::int AS free,
          (count(*) FILTER (WHERE a.status = 'G'))::int AS booked
        FROM appointment a WHERE a.series_id = s.id
      ) n
    WHERE s.from_date <= ${tillDate}::date AND s.till_date >= ${fromDate}::date
      AND (${coach}::bigint IS NULL OR s.coach_id = ${coach})
    ORDER BY s.from_date, s.id
  `.execute(db);
  return rows;
}

/** Returns the coach of a series; null for an unknown id. */
export async function selectCoachOfSeries(db: Db | Tx, series: number): Promise<number | null> {
  const row = await db.selectFrom('series').select('coach_id as coach').where('id', '=', series).executeTakeFirst();
  return row?.coach ?? null;
}

/** Returns a query for the upcoming appointments of a series that have the status and start at `from` or later. */
const selectUpcomingAppointments = (tx: Tx, clock: Clock, series: number, status: 'F' | 'G', from: Date) =>
  tx
    .selectFrom('appointment as a')
    .where('a.series_id', '=', series)
    .where('a.status', '=', status)
    .where('a.starts_at', '>=', from)
    .where('a.starts_at', '>', now(clock));

/**
 * Locks the upcoming free appointments of a series from an instant on, in order of id, and returns their ids. Waits for
 * concurrent bookings.
 */
export async function lockUpcomingFreeSlots(tx: Tx, clock: Clock, series: number, from: Date): Promise<number[]> {
  const rows = await selectUpcomingAppointments(tx, clock, series, 'F', from)
    .select('a.id')
    .orderBy('a.id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the number of upcoming free appointments of a series from an instant on. */
export async function countUpcomingFreeSlots(tx: Tx, clock: Clock, series: number, from: Date): Promise<number> {
  const row = await selectUpcomingAppointments(tx, clock, series, 'F', from)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns the upcoming booked appointments of a series from an instant on, in order of start. */
export function listUpcomingBookings(tx: Tx, clock: Clock, series: number, from: Date) {
  return selectUpcomingAppointments(tx, clock, series, 'G', from)
    .innerJoin('person as p', 'p.id', 'a.participant_id')
    .select(['a.id', 'a.starts_at as startsAt', 'p.full_name as participant'])
    .orderBy('a.starts_at')
    .execute();
}
