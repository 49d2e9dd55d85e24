import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db } from '../../platform/database/db.ts';
import { prepare } from '../../platform/database/prepared.ts';
import { maxSelfBooked } from '../../shared/coaching.ts';
import type { Slot } from './rules.ts';

/** A row of the list of bookable appointments. */
export interface BookableRow {
  id: number;
  /** Whether it is a Speedcoaching; otherwise it is an Einzelcoaching. */
  isSpeedcoaching: boolean;
  startsAt: Date;
  endsAt: Date;
  coachId: number;
  coach: string;
  /** The id of the introduction with the coach's current picture (reference 17.4); null without a picture. */
  coachPicture: number | null;
  link: string;
  /** Until when the slot is held for the participant (reference 12.3); null without a hold. */
  heldUntil: Date | null;
}

/**
 * The start (an ISO instant), the coach's name and the id of the last row of a page. The next page continues after this
 * row.
 */
export interface ListPosition {
  startsAt: string;
  coach: string;
  id: number;
}

/** What the list tells about the participant, and the current time on the database's clock. */
interface ListFacts {
  /** How many quota numbers the participant's bookings use (reference 4.5). */
  usedQuotaCount: number;
  /** Whether the participant has uploaded an editable file. */
  hasEditableFile: boolean;
  now: Date;
}

type AllNull<T> = Record<keyof T, null>;

/** A row of the statement for a page. The first row contains the facts, and each further row an appointment. */
export type BookablePageRow = (ListFacts & AllNull<BookableRow>) | (AllNull<ListFacts> & BookableRow);

/**
 * Returns an SQL condition: whether the participant $1 can book the appointment `a` of the coach `c`. `now` is an SQL
 * expression for the current time. Unless `ignoreQuota` is true (for rescheduling), the condition also reads `used`
 * from `facts`: how many quota numbers the participant's bookings use (reference 4.5). The `type_id` of a Speedcoaching
 * is 2. What is held for others (reference 12.3) is read once into a hash table; an open offer always has a slot.
 */
export const isBookableSql = (now: string, ignoreQuota = false) => `a.status = 'F' AND c.active
  ${ignoreQuota ? '' : `AND ((SELECT used FROM facts) < ${maxSelfBooked} OR a.type_id = 2)`}
  AND a.id NOT IN (
    SELECT o.appointment_id FROM waiting_offer o
    WHERE o.outcome IS NULL AND o.held_until > ${now} AND o.person_id <> $1
  )
  AND CASE a.type_id WHEN 2 THEN a.ends_at ELSE a.starts_at END > ${now}
  -- A running Speedcoaching started at most a day ago. With this bound the database can use the index on the start. The
  -- clock function is volatile, so a subquery calls it once; otherwise the database would scan all past free rows.
  AND a.starts_at > (SELECT ${now} - interval '1 day')`;

/** The SQL condition that the introduction `i` has a coach's current picture (reference 17.4). */
const hasShownPictureSql = `i.state = 'shown' AND i.picture IS NOT NULL`;

/**
 * Returns the statement for a page of the list. Its parameter $1 is the participant and $2 the clock's shift in
 * milliseconds.
 */
export function selectBookablePageSql({ limit, condition, after, ignoreQuota = false }: PageSqlOptions): string {
  const coach = `p.full_name COLLATE "de-x-icu"`;
  return `WITH facts AS MATERIALIZED (
      SELECT count(*)::int AS used, ${nowShifted('$2')} AS now,
        EXISTS (SELECT FROM document d WHERE d.participant_id = $1 AND NOT d.by_coach AND d.ending = 'docx')
          AS "hasEditableFile"
      FROM appointment WHERE participant_id = $1 AND quota_number IS NOT NULL
    ), page AS (
      SELECT a.id, a.type_id = 2 AS "isSpeedcoaching", a.starts_at AS "startsAt", a.ends_at AS "endsAt",
        ${coach} AS coach, c.person_id AS "coachId", c.teams_link AS link
      FROM appointment a JOIN coach c ON c.person_id = a.coach_id JOIN person p ON p.id = c.person_id
      WHERE ${isBookableSql(nowShifted('$2'), ignoreQuota)} AND ${condition}
        ${after ? `AND a.starts_at >= ${after[0]} AND (a.starts_at, ${coach}, a.id) > (${after.join(', ')})` : ''}
      ORDER BY a.starts_at, coach, a.id LIMIT ${limit}
    )
    SELECT used AS "usedQuotaCount", "hasEditableFile", now, NULL AS id, NULL AS "isSpeedcoaching",
      NULL AS "startsAt", NULL AS "endsAt", NULL AS coach, NULL AS "coachId", NULL AS link, NULL AS "heldUntil",
      NULL AS "coachPicture"
    FROM facts
    UNION ALL
    SELECT NULL, NULL, NULL, page.*, o.held_until, i.id
    FROM page
      LEFT JOIN waiting_offer o ON o.person_id = $1 AND o.appointment_id = page.id AND o.outcome IS NULL
        AND o.held_until > ${nowShifted('$2')}
      LEFT JOIN introduction i ON i.person_id = page."coachId" AND ${hasShownPictureSql}
    ORDER BY "startsAt" NULLS FIRST, coach, id`;
}

interface PageSqlOptions {
  /** The maximum number of rows, as SQL. */
  limit: string;
  /** An additional condition, as SQL. */
  condition: string;
  /**
   * The parameters for the start, the coach's name and the id after which the page continues; null for the first page.
   */
  after: string[] | null;
  /** Passed to `isBookableSql`; false by default. */
  ignoreQuota?: boolean;
}

function preparePageStatement(limit: number | null, isFirstPage: boolean) {
  // The best plan depends on the limit, so the limit is part of the text instead of a parameter.
  return prepare<BookablePageRow>(
    `bookable.${limit ?? 'all'}${isFirstPage ? '' : '.continued'}`,
    selectBookablePageSql({
      limit: String(limit ?? 'ALL'),
      condition: 'true',
      after: isFirstPage ? null : ['$3', '$4', '$5'],
    }),
  );
}

const preparePageStatements = (limit: number | null) => ({
  selectFirstPage: preparePageStatement(limit, true),
  selectNextPage: preparePageStatement(limit, false),
});

/** The portal requests pages of 50 rows. One extra row shows whether there is a next page. */
const shortLimit = 50 + 1;
/** A client may request pages of up to 200 rows. */
const longLimit = 200 + 1;

/** The statements for three limits. There are no more, because each connection caches a plan for each statement. */
const pageStatements = {
  short: preparePageStatements(shortLimit),
  long: preparePageStatements(longLimit),
  all: preparePageStatements(null),
};

function choosePageStatements(atLeast: number | null) {
  if (atLeast === null) return pageStatements.all;
  return atLeast <= shortLimit ? pageStatements.short : pageStatements.long;
}

/**
 * Returns the free Einzelcoachings that have not started and the Speedcoachings that have not ended, ordered by start,
 * then by the coach's name in German order. Returns all of them if `atLeast` is null; otherwise at least `atLeast` rows
 * (up to 201), if there are that many. If the participant's bookings use all quota numbers, returns only
 * Speedcoachings.
 */
export async function selectBookablePage(
  db: Db,
  clock: Clock,
  participant: number,
  { atLeast, after }: { atLeast: number | null; after: ListPosition | null },
): Promise<BookablePage> {
  const { selectFirstPage, selectNextPage } = choosePageStatements(atLeast);
  const rows = after
    ? await selectNextPage(db, participant, clock.shiftMs, after.startsAt, after.coach, after.id)
    : await selectFirstPage(db, participant, clock.shiftMs);
  return toBookablePage(rows);
}

/** A page of the list. */
export interface BookablePage extends ListFacts {
  rows: BookableRow[];
}

/** Converts the rows of the statement to a page. */
export function toBookablePage([facts, ...rows]: readonly BookablePageRow[]): BookablePage {
  if (!facts || facts.now === null) throw new Error('the statement for a page returned no facts');
  const { usedQuotaCount, hasEditableFile, now } = facts;
  return { usedQuotaCount, hasEditableFile, now, rows: rows.filter((row) => row.id !== null) };
}

/** One of a participant's appointments; `stars` is the average of its rating, null without a rating. */
export interface OwnAppointmentRow {
  id: number;
  type: Slot['type'];
  /** Booked, missed or cancelled. */
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
  coming: boolean;
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
      sql<number | null>`CASE WHEN c.active THEN (
        SELECT i.id FROM introduction i WHERE i.person_id = a.coach_id AND ${sql.raw(hasShownPictureSql)}
      ) END`.as('coachPicture'),
      'c.teams_link as link',
      'a.moved_by_staff as movedByStaff',
      sql<string>`coalesce(a.booking_note, '')`.as('note'),
      sql<boolean>`a.coming_at IS NOT NULL`.as('coming'),
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

/** Filters for bookings: made in [from, till), and with the given coach, or with any coach if `coach` is null. */
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
    // Lists a moved booking only once, at its current time.
    .where('cancel_kind', 'is distinct from', 'rescheduled');
  return coach === null ? query : query.where('coach_id', '=', coach);
}

/** Returns the number of bookings that match the filters. */
export async function countBookings(db: Db, filters: BookingFilters): Promise<number> {
  const { count } = await selectBookings(db, filters)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Returns a page of the bookings that match the filters, newest first. Names are joined only to the rows of that page.
 */
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
    .innerJoin('coach as k', 'k.person_id', 'a.coach_id')
    .innerJoin('person as p', 'p.id', 'a.participant_id')
    .leftJoin('participant as q', 'q.person_id', 'a.participant_id')
    .leftJoin('location as l', 'l.id', 'q.location_id')
    .leftJoin('person as b', 'b.id', 'a.booked_by')
    .select([
      'a.id',
      sql<Date>`a.booked_at`.as('bookedAt'),
      sql<string>`coalesce(b.full_name, '')`.as('bookedBy'),
      sql<boolean>`a.booked_by IS NOT DISTINCT FROM a.participant_id`.as('selfBooked'),
      'p.full_name as participant',
      sql<number>`a.participant_id`.as('participantId'),
      sql<string>`coalesce(p.email, '')`.as('participantEmail'),
      sql<string>`coalesce(p.phone, '')`.as('participantPhoneNumber'),
      sql<string>`coalesce(l.label, '')`.as('participantLocation'),
      sql<string>`coalesce(q.qualification, '')`.as('participantQualification'),
      'c.full_name as coach',
      'a.coach_id as coachId',
      'k.teams_link as link',
      sql<string>`coalesce(a.booking_note, '')`.as('note'),
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      sql<Slot['type']>`t.label`.as('type'),
      sql<'G' | 'V' | 'K'>`a.status`.as('status'),
    ])
    .orderBy('a.booked_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
}
