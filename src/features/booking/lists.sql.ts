import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db } from '../../platform/database/db.ts';
import { prepare } from '../../platform/database/prepared.ts';
import { maxSelfBooked } from '../../shared/coaching.ts';
import type { Slot } from './rules.ts';

/** A row of the list of bookable appointments. */
export interface BookableRow {
  id: number;
  /** Whether it is a Speedcoaching; otherwise it is an Einzelcoaching. */
  speed: boolean;
  startsAt: Date;
  endsAt: Date;
  coachId: number;
  coach: string;
  /** The version of the coach's introduction whose picture is shown (reference 17.4); null without one. */
  coachPicture: number | null;
  link: string;
  /** Until when it is held for the participant; null without a hold. */
  heldUntil: Date | null;
  /** The database's clock. */
  now: Date;
}

/** The start, coach and id of the last row of a page; the next page continues after it. */
export interface ListPosition {
  startsAt: string;
  coach: string;
  id: number;
}

/** A row of a page with the facts about the participant, repeated in each; an empty page is one row with only those. */
export type BookablePageRow = { used: number; editableFile: boolean } & (BookableRow | Record<keyof BookableRow, null>);

/**
 * Returns SQL that joins the hold of an appointment `a`, if any, as `h` (reference 12.3); `now` is the clock as SQL.
 */
export const joinHoldSql = (now: string) => `LEFT JOIN LATERAL (
    SELECT o.id, o.person_id, o.held_until FROM waiting_offer o
    WHERE o.appointment_id = a.id AND o.outcome IS NULL AND o.held_until > ${now}
    -- Keeps the planner from flattening the subquery: flattened, it expected few rows and sorted all free ones.
    OFFSET 0
  ) h ON true`;

/**
 * Returns an SQL condition: whether the participant $1 can book the appointment `a` of the coach `c` with the hold `h`.
 * `now` is the clock as SQL; `quota.used` counts the quota numbers of the participant's bookings, and is ignored
 * (`ignoreQuota`) when rescheduling.
 */
export const isBookableSql = (now: string, ignoreQuota = false) => `a.status = 'F' AND c.active
  ${ignoreQuota ? '' : `AND (quota.used < ${maxSelfBooked} OR a.type_id = 2)`}
  AND (h.id IS NULL OR h.person_id = $1)
  AND CASE a.type_id WHEN 2 THEN a.ends_at ELSE a.starts_at END > ${now}
  -- A running Speedcoaching started at most a day ago. This bound lets the index on the start be used; the clock is
  -- volatile, so it is read once in a subquery: otherwise all past free rows would be scanned.
  AND a.starts_at > (SELECT ${now} - interval '1 day')`;

/**
 * Returns SQL for the version of the introduction whose picture is shown for a coach (`coach` is a column). A subquery
 * uses the index once for each row of the page, a join would do so for each free row.
 */
const shownPicture = (coach: string) =>
  `(SELECT i.id FROM introduction i WHERE i.person_id = ${coach} AND i.state = 'shown' AND i.picture IS NOT NULL)`;

/**
 * Returns the statement for a page of the list. $1 is the participant, $2 the clock's shift, `condition` an additional
 * condition and `limit` the page's length, both as SQL; `after` names the parameters for the start, coach and id after
 * which the page continues; `ignoreQuota` is passed to `isBookableSql`.
 */
export function bookablePageSql({ limit, condition, after, ignoreQuota = false }: PageSqlOptions): string {
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
        ${joinHoldSql('quota.now')}
      WHERE ${isBookableSql(nowShifted('$2'), ignoreQuota)} AND ${condition}
        ${after ? `AND a.starts_at >= ${after[0]} AND (a.starts_at, ${coach}, a.id) > (${after.join(', ')})` : ''}
      ORDER BY a.starts_at, coach, a.id LIMIT ${limit}
    ) free ON true
    ORDER BY free."startsAt", free.coach, free.id`;
}

interface PageSqlOptions {
  limit: string;
  condition: string;
  after: string[] | null;
  ignoreQuota?: boolean;
}

function preparePageStatement(limit: number | null, continued: boolean) {
  // The plan depends on the limit, so the text contains it.
  return prepare<BookablePageRow>(
    `bookable.${limit ?? 'all'}${continued ? '.continued' : ''}`,
    bookablePageSql({ limit: String(limit ?? 'ALL'), condition: 'true', after: continued ? ['$3', '$4', '$5'] : null }),
  );
}

const preparePageStatements = (length: number | null) => ({
  first: preparePageStatement(length, false),
  continued: preparePageStatement(length, true),
});
/**
 * There are only three limits, because each connection caches a plan for each: one row more than a screen requests, one
 * more than a client may request, and none.
 */
const pageStatements = {
  short: preparePageStatements(51),
  long: preparePageStatements(201),
  all: preparePageStatements(null),
};

/**
 * Returns free Einzelcoachings until their start and Speedcoachings until their end, ordered by start, then coach in
 * German order: at least `atLeast` (up to 201) if there are that many, or all (null). Once the participant's bookings
 * hold all quota numbers, only Speedcoachings are listed.
 */
export async function listBookable(
  db: Db,
  clock: Clock,
  participant: number,
  { atLeast, after }: { atLeast: number | null; after: ListPosition | null },
): Promise<BookablePage> {
  const { first, continued } =
    atLeast === null ? pageStatements.all : atLeast <= 51 ? pageStatements.short : pageStatements.long;
  const rows = after
    ? await continued(db, participant, clock.shiftMs, after.startsAt, after.coach, after.id)
    : await first(db, participant, clock.shiftMs);
  return toBookablePage(rows);
}

/**
 * A page of the list, how many quota numbers the participant's bookings hold, and whether there is an editable file.
 */
export interface BookablePage {
  used: number;
  editableFile: boolean;
  rows: BookableRow[];
}

/** Returns the page that the rows of the statement make up. */
export function toBookablePage(rows: readonly BookablePageRow[]): BookablePage {
  const { used = 0, editableFile = false } = rows[0] ?? {};
  return { used, editableFile, rows: rows.filter((row) => row.id !== null) };
}

/** One of a participant's appointments as stored; `stars` is the average rating. */
export interface OwnAppointmentRow {
  id: number;
  type: Slot['type'];
  status: 'G' | 'V' | 'K';
  startsAt: Date;
  endsAt: Date;
  coachId: number;
  coach: string;
  /** As in `BookableRow`; also null for an inactive coach. */
  coachPicture: number | null;
  link: string;
  movedByStaff: boolean;
  note: string;
  stars: number | null;
  now: Date;
}

/** Returns a participant's booked and missed appointments and goodwill cancellations, in order of start. */
export function listOwnAppointments(db: Db, clock: Clock, participant: number): Promise<OwnAppointmentRow[]> {
  return db
    .selectFrom('appointment as a')
    .innerJoin('coach as c', 'c.person_id', 'a.coach_id')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .innerJoin('coaching_type as t', 't.id', 'a.type_id')
    .leftJoin('rating as r', 'r.appointment_id', 'a.id')
    .select([
      'a.id',
      sql<Slot['type']>`t.label`.as('type'),
      sql<OwnAppointmentRow['status']>`a.status`.as('status'),
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

/** Filters for bookings made in [from, till), with one coach or (null) with any. */
export interface BookingFilters {
  from: Date;
  till: Date;
  coach: number | null;
}

function selectBookings(db: Db, { from, till, coach }: BookingFilters) {
  const query = db
    .selectFrom('appointment')
    .where('booked_at', '>=', from)
    .where('booked_at', '<', till)
    // A booking that was moved is listed only at its current time.
    .where('cancel_kind', 'is distinct from', 'rescheduled');
  return coach === null ? query : query.where('coach_id', '=', coach);
}

/** Returns the number of bookings that match. */
export async function countBookings(db: Db, filters: BookingFilters): Promise<number> {
  const { count } = await selectBookings(db, filters)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns a page of the bookings that match, newest first; names are joined only to the rows of that page. */
export function listBookings(
  db: Db,
  { limit, offset, ...filters }: BookingFilters & { limit: number; offset: number },
) {
  const page = selectBookings(db, filters)
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
