import { sql } from 'kysely';
import { now, type Clock, type Db } from '../server/db.ts';
import type { Slot } from './rules.ts';

/** A row of the list of what can be booked. */
export interface FreeRow {
  id: number;
  type: Slot['type'];
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

/** Quota numbers held by a participant's bookings: how many of the three are used. */
export async function countUsed(db: Db, participant: number): Promise<number> {
  const found = await db
    .selectFrom('appointment')
    .select((e) => e.fn.countAll<number>().as('used'))
    .where('participant_id', '=', participant)
    .where('quota_number', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(found.used);
}

/**
 * Free Einzelcoachings until their start and Speedcoachings until their end, ordered by start, then coach in German
 * order. `onlySpeed` leaves the Einzelcoachings out; `limit` null takes all.
 */
export async function listFree(
  db: Db,
  clock: Clock,
  { onlySpeed, limit, after }: { onlySpeed: boolean; limit: number | null; after: After | null },
): Promise<FreeRow[]> {
  const coach = sql<string>`p.full_name COLLATE "de-x-icu"`;
  let query = db
    .selectFrom('appointment as a')
    .innerJoin('coach as c', 'c.person_id', 'a.coach_id')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .innerJoin('coaching_type as t', 't.id', 'a.type_id')
    .select([
      'a.id',
      sql<Slot['type']>`t.label`.as('type'),
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      coach.as('coach'),
      'c.teams_link as link',
    ])
    .where('a.status', '=', 'F')
    .where('c.active', '=', true)
    .where(sql<boolean>`CASE a.type_id WHEN 2 THEN a.ends_at ELSE a.starts_at END > ${now(clock)}`)
    // A Speedcoaching that runs lies at most a day back; the index on the start needs a bound it can use. The clock is
    // volatile: as a subquery it is read once, else past free rows would all be looked at.
    .where(sql<boolean>`a.starts_at > (SELECT ${now(clock)} - interval '1 day')`)
    .orderBy('a.starts_at')
    .orderBy(coach)
    .orderBy('a.id');
  if (onlySpeed) query = query.where('a.type_id', '=', 2);
  if (after)
    query = query.where(
      sql<boolean>`(a.starts_at, ${coach}, a.id) > (${after.startsAt}::timestamptz, ${after.coach}, ${after.id})`,
    );
  if (limit !== null) query = query.limit(limit);
  return query.execute();
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
