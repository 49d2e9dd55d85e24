import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db } from '../../platform/database/db.ts';
import { prepare } from '../../platform/database/prepared.ts';
import { maxSelfBooked } from '../../shared/coaching.ts';
import type { Slot } from './rules.ts';

/** A row of the list of what can be booked. */
export interface FreeRow {
  id: number;
  /** A Speedcoaching, not an Einzelcoaching. */
  speed: boolean;
  startsAt: Date;
  endsAt: Date;
  coachId: number;
  coach: string;
  /** The version of the coach's introduction whose picture is shown (reference 17.4); null without one. */
  coachPicture: number | null;
  link: string;
  /** Until when it is held for the participant; null for what is held for nobody. */
  heldUntil: Date | null;
  /** The database's clock. */
  now: Date;
}

/** Where a list continues: after this start, coach and id. */
export interface After {
  startsAt: string;
  coach: string;
  id: number;
}

/** Facts about the participant, repeated in each row of a page; if no slot is free, the only row has nothing else. */
export type UsedAndFree = { used: number; editableFile: boolean } & (FreeRow | Record<keyof FreeRow, null>);

/** Joins the hold of an appointment `a`, if any, as `h` (reference 12.3); `now` is the clock, as SQL. */
export const holdOf = (now: string) => `LEFT JOIN LATERAL (
    SELECT o.id, o.person_id, o.held_until FROM waiting_offer o
    WHERE o.appointment_id = a.id AND o.outcome IS NULL AND o.held_until > ${now}
    -- Kept apart: joined in place, it made the planner expect few rows and sort all that are free.
    OFFSET 0
  ) h ON true`;

/**
 * Whether the participant $1 can book the appointment `a` of the coach `c` with the hold `h`, as SQL. `now` is the
 * clock; `quota.used` counts the quota numbers of the participant's bookings, and does not matter (`anyQuota`) to
 * somebody who reschedules a booking.
 */
export const isBookable = (now: string, anyQuota = false) => `a.status = 'F' AND c.active
  ${anyQuota ? '' : `AND (quota.used < ${maxSelfBooked} OR a.type_id = 2)`}
  AND (h.id IS NULL OR h.person_id = $1)
  AND CASE a.type_id WHEN 2 THEN a.ends_at ELSE a.starts_at END > ${now}
  -- A Speedcoaching that runs lies at most a day back; the index on the start needs a bound it can use. The clock is
  -- volatile: as a subquery it is read once, else past free rows would all be looked at.
  AND a.starts_at > (SELECT ${now} - interval '1 day')`;

/**
 * The version of the introduction whose picture is shown for the coach in a column, as SQL. A subquery looks into the
 * index once for each row of the page, a join would for each free row.
 */
const shownPicture = (coach: string) =>
  `(SELECT i.id FROM introduction i WHERE i.person_id = ${coach} AND i.state = 'shown' AND i.picture IS NOT NULL)`;

/**
 * The statement of a page of the list. $1 is the participant, $2 the clock's shift, `fits` a further condition, `limit`
 * the page's length as SQL; `after` names the parameters with the start, coach and id after which the page continues;
 * `anyQuota` is passed to `isBookable`.
 */
export function pageOfFree({ limit, fits, after, anyQuota = false }: FreePage): string {
  const coach = `p.full_name COLLATE "de-x-icu"`;
  return `WITH quota AS MATERIALIZED (
      SELECT count(*)::int AS used, ${nowShifted('$2')} AS now,
        EXISTS (SELECT FROM document d WHERE d.participant_id = $1 AND NOT d.by_coach AND d.ending = 'docx')
          AS "editableFile"
      FROM appointment WHERE participant_id = $1 AND quota_number IS NOT NULL
    )
    SELECT quota.used, quota."editableFile", quota.now, free.*, ${shownPicture('free."coachId"')} AS "coachPicture"
    FROM quota LEFT JOIN LATERAL (
      SELECT a.id, a.type_id = 2 AS speed, a.starts_at AS "startsAt", a.ends_at AS "endsAt", ${coach} AS coach,
        c.person_id AS "coachId", c.teams_link AS link, h.held_until AS "heldUntil"
      FROM appointment a JOIN coach c ON c.person_id = a.coach_id JOIN person p ON p.id = c.person_id
        ${holdOf('quota.now')}
      WHERE ${isBookable(nowShifted('$2'), anyQuota)} AND ${fits}
        ${after ? `AND a.starts_at >= ${after[0]} AND (a.starts_at, ${coach}, a.id) > (${after.join(', ')})` : ''}
      ORDER BY a.starts_at, coach, a.id LIMIT ${limit}
    ) free ON true
    ORDER BY free."startsAt", free.coach, free.id`;
}

interface FreePage {
  limit: string;
  fits: string;
  after: string[] | null;
  anyQuota?: boolean;
}

function preparePage(limit: number | null, continued: boolean) {
  // The plan depends on the limit, so the text contains it.
  return prepare<UsedAndFree>(
    `bookable.${limit ?? 'all'}${continued ? '.continued' : ''}`,
    pageOfFree({ limit: String(limit ?? 'ALL'), fits: 'true', after: continued ? ['$3', '$4', '$5'] : null }),
  );
}

const pagesOf = (length: number | null) => ({
  first: preparePage(length, false),
  continued: preparePage(length, true),
});
/**
 * Only three limits, because each connection keeps a plan of each: one row more than a screen requests, one more than a
 * client may request, and none.
 */
const pages = { short: pagesOf(51), long: pagesOf(201), all: pagesOf(null) };

/**
 * Free Einzelcoachings until their start and Speedcoachings until their end, ordered by start, then coach in German
 * order, at least `atLeast` (up to 201) where there are as many, or (null) all; and how many quota numbers the
 * participant's bookings hold: with all of them taken only Speedcoachings are listed.
 */
export async function listFree(
  db: Db,
  clock: Clock,
  participant: number,
  { atLeast, after }: { atLeast: number | null; after: After | null },
): Promise<FreeSlotsPage> {
  const { first, continued } = atLeast === null ? pages.all : atLeast <= 51 ? pages.short : pages.long;
  const rows = after
    ? await continued(db, participant, clock.shiftMs, after.startsAt, after.coach, after.id)
    : await first(db, participant, clock.shiftMs);
  return pageOf(rows);
}

/**
 * A page of the list, how many quota numbers the participant's bookings hold, and whether there is an editable file.
 */
export interface FreeSlotsPage {
  used: number;
  editableFile: boolean;
  rows: FreeRow[];
}

/** The page in the rows of the statement. */
export function pageOf(rows: readonly UsedAndFree[]): FreeSlotsPage {
  const { used = 0, editableFile = false } = rows[0] ?? {};
  return { used, editableFile, rows: rows.filter((row) => row.id !== null) };
}

/** One of a participant's appointments as stored; `stars` is the average of its rating. */
export interface OwnRow {
  id: number;
  type: Slot['type'];
  status: 'G' | 'V' | 'K';
  startsAt: Date;
  endsAt: Date;
  coachId: number;
  coach: string;
  /** As of `FreeRow`; null of a coach out of service. */
  coachPicture: number | null;
  link: string;
  movedByStaff: boolean;
  note: string;
  stars: number | null;
  now: Date;
}

/** A participant's booked and missed rows and goodwill cancellations, in order of start. */
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
      'a.coach_id as coachId',
      'p.full_name as coach',
      sql<number | null>`CASE WHEN c.active THEN ${sql.raw(shownPicture('a.coach_id'))} END`.as('coachPicture'),
      'c.teams_link as link',
      'a.moved_by_staff as movedByStaff',
      sql<string>`coalesce(a.booking_note, '')`.as('note'),
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

/** Selects bookings that were made in [from, till), with one coach or (null) with any. */
export interface MadeFilters {
  from: Date;
  till: Date;
  coach: number | null;
}

function madeBookings(db: Db, { from, till, coach }: MadeFilters) {
  const query = db
    .selectFrom('appointment')
    .where('booked_at', '>=', from)
    .where('booked_at', '<', till)
    // A booking that was moved is listed at its present place.
    .where('cancel_kind', 'is distinct from', 'rescheduled');
  return coach === null ? query : query.where('coach_id', '=', coach);
}

/** How many bookings were made. */
export async function countBookings(db: Db, filters: MadeFilters): Promise<number> {
  const found = await madeBookings(db, filters)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(found.count);
}

/** A page of the bookings that were made, newest first; names are joined to the rows of the page alone. */
export function listBookings(db: Db, { limit, offset, ...filters }: MadeFilters & { limit: number; offset: number }) {
  const page = madeBookings(db, filters)
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
      sql<string>`coalesce(p.email, '')`.as('participantEmail'),
      'c.full_name as coach',
      'a.coach_id as coachId',
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      sql<Slot['type']>`t.label`.as('type'),
      sql<'G' | 'V' | 'K'>`a.status`.as('status'),
    ])
    .orderBy('a.booked_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
}
