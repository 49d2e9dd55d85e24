import { sql } from 'kysely';
import { now, type Clock, type Db } from '../../platform/database/db.ts';
import type { CoachingType } from '../../shared/coaching.ts';
import type { OverviewOrder } from './contract.ts';
import { attendedSql, typeIds } from './sql.ts';

/** The statuses of the overview and the filters that choose them. */
export const overviewStatuses = [
  { status: 'F', flag: 'free' },
  { status: 'G', flag: 'booked' },
  { status: 'V', flag: 'missed' },
] as const;
type Status = (typeof overviewStatuses)[number]['status'];

/**
 * Filters for appointments that start in [from, till), of the given coaches and of one type; null means all.
 * `omitsUnused` leaves out free Einzelcoachings that have begun.
 */
export interface OverviewRange {
  from: Date;
  till: Date;
  coaches: readonly number[] | null;
  type: CoachingType | null;
  omitsUnused: boolean;
}

/** Returns the SQL condition that an appointment is not a free Einzelcoaching that has begun. */
const isNotUnused = (clock: Clock) =>
  sql<boolean>`NOT (a.status = 'F' AND a.type_id = ${sql.lit(typeIds.Einzelcoaching)} AND a.starts_at <= ${now(clock)})`;

/**
 * Returns the number of appointments of a range by status, and how many of those with one of `statuses` have begun
 * (`begun`).
 */
export async function countByStatus(
  db: Db,
  clock: Clock,
  { from, till, coaches, type, omitsUnused }: OverviewRange,
  statuses: readonly Status[],
) {
  // One pass without grouping, because a year of a large provider has hundreds of thousands of rows.
  const countOf = (status: Status) => sql<number>`(count(*) FILTER (WHERE status = ${sql.lit(status)}))::int`;
  const begun = sql<number>`(count(*) FILTER (WHERE status = ANY(${statuses}) AND starts_at <= ${now(clock)}))::int`;
  let query = db
    .selectFrom('appointment as a')
    .select([countOf('G').as('booked'), countOf('F').as('free'), countOf('V').as('missed'), begun.as('begun')])
    .where('starts_at', '>=', from)
    .where('starts_at', '<', till);
  if (coaches !== null) query = query.where('coach_id', 'in', coaches);
  if (type !== null) query = query.where('type_id', '=', typeIds[type]);
  if (omitsUnused) query = query.where(isNotUnused(clock));
  return query.executeTakeFirstOrThrow();
}

/** The columns of each sort order. Names sort in German order, appointments without a participant last. */
const sortColumns = {
  start: sql`a.starts_at, a.id`,
  latestStart: sql`a.starts_at DESC, a.id DESC`,
  coach: sql`c.last_name COLLATE "de-x-icu", c.first_name COLLATE "de-x-icu", c.id, a.starts_at, a.id`,
  participant: sql`p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id, a.starts_at, a.id`,
} as const satisfies Record<OverviewOrder, unknown>;

/** The filters of the overview, its order and its page; `limit` null means all rows. */
export interface OverviewFilters extends OverviewRange {
  statuses: readonly Status[];
  order: OverviewOrder;
  limit: number | null;
  offset: number;
}

/**
 * Returns SQL for the instant until which the caller can undo the booking of an appointment `a` (reference 4.20): an
 * hour after the booking, or the start if that is earlier. Null unless the caller booked it directly in their own
 * calendar and the participant has not moved it.
 */
export function undoableUntilSql(clock: Clock, caller: number) {
  const deadline = sql`LEAST(a.booked_at + interval '1 hour', a.starts_at)`;
  return sql<Date | null>`CASE WHEN a.status = 'G' AND a.coach_id = ${caller} AND a.booked_by = ${caller}
    AND NOT a.self_booked AND (a.moved_from IS NULL OR a.moved_by_staff) AND ${deadline} > ${now(clock)}
    THEN ${deadline} END`;
}

/** Returns the e-mail addresses of all coaches by id. */
export async function selectCoachEmails(db: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select(['p.id', 'p.email'])
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email ?? '']));
}

/**
 * Returns a page of appointments in the requested order. `takeBackUntil` is the instant until which `caller` can undo
 * the booking.
 */
export function listOverview(db: Db, clock: Clock, caller: number, filters: OverviewFilters) {
  let query = db
    .selectFrom('appointment as a')
    .innerJoin('person as c', 'c.id', 'a.coach_id')
    .innerJoin('coach as k', 'k.person_id', 'a.coach_id')
    .leftJoin('person as p', 'p.id', 'a.participant_id')
    .leftJoin('participant as t', 't.person_id', 'a.participant_id')
    .leftJoin('location as l', 'l.id', 't.location_id')
    .select([
      'a.id',
      sql<Status>`a.status`.as('status'),
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      sql<boolean>`a.type_id = ${sql.lit(typeIds.Speedcoaching)}`.as('isSpeedcoaching'),
      sql<string>`coalesce(p.full_name, '')`.as('participantFullName'),
      sql<string>`coalesce(p.phone, '')`.as('participantPhoneNumber'),
      sql<string>`coalesce(p.email, '')`.as('participantEmail'),
      sql<string>`coalesce(l.label, '')`.as('participantLocation'),
      sql<string>`coalesce(t.qualification, '')`.as('participantQualification'),
      'a.coach_id as coachId',
      'c.full_name as coachFullName',
      'a.participant_id as participantId',
      'k.teams_link as link',
      sql<string>`coalesce(a.booking_note, '')`.as('note'),
      attendedSql.as('attended'),
      undoableUntilSql(clock, caller).as('takeBackUntil'),
      sql<Date | null>`(
        SELECT max(h.held_until) FROM waiting_offer h
        WHERE h.appointment_id = a.id AND h.outcome IS NULL AND h.held_until > ${now(clock)}
      )`.as('heldUntil'),
    ])
    .where('a.status', 'in', filters.statuses)
    .where('a.starts_at', '>=', filters.from)
    .where('a.starts_at', '<', filters.till)
    .orderBy(sortColumns[filters.order])
    .offset(filters.offset);
  if (filters.coaches !== null) query = query.where('a.coach_id', 'in', filters.coaches);
  if (filters.type !== null) query = query.where('a.type_id', '=', typeIds[filters.type]);
  if (filters.omitsUnused) query = query.where(isNotUnused(clock));
  if (filters.limit !== null) query = query.limit(filters.limit);
  return query.execute();
}
