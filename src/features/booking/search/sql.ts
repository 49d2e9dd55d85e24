import { CompiledQuery, sql } from 'kysely';
import { now, nowShifted, type Clock, type Db } from '../../../platform/database/db.ts';
import { zone } from '../../../shared/berlin.ts';
import {
  holdOf,
  isBookable,
  pageOf,
  pageOfFree,
  type After,
  type FreeSlotsPage,
  type UsedAndFree,
} from '../lists.sql.ts';
import type { Deadline } from '../../../shared/coaching.ts';

/** What a slot has to fit; null leaves a filter out. */
export interface Search {
  coach: number | null;
  /** Instants between which it starts: [from, till). */
  from: Date | null;
  till: Date | null;
  /** 1 (Monday) to 7, Berlin wall clock. */
  weekdays: number[] | null;
  /** Full hours of the Berlin wall clock between which it starts: [from, till). */
  hours: readonly [from: number, till: number] | null;
  /** The participant's booking to reschedule, whose quota number the chosen slot takes over; null for a new booking. */
  rescheduling: number | null;
}

const inBerlin = `a.starts_at AT TIME ZONE '${zone}'`;

/**
 * The filters as SQL; their parameters follow $1 and $2. Not prepared: the database plans with the values, so that a
 * filter which is left out costs nothing, and a coach or a range of days uses its index.
 */
const fits = `($3::bigint IS NULL OR a.coach_id = $3)
  AND ($4::timestamptz IS NULL OR a.starts_at >= $4) AND ($5::timestamptz IS NULL OR a.starts_at < $5)
  AND ($6::int[] IS NULL OR extract(isodow FROM ${inBerlin}) = ANY ($6))
  AND ($7::int IS NULL OR extract(hour FROM ${inBerlin}) >= $7)
  AND ($8::int IS NULL OR extract(hour FROM ${inBerlin}) < $8)`;

const valuesOf = (participant: number, clock: Clock, { coach, from, till, weekdays, hours }: Search) => {
  const [fromHour, tillHour] = hours ?? [null, null];
  return [participant, clock.shiftMs, coach, from, till, weekdays, fromHour, tillHour];
};

/** The rows of `listFree` that fit, in the same order; at most `limit`, or all if it is null. */
export async function searchFree(
  db: Db,
  clock: Clock,
  participant: number,
  search: Search,
  { limit, after }: { limit: number | null; after: After | null },
): Promise<FreeSlotsPage> {
  const anyQuota = search.rescheduling !== null;
  const text = pageOfFree({ limit: '$9', fits, after: after ? ['$10', '$11', '$12'] : null, anyQuota });
  const position = after ? [after.startsAt, after.coach, after.id] : [];
  const values = [...valuesOf(participant, clock, search), limit, ...position];
  const { rows } = await db.executeQuery<UsedAndFree>(CompiledQuery.raw(text, values));
  return pageOf(rows);
}

/**
 * The Berlin days (`yyyy-mm-dd`) with slots that fit and that the participant could book, and how many of each type.
 */
export async function countDays(db: Db, clock: Clock, participant: number, search: Search) {
  const text = `WITH quota AS MATERIALIZED (
      SELECT count(*)::int AS used FROM appointment WHERE participant_id = $1 AND quota_number IS NOT NULL
    )
    SELECT (${inBerlin})::date AS date, count(*) FILTER (WHERE a.type_id <> 2)::int AS einzelcoachings,
      count(*) FILTER (WHERE a.type_id = 2)::int AS speedcoachings
    FROM quota, appointment a JOIN coach c ON c.person_id = a.coach_id ${holdOf(nowShifted('$2'))}
    WHERE ${isBookable(nowShifted('$2'), search.rescheduling !== null)} AND ${fits}
    GROUP BY 1 ORDER BY 1`;
  const query = CompiledQuery.raw(text, valuesOf(participant, clock, search));
  const { rows } = await db.executeQuery<{ date: string; einzelcoachings: number; speedcoachings: number }>(query);
  return rows;
}

/** A participant's own booking, read without a lock; null for an unknown id or somebody else's. */
export async function readOwnBooking(db: Db, clock: Clock, appointment: number, participant: number) {
  const { rows } = await sql<Deadline & { status: string; now: Date }>`
    SELECT status, starts_at AS "startsAt", moved_by_staff AS "movedByStaff", ${now(clock)} AS now
    FROM appointment WHERE id = ${appointment} AND participant_id = ${participant}`.execute(db);
  return rows[0] ?? null;
}

/** Active coaches with a free Einzelcoaching to come that is held for nobody else, by name in German order. */
export function coachesWithFree(
  db: Db,
  clock: Clock,
  participant: number,
): Promise<{ value: number; label: string }[]> {
  return db
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select(['p.id as value', 'p.full_name as label'])
    .where('c.active', '=', true)
    .where((e) =>
      e.exists(
        e
          .selectFrom('appointment as a')
          .whereRef('a.coach_id', '=', 'c.person_id')
          .where('a.status', '=', 'F')
          .where('a.type_id', '=', 1)
          // As a subquery the clock is read once, and the index on the start has a bound that it can use.
          .where('a.starts_at', '>', sql<Date>`(SELECT ${now(clock)})`)
          .where(
            sql<boolean>`NOT EXISTS (
              SELECT FROM waiting_offer h WHERE h.appointment_id = a.id AND h.outcome IS NULL
                AND h.held_until > ${now(clock)} AND h.person_id <> ${participant}
            )`,
          ),
      ),
    )
    .orderBy(sql`p.full_name COLLATE "de-x-icu"`)
    .orderBy('p.id')
    .execute();
}
