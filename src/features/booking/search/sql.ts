import { CompiledQuery, sql } from 'kysely';
import { now, nowShifted, type Clock, type Db } from '../../../platform/database/db.ts';
import { zone } from '../../../shared/berlin.ts';
import {
  isBookableSql,
  toBookablePage,
  selectBookablePageSql,
  type ListPosition,
  type BookablePage,
  type BookablePageRow,
} from '../lists.sql.ts';
import type { DeadlineFacts } from '../../../shared/coaching.ts';

/** The filters of a search for slots; a filter that is null does not apply. */
export interface SlotFilters {
  coach: number | null;
  /** The first instant at which a slot may start. */
  from: Date | null;
  /** The first instant at which a slot may no longer start. */
  till: Date | null;
  /** 1 (Monday) to 7, on the Berlin wall clock. */
  weekdays: number[] | null;
  /** The hours on the Berlin wall clock between which a slot starts: [from, till). */
  hours: readonly [from: number, till: number] | null;
  /** The id of the booking to be rescheduled, which keeps its quota number; null for a new booking. */
  reschedulingId: number | null;
}

const startInBerlinSql = `a.starts_at AT TIME ZONE '${zone}'`;

/**
 * The filters as an SQL condition with the parameters $3 to $8. The statement is not prepared, so the database plans it
 * for the given values: a filter that is null costs nothing, and filters for a coach or a range of days use an index.
 */
const matchesFiltersSql = `($3::bigint IS NULL OR a.coach_id = $3)
  AND ($4::timestamptz IS NULL OR a.starts_at >= $4) AND ($5::timestamptz IS NULL OR a.starts_at < $5)
  AND ($6::int[] IS NULL OR extract(isodow FROM ${startInBerlinSql}) = ANY ($6))
  AND ($7::int IS NULL OR extract(hour FROM ${startInBerlinSql}) >= $7)
  AND ($8::int IS NULL OR extract(hour FROM ${startInBerlinSql}) < $8)`;

const toParameters = (participant: number, clock: Clock, { coach, from, till, weekdays, hours }: SlotFilters) => {
  const [fromHour, tillHour] = hours ?? [null, null];
  return [participant, clock.shiftMs, coach, from, till, weekdays, fromHour, tillHour];
};

/**
 * Like `selectBookablePage`, but returns only rows that match the filters: at most `limit` rows, or all of them if
 * `limit` is null.
 */
export async function searchBookablePage(
  db: Db,
  clock: Clock,
  participant: number,
  filters: SlotFilters,
  { limit, after }: { limit: number | null; after: ListPosition | null },
): Promise<BookablePage> {
  const ignoreQuota = filters.reschedulingId !== null;
  const text = selectBookablePageSql({
    limit: '$9',
    condition: matchesFiltersSql,
    after: after ? ['$10', '$11', '$12'] : null,
    ignoreQuota,
  });
  const position = after ? [after.startsAt, after.coach, after.id] : [];
  const values = [...toParameters(participant, clock, filters), limit, ...position];
  const { rows } = await db.executeQuery<BookablePageRow>(CompiledQuery.raw(text, values));
  return toBookablePage(rows);
}

/**
 * Returns the Berlin days (`yyyy-mm-dd`) on which the participant can book slots that match the filters, with the
 * number of slots of each type.
 */
export async function countSlotsByDay(db: Db, clock: Clock, participant: number, filters: SlotFilters) {
  const text = `WITH facts AS MATERIALIZED (
      SELECT count(*)::int AS used FROM appointment WHERE participant_id = $1 AND quota_number IS NOT NULL
    )
    SELECT (${startInBerlinSql})::date AS date, count(*) FILTER (WHERE a.type_id <> 2)::int AS einzelcoachings,
      count(*) FILTER (WHERE a.type_id = 2)::int AS speedcoachings
    FROM appointment a JOIN coach c ON c.person_id = a.coach_id
    WHERE ${isBookableSql(nowShifted('$2'), filters.reschedulingId !== null)} AND ${matchesFiltersSql}
    GROUP BY 1 ORDER BY 1`;
  const query = CompiledQuery.raw(text, toParameters(participant, clock, filters));
  const { rows } = await db.executeQuery<{ date: string; einzelcoachings: number; speedcoachings: number }>(query);
  return rows;
}

/**
 * Reads facts about an appointment without locking it. Returns null if the participant has no appointment with this id.
 */
export async function selectOwnBooking(db: Db, clock: Clock, appointment: number, participant: number) {
  const { rows } = await sql<DeadlineFacts & { status: string; now: Date }>`
    SELECT status, starts_at AS "startsAt", moved_by_staff AS "movedByStaff", ${now(clock)} AS now
    FROM appointment WHERE id = ${appointment} AND participant_id = ${participant}`.execute(db);
  return rows[0] ?? null;
}

/** Returns active coaches with an upcoming free Einzelcoaching that is not held for another person, in German order. */
export function selectBookableCoaches(
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
          // The subquery calls the clock function only once, so that the database can use the index on the start.
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
