import { sql } from 'kysely';
import { now as clockNow, type Clock, type Db } from '../../platform/database/db.ts';
import { answerDays, minPeople, lateHours, type RatingCell, type AvailabilityDay, type TopicCell } from './rules.ts';
import type { CoachingCounts } from './utilisation.rules.ts';

// In the statements, status F is free, G is booked, V is missed and K is cancelled. Type 1 is an Einzelcoaching.

/** A period, which starts at `from` and ends before `till`, and a coach; null stands for all coaches. */
export interface SteeringFilters {
  from: Date;
  till: Date;
  coach: number | null;
}

/** The filters and the current instant. A call to the clock in the SQL would be evaluated for each row. */
export interface SteeringQuery extends SteeringFilters {
  now: Date;
}

const inBerlin = (instant: string) => sql.raw(`(${instant} AT TIME ZONE 'Europe/Berlin')`);
const andCoach = (coach: number | null, column = 'coach_id') =>
  coach === null ? sql`` : sql`AND ${sql.ref(column)} = ${coach}`;

/**
 * Returns the days until the next free Einzelcoaching, as counted at six o'clock on each day from `fromDate` to
 * `tillDate`: for one coach, or for all coaches together if `coach` is null.
 */
export async function listAvailability(
  db: Db,
  fromDate: string,
  tillDate: string,
  coach: number | null,
): Promise<AvailabilityDay[]> {
  const { rows } = await sql<AvailabilityDay>`
    SELECT day AS date, days_until AS "daysUntil" FROM availability
    WHERE day BETWEEN ${fromDate} AND ${tillDate} AND coach_id IS NOT DISTINCT FROM ${coach}::bigint ORDER BY day
  `.execute(db);
  return rows;
}

/** Counts the Einzelcoachings that have begun, by coach and by weekday and hour of their start (Berlin). */
export async function countBegunCoachings(
  db: Db,
  { from, till, coach, now }: SteeringQuery,
): Promise<CoachingCounts[]> {
  const { rows } = await sql<CoachingCounts>`
    SELECT coach_id AS "coachId", extract(isodow FROM ${inBerlin('starts_at')})::int AS weekday,
      extract(hour FROM ${inBerlin('starts_at')})::int AS hour,
      count(*) FILTER (WHERE status = 'F')::int AS free,
      count(*) FILTER (WHERE status = 'G')::int AS booked,
      count(*) FILTER (WHERE status = 'V')::int AS missed,
      count(*) FILTER (WHERE status = 'K' AND cancel_kind <> 'rescheduled')::int AS cancelled,
      count(*) FILTER (WHERE status = 'K' AND cancel_kind <> 'rescheduled'
        AND cancelled_at > starts_at - ${lateHours}::int * interval '1 hour')::int AS "cancelledLate",
      -- An absence cancels bookings at the very instant at which it is planned.
      count(*) FILTER (WHERE status = 'K' AND cancel_kind <> 'rescheduled' AND NOT taken_back
        AND (cancelled_by = coach_id
          OR (coach_id, cancelled_at) IN (SELECT b.coach_id, b.planned_at FROM absence b)))::int AS "cancelledByCoach",
      count(*) FILTER (WHERE cancel_kind = 'rescheduled')::int AS moved
    FROM appointment
    WHERE starts_at >= ${from} AND starts_at < least(${till}, ${now}::timestamptz) AND type_id = 1 ${andCoach(coach)}
    GROUP BY 1, 2, 3
  `.execute(db);
  return rows;
}

/** Returns the names of people by id. */
export async function selectNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, full_name AS name FROM person WHERE id = ANY (${[...ids]}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Returns the number of people whose first coaching was held in [from, till), and the median of the days from their
 * registration to that coaching.
 */
export async function readDaysToFirstCoaching(db: Db, { from, till, coach, now }: SteeringQuery) {
  const { rows } = await sql<{ people: number; median: number | null }>`
    WITH candidate AS (
      SELECT participant_id, min(starts_at) AS starts_at FROM appointment
      WHERE starts_at >= ${from} AND starts_at < least(${till}, ${now}::timestamptz) AND status = 'G'
        AND ends_at <= ${now} ${andCoach(coach)}
      GROUP BY participant_id
    )
    SELECT count(*)::int AS people, percentile_cont(0.5) WITHIN GROUP (
      ORDER BY ${inBerlin('a.starts_at')}::date - ${inBerlin('p.created_at')}::date) AS median
    FROM candidate a JOIN person p ON p.id = a.participant_id
    WHERE NOT EXISTS (
      SELECT FROM appointment e
      WHERE e.participant_id = a.participant_id AND e.status = 'G' AND e.starts_at < a.starts_at)
  `.execute(db);
  return rows[0] ?? { people: 0, median: null };
}

/** Counts the waiting list entries that have days in the range and are still open or have expired without a slot. */
export async function countUnmetEntries(
  db: Db,
  fromDate: string,
  tillDate: string,
  coach: number | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM waiting_entry
    WHERE from_date <= ${tillDate} AND till_date >= ${fromDate} AND (ended_at IS NULL OR ended_by = 'passed')
      ${andCoach(coach)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Returns the ratings given in [from, till), which must be whole months, and the topics requested in them, by cell. A
 * coach's ratings of a month are a cell if at least five people gave them. All other ratings of that month form one
 * cell. Queries for a single coach do not include that cell.
 */
export async function sumRatings(
  db: Db,
  { from, till, coach }: SteeringFilters,
): Promise<{ cells: RatingCell[]; topics: TopicCell[] }> {
  const { rows } = await sql<{ topic: string | null; count: number; people: number; stars: number[] | null }>`
    WITH rated AS MATERIALIZED (
      SELECT r.coach_id, a.participant_id, date_trunc('month', ${inBerlin('r.created_at')}) AS month, r.topic_wishes,
        r.collaboration, r.open_questions, r.application_process, r.competencies, r.documents, r.recommendation
      FROM rating r JOIN appointment a ON a.id = r.appointment_id
      WHERE r.created_at >= ${from} AND r.created_at < ${till} ${andCoach(coach, 'r.coach_id')}
    ), large AS (
      SELECT coach_id, month FROM (SELECT DISTINCT coach_id, month, participant_id FROM rated) one
      GROUP BY coach_id, month HAVING count(*) >= ${minPeople}::int
    ), in_cell AS (
      SELECT rated.*, large.coach_id AS cell FROM rated LEFT JOIN large USING (coach_id, month)
      ${coach === null ? sql`` : sql`WHERE large.coach_id IS NOT NULL`}
    ), wished AS (
      SELECT topic, cell, month, participant_id, count(*) AS times FROM in_cell CROSS JOIN unnest(topic_wishes) topic
      GROUP BY topic, cell, month, participant_id
    ), given AS (
      SELECT cell, month, participant_id, count(*) AS times, sum(collaboration) AS s1, sum(open_questions) AS s2,
        sum(application_process) AS s3, sum(competencies) AS s4, sum(documents) AS s5, sum(recommendation) AS s6
      FROM in_cell GROUP BY cell, month, participant_id
    )
    SELECT NULL AS topic, sum(times)::int AS count, count(*)::int AS people,
      ARRAY[sum(s1), sum(s2), sum(s3), sum(s4), sum(s5), sum(s6)]::int[] AS stars
    FROM given GROUP BY cell, month
    UNION ALL
    SELECT topic, sum(times)::int, count(*)::int, NULL FROM wished GROUP BY topic, cell, month
  `.execute(db);
  return {
    cells: rows.flatMap(({ stars, count, people }) => (stars ? [{ ratings: count, people, stars }] : [])),
    topics: rows.flatMap(({ topic, count, people }) => (topic === null ? [] : [{ topic, count, people }])),
  };
}

/**
 * Counts the participants' documents and, among them, the unanswered ones. A document counts if the next coaching after
 * its upload starts in [from, till) and ended more than a week ago. It is unanswered if the coach did not answer it
 * within a week after that coaching.
 */
export async function countDocuments(db: Db, { from, till, coach, now }: SteeringQuery) {
  const { rows } = await sql<{ total: number; unanswered: number }>`
    WITH held AS (
      SELECT participant_id, starts_at, ends_at, coach_id,
        lag(ends_at) OVER (PARTITION BY participant_id ORDER BY starts_at) AS previous_end_in_range
      FROM appointment
      WHERE starts_at >= ${from} AND starts_at < least(${till}, ${now}::timestamptz) AND status = 'G'
        AND ends_at + ${answerDays}::int * interval '1 day' <= ${now}
        ${
          coach === null
            ? sql``
            : sql`AND participant_id = ANY (ARRAY(
                SELECT m.participant_id FROM appointment m
                WHERE m.coach_id = ${coach} AND m.starts_at >= ${from} AND m.starts_at < ${till} AND m.status = 'G'))`
        }
    ), coaching AS (
      -- For a participant's first coaching in the range, the previous coaching is searched for before the range.
      SELECT h.*, coalesce(h.previous_end_in_range, (
        SELECT max(e.ends_at) FROM appointment e
        WHERE e.participant_id = h.participant_id AND e.starts_at < ${from} AND e.status = 'G')) AS previous_end
      FROM held h
    )
    -- A document that was set to 'returned' by hand counts as answered.
    SELECT count(*)::int AS total, count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM document a
        WHERE a.answers = d.id AND a.uploaded_at <= c.ends_at + ${answerDays}::int * interval '1 day'
      ) AND NOT (d.state = 'returned' AND NOT EXISTS (SELECT FROM document a WHERE a.answers = d.id)))::int AS unanswered
    FROM coaching c JOIN document d ON d.participant_id = c.participant_id AND NOT d.by_coach
      AND d.uploaded_at <= c.ends_at AND (c.previous_end IS NULL OR d.uploaded_at > c.previous_end)
    WHERE true ${andCoach(coach, 'c.coach_id')}
  `.execute(db);
  return rows[0] ?? { total: 0, unanswered: 0 };
}

/**
 * Stores the days until the next free Einzelcoaching, for all coaches together and for each coach. Does nothing if they
 * are stored for today already.
 */
export async function storeTodaysAvailability(db: Db, clock: Clock): Promise<void> {
  await sql`
    WITH clock AS MATERIALIZED (SELECT ${clockNow(clock)} AS now),
    free AS (
      SELECT a.coach_id, min(a.starts_at) AS starts_at FROM appointment a, clock
      WHERE a.status = 'F' AND a.type_id = 1 AND a.starts_at > clock.now AND NOT EXISTS (
        SELECT FROM waiting_offer o
        WHERE o.appointment_id = a.id AND o.outcome IS NULL AND o.held_until > clock.now)
      GROUP BY a.coach_id
    ), counted AS (
      SELECT c.person_id AS coach_id, f.starts_at FROM coach c LEFT JOIN free f ON f.coach_id = c.person_id WHERE c.active
      UNION ALL SELECT NULL, min(starts_at) FROM free
    )
    INSERT INTO availability (day, coach_id, days_until)
    SELECT ${inBerlin('clock.now')}::date, coach_id, ${inBerlin('starts_at')}::date - ${inBerlin('clock.now')}::date
    FROM counted, clock
    ON CONFLICT DO NOTHING
  `.execute(db);
}
