import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db } from '../server/db.ts';
import { prepare } from '../server/prepared.ts';
import { maxSelfBooked, type Slot } from './rules.ts';

/** A row of the list of what can be booked. */
export interface FreeRow {
  id: number;
  /** A Speedcoaching, not an Einzelcoaching. */
  speed: boolean;
  startsAt: Date;
  endsAt: Date;
  coach: string;
  link: string;
}

/** Where a list goes on: behind this start, coach and id. */
export interface After {
  startsAt: string;
  coach: string;
  id: number;
}

function preparePage(limit: number | null, continued: boolean) {
  const now = nowShifted('$2');
  const coach = `p.full_name COLLATE "de-x-icu"`;
  // Where nothing is free one row is left, with the count alone. The plan hangs on the length: it stands in the text.
  return prepare<{ used: number } & (FreeRow | Record<keyof FreeRow, null>)>(
    `bookable.${limit ?? 'all'}${continued ? '.continued' : ''}`,
    `WITH quota AS MATERIALIZED (
      SELECT count(*)::int AS used FROM appointment WHERE participant_id = $1 AND quota_number IS NOT NULL
    )
    SELECT quota.used, free.* FROM quota LEFT JOIN LATERAL (
      SELECT a.id, a.type_id = 2 AS speed, a.starts_at AS "startsAt", a.ends_at AS "endsAt", ${coach} AS coach,
        c.teams_link AS link
      FROM appointment a JOIN coach c ON c.person_id = a.coach_id JOIN person p ON p.id = c.person_id
      WHERE a.status = 'F' AND c.active AND (quota.used < ${maxSelfBooked} OR a.type_id = 2)
        AND CASE a.type_id WHEN 2 THEN a.ends_at ELSE a.starts_at END > ${now}
        -- A Speedcoaching that runs lies at most a day back; the index on the start needs a bound it can use. The clock is
        -- volatile: as a subquery it is read once, else past free rows would all be looked at.
        AND a.starts_at > (SELECT ${now} - interval '1 day')
        ${continued ? `AND a.starts_at >= $3 AND (a.starts_at, ${coach}, a.id) > ($3, $4, $5)` : ''}
      ORDER BY a.starts_at, coach, a.id ${limit === null ? '' : `LIMIT ${limit}`}
    ) free ON true
    ORDER BY free."startsAt", free.coach, free.id`,
  );
}

const pagesOf = (length: number | null) => ({
  first: preparePage(length, false),
  continued: preparePage(length, true),
});
/** Few lengths, for each connection keeps a plan of each: one more than a screen asks for, than a client may, and all. */
const pages = { short: pagesOf(51), long: pagesOf(201), all: pagesOf(null) };

/**
 * Free Einzelcoachings until their start and Speedcoachings until their end, ordered by start, then coach in German
 * order, at least `atLeast` (up to 201) where there are as many, or (null) all; and how many quota numbers the participant's
 * bookings hold: all of them leave Speedcoachings alone.
 */
export async function listFree(
  db: Db,
  clock: Clock,
  participant: number,
  { atLeast, after }: { atLeast: number | null; after: After | null },
): Promise<{ used: number; rows: FreeRow[] }> {
  const { first, continued } = atLeast === null ? pages.all : atLeast <= 51 ? pages.short : pages.long;
  const rows = after
    ? await continued(db, participant, clock.shiftMs, after.startsAt, after.coach, after.id)
    : await first(db, participant, clock.shiftMs);
  return { used: rows[0]?.used ?? 0, rows: rows.filter((row) => row.id !== null) };
}

/** One of a participant's own appointments as it is stored; `stars` is the average of its rating. */
export interface OwnRow {
  id: number;
  type: Slot['type'];
  status: 'G' | 'V' | 'K';
  startsAt: Date;
  endsAt: Date;
  coach: string;
  link: string;
  stars: number | null;
  now: Date;
}

/** A participant's G and V rows and goodwill cancellations, in order of start. */
export function listOwn(db: Db, clock: Clock, participant: number): Promise<OwnRow[]> {
  return db
    .selectFrom('appointment as a')
    .innerJoin('coach as c', 'c.person_id', 'a.coach_id')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .innerJoin('coaching_type as t', 't.id', 'a.type_id')
    .leftJoin('rating as r', 'r.appointment_id', 'a.id')
    .select([
      'a.id',
      sql<Slot['type']>`t.label`.as('type'),
      sql<OwnRow['status']>`a.status`.as('status'),
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'p.full_name as coach',
      'c.teams_link as link',
      sql<number | null>`(r.collaboration + r.open_questions + r.application_process + r.competencies + r.documents
        + r.recommendation)::double precision / 6`.as('stars'),
      now(clock).as('now'),
    ])
    .where('a.participant_id', '=', participant)
    .where((e) =>
      e.or([e('a.status', 'in', ['G', 'V']), e.and([e('a.status', '=', 'K'), e('a.cancel_kind', '=', 'goodwill')])]),
    )
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute();
}

/** Bookings that were made in [from, till), with one coach or (null) with any. */
export interface Made {
  from: Date;
  till: Date;
  coach: number | null;
}

function made(db: Db, { from, till, coach }: Made) {
  const query = db.selectFrom('appointment').where('booked_at', '>=', from).where('booked_at', '<', till);
  return coach === null ? query : query.where('coach_id', '=', coach);
}

/** How many bookings were made. */
export async function countMade(db: Db, filters: Made): Promise<number> {
  const found = await made(db, filters)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(found.count);
}

/** A page of the bookings that were made, newest first; names are joined to the rows of the page alone. */
export function listMade(db: Db, { limit, offset, ...filters }: Made & { limit: number; offset: number }) {
  const page = made(db, filters)
    .selectAll()
    .orderBy('booked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom(page.as('a'))
    .innerJoin('coaching_type as t', 't.id', 'a.type_id')
    .innerJoin('person as c', 'c.id', 'a.coach_id')
    .innerJoin('person as p', 'p.id', 'a.participant_id')
    .leftJoin('person as b', 'b.id', 'a.booked_by')
    .select([
      'a.id',
      sql<Date>`a.booked_at`.as('bookedAt'),
      sql<string>`coalesce(b.full_name, '')`.as('bookedBy'),
      sql<boolean>`a.booked_by IS NOT DISTINCT FROM a.participant_id`.as('selfBooked'),
      'p.full_name as participant',
      'c.full_name as coach',
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      sql<Slot['type']>`t.label`.as('type'),
      sql<'G' | 'V' | 'K'>`a.status`.as('status'),
    ])
    .orderBy('a.booked_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
}
