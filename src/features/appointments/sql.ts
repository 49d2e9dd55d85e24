import { sql } from 'kysely';
import { makesOwn } from '../people/exports.ts';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { OverviewOrder } from './contract.ts';
import { type CoachingType, statuses } from '../../shared/coaching.ts';

/** Ids of the coaching types (reference 2.7). */
export const typeIds: Record<CoachingType, number> = { Einzelcoaching: 1, Speedcoaching: 2 };

/** An entry of the daily plan as it is stored. */
export interface PlanRow {
  id: number;
  status: 'G' | 'V';
  link: string;
  startsAt: Date;
  endsAt: Date;
  participant: number;
  coachId: number;
  coach: string;
  takeBackUntil: Date | null;
  fullName: string;
  phone: string;
  email: string;
  qualification: string;
  qualificationEnd: string | null;
  note: string;
}

/**
 * Booked and missed appointments that start in [from, till), of one coach or (null) of all, in order of start; `caller`
 * sees what they can take back.
 */
export function listPlan(
  db: Db,
  clock: Clock,
  caller: number,
  { from, till, coach }: { from: Date; till: Date; coach: number | null },
): Promise<PlanRow[]> {
  let query = db
    .selectFrom('appointment as a')
    .innerJoin('person as p', 'p.id', 'a.participant_id')
    .innerJoin('participant as t', 't.person_id', 'p.id')
    .innerJoin('coach as c', 'c.person_id', 'a.coach_id')
    .innerJoin('person as cp', 'cp.id', 'a.coach_id')
    .select([
      'a.id',
      'c.teams_link as link',
      sql<PlanRow['status']>`a.status`.as('status'),
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'p.id as participant',
      'a.coach_id as coachId',
      'cp.full_name as coach',
      takeBackUntil(clock, caller).as('takeBackUntil'),
      'p.full_name as fullName',
      'p.phone',
      sql<string>`coalesce(p.email, '')`.as('email'),
      't.qualification',
      't.qualification_end as qualificationEnd',
      sql<string>`coalesce(a.booking_note, '')`.as('note'),
    ])
    .where('a.status', 'in', ['G', 'V'])
    .where('a.starts_at', '>=', from)
    .where('a.starts_at', '<', till)
    .orderBy('a.starts_at')
    .orderBy('a.id');
  if (coach !== null) query = query.where('a.coach_id', '=', coach);
  return query.execute();
}

/** Upcoming booked appointments of participants, with any coach, in order of start. */
export async function listUpcoming(db: Db, clock: Clock, participants: number[]) {
  if (participants.length === 0) return [];
  return db
    .selectFrom('appointment as a')
    .innerJoin('person as c', 'c.id', 'a.coach_id')
    .select([
      'a.id',
      'a.participant_id as participant',
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'c.full_name as coach',
    ])
    .where('a.participant_id', 'in', participants)
    .where('a.status', '=', 'G')
    .where('a.starts_at', '>', now(clock))
    .orderBy('a.starts_at')
    .execute();
}

/**
 * Coaches by e-mail (lower case) with their calendars locked, in order of id: nobody adds a row to them until the
 * transaction ends, because a new row locks its coach; nor can one of them be deactivated meanwhile.
 */
export async function lockCalendars(tx: Tx, emails: string[]) {
  const rows = await tx
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select([
      'c.person_id as id',
      sql<string>`lower(p.email)`.as('email'),
      sql<boolean>`c.active AND p.role_id = 2 AND p.inactive_at IS NULL`.as('active'),
    ])
    .where(sql`lower(p.email)`, 'in', emails)
    .orderBy('c.person_id')
    .forUpdate('c')
    .execute();
  return new Map(rows.map((row) => [row.email, { id: row.id, active: row.active }]));
}

/** Live slots of coaches that touch [from, till], in order of start. */
export function listSlots(tx: Tx, coaches: number[], from: Date, till: Date) {
  return tx
    .selectFrom('appointment as a')
    .innerJoin('coaching_type as t', 't.id', 'a.type_id')
    .select(['a.coach_id as coach', 't.label as type', 'a.starts_at as start', 'a.ends_at as end'])
    .where('a.coach_id', 'in', coaches)
    .where('a.status', 'in', ['F', 'G', 'V'])
    .where('a.starts_at', '<=', till)
    .where('a.ends_at', '>=', from)
    .orderBy('a.starts_at')
    .execute();
}

/** The absences of coaches that touch [from, till], in order of start; milliseconds. */
export async function listAbsences(tx: Tx, coaches: number[], from: Date, till: Date) {
  const rows = await tx
    .selectFrom('absence')
    .select(['coach_id as coach', 'starts_at as start', 'ends_at as end'])
    .where('coach_id', 'in', coaches)
    .where('ended_at', 'is', null)
    .where('starts_at', '<=', till)
    .where('ends_at', '>=', from)
    .orderBy('starts_at')
    .execute();
  return rows.map(({ coach, start, end }) => ({ coach, start: start.getTime(), end: end.getTime() }));
}

/** A free slot to be created; `series` and `import` name what it comes with, if anything. */
export interface NewSlot {
  coach: number;
  typeId: number;
  series: number | null;
  import: number | null;
  start: Date;
  end: Date;
}

/**
 * Creates free appointments and answers their ids by coach and start (milliseconds), as `coach:start`; the constraint
 * refuses an overlap.
 */
export async function addSlots(tx: Tx, slots: readonly NewSlot[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; coach: number; start: Date }>`
    INSERT INTO appointment (coach_id, type_id, series_id, import_id, starts_at, ends_at)
    SELECT * FROM unnest(
      ${slots.map((s) => s.coach)}::bigint[],
      ${slots.map((s) => s.typeId)}::smallint[],
      ${slots.map((s) => s.series)}::bigint[],
      ${slots.map((s) => s.import)}::bigint[],
      ${slots.map((s) => s.start.toISOString())}::timestamptz[],
      ${slots.map((s) => s.end.toISOString())}::timestamptz[]
    )
    RETURNING id, coach_id AS coach, starts_at AS start
  `.execute(tx);
  return new Map(rows.map((row) => [`${row.coach}:${row.start.getTime()}`, row.id]));
}

/** Stores that somebody imports a calendar, and returns the import's id. */
export async function addImport(tx: Tx, by: number): Promise<number> {
  const { id } = await tx.insertInto('import').values({ imported_by: by }).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Locks an import; whether it was undone, null for an unknown one. */
export async function lockImport(tx: Tx, id: number): Promise<{ undone: boolean } | null> {
  const found = await tx
    .selectFrom('import')
    .select('undone_at as undoneAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found ? { undone: found.undoneAt !== null } : null;
}

/** Locks the free, booked and missed appointments of an import, in order of id; waits for bookings under way. */
export function lockImported(tx: Tx, id: number): Promise<{ id: number; status: string }[]> {
  return tx
    .selectFrom('appointment')
    .select(['id', 'status'])
    .where('import_id', '=', id)
    .where('status', 'in', ['F', 'G', 'V'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Deletes locked free appointments. */
export async function deleteSlots(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM appointment WHERE id = ANY (${ids}::bigint[])`.execute(tx);
}

/** Marks an import as undone. */
export async function markUndone(tx: Tx, clock: Clock, id: number): Promise<void> {
  await tx
    .updateTable('import')
    .set({ undone_at: now(clock) })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks a coach until the transaction ends: nobody deactivates them or adds to their calendar meanwhile. Null for an
 * unknown one. Two who add the same slot at once would otherwise each wait for the other's entry in the index: a
 * deadlock, again with each further try.
 */
export async function lockCoach(tx: Tx, id: number): Promise<{ active: boolean } | null> {
  const found = await tx
    .selectFrom('coach')
    .select('active')
    .where('person_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** The first day of a participant's qualification, `yyyy-mm-dd`; null where it is unknown. */
export async function readQualificationStart(tx: Tx, participant: number): Promise<string | null> {
  const found = await tx
    .selectFrom('participant')
    .select('qualification_start')
    .where('person_id', '=', participant)
    .executeTakeFirst();
  return found?.qualification_start ?? null;
}

/** An appointment to be created, free or booked by staff; `now` is the instant of the booking. */
export interface NewRow {
  coach: number;
  typeId: number;
  startsAt: Date;
  endsAt: Date;
  participant: number | null;
  by: number;
  now: Date;
  /** An admin records it later than a day after its end (reference 7.19). */
  recordedLate: boolean;
}

/** Creates an appointment and answers its id; constraints refuse overlaps. */
export async function addAppointment(tx: Tx, row: NewRow): Promise<number> {
  const booked = row.participant !== null;
  const { id } = await tx
    .insertInto('appointment')
    .values({
      coach_id: row.coach,
      type_id: row.typeId,
      starts_at: row.startsAt,
      ends_at: row.endsAt,
      status: booked ? 'G' : 'F',
      participant_id: row.participant,
      booked_at: booked ? row.now : null,
      booked_by: booked ? row.by : null,
      recorded_late_at: row.recordedLate ? row.now : null,
      recorded_late_by: row.recordedLate ? row.by : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Deletes a free appointment, of one coach or (null) of any, and answers whose it was and when; a booking at the same
 * time waits or is waited for.
 */
export async function deleteFree(
  tx: Tx,
  id: number,
  coach: number | null,
): Promise<{ coach: number; startsAt: Date } | 'notFree' | 'notFound'> {
  let query = tx
    .selectFrom('appointment')
    .select(['status', 'coach_id as coach', 'starts_at as startsAt'])
    .where('id', '=', id)
    .forUpdate();
  if (coach !== null) query = query.where('coach_id', '=', coach);
  const found = await query.executeTakeFirst();
  if (!found) return 'notFound';
  if (found.status !== statuses.free) return 'notFree';
  await tx.deleteFrom('appointment').where('id', '=', id).execute();
  return found;
}

/** The statuses of the overview and the filters that choose them. */
export const overviewStatuses = [
  { status: 'F', flag: 'free' },
  { status: 'G', flag: 'booked' },
  { status: 'V', flag: 'missed' },
] as const;

/** Appointments that start in [from, till), of some coaches and of one kind, or (null) of all. */
export interface Range {
  from: Date;
  till: Date;
  coaches: readonly number[] | null;
  type: CoachingType | null;
}

/** How many appointments of a range there are by status. */
export async function countByStatus(db: Db, { from, till, coaches, type }: Range) {
  // One pass without groups: a year of a large provider holds hundreds of thousands of rows.
  const having = (status: 'F' | 'G' | 'V') => sql<number>`(count(*) FILTER (WHERE status = ${sql.lit(status)}))::int`;
  let query = db
    .selectFrom('appointment')
    .select([having('G').as('booked'), having('F').as('free'), having('V').as('missed')])
    .where('starts_at', '>=', from)
    .where('starts_at', '<', till);
  if (coaches !== null) query = query.where('coach_id', 'in', coaches);
  if (type !== null) query = query.where('type_id', '=', typeIds[type]);
  return query.executeTakeFirstOrThrow();
}

/** What each order of the overview sorts by. People in German order; nobody comes last. */
const orders = {
  start: sql`a.starts_at, a.id`,
  latestStart: sql`a.starts_at DESC, a.id DESC`,
  coach: sql`c.last_name COLLATE "de-x-icu", c.first_name COLLATE "de-x-icu", c.id, a.starts_at, a.id`,
  participant: sql`p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id, a.starts_at, a.id`,
} as const satisfies Record<OverviewOrder, unknown>;

/** What narrows the overview and cuts its page; `limit` null takes all. */
export interface OverviewFilters extends Range {
  statuses: readonly ('F' | 'G' | 'V')[];
  order: OverviewOrder;
  limit: number | null;
  offset: number;
}

/**
 * Until when the caller can take a booking back: within an hour, and before it begins, what they booked directly in
 * their own calendar and its participant has not moved (reference 4.20); else null.
 */
function takeBackUntil(clock: Clock, caller: number) {
  const until = sql`LEAST(a.booked_at + interval '1 hour', a.starts_at)`;
  return sql<Date | null>`CASE WHEN a.status = 'G' AND a.coach_id = ${caller} AND a.booked_by = ${caller}
    AND NOT a.self_booked AND (a.moved_from IS NULL OR a.moved_by_staff) AND ${until} > ${now(clock)} THEN ${until} END`;
}

/** The e-mail addresses of all coaches, by id. */
export async function coachEmails(db: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select(['p.id', 'p.email'])
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email ?? '']));
}

/** A page of a range's appointments in the order asked for; `caller` sees what they can take back. */
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
      sql<'F' | 'G' | 'V'>`a.status`.as('status'),
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      sql<boolean>`a.type_id = 2`.as('isSpeedcoaching'),
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
      takeBackUntil(clock, caller).as('takeBackUntil'),
      sql<boolean>`EXISTS (
        SELECT FROM waiting_offer h
        WHERE h.appointment_id = a.id AND h.outcome IS NULL AND h.held_until > ${now(clock)}
      )`.as('reserved'),
    ])
    .where('a.status', 'in', filters.statuses)
    .where('a.starts_at', '>=', filters.from)
    .where('a.starts_at', '<', filters.till)
    .orderBy(orders[filters.order])
    .offset(filters.offset);
  if (filters.coaches !== null) query = query.where('a.coach_id', 'in', filters.coaches);
  if (filters.type !== null) query = query.where('a.type_id', '=', typeIds[filters.type]);
  if (filters.limit !== null) query = query.limit(filters.limit);
  return query.execute();
}

/**
 * For how many people a coach has booked in the last 24 hours who are none of the coach's own otherwise, including
 * bookings that were taken back; and whether the alarm about it was logged in that time.
 */
export async function countNewPeople(
  tx: Tx,
  clock: Clock,
  coach: number,
): Promise<{ people: number; logged: boolean }> {
  const { rows } = await sql<{ people: number; logged: boolean }>`
    WITH day AS MATERIALIZED (SELECT ${now(clock)} - interval '24 hours' AS since)
    SELECT count(DISTINCT b.participant_id)::int AS people, EXISTS (
      -- As a subquery the clock is read once and bounds the index; the log keeps the time of the database.
      SELECT FROM audit WHERE actor_id = ${coach} AND action = 'metMany'
        AND at > (SELECT clock_timestamp() - interval '24 hours')
    ) AS logged
    FROM day JOIN appointment b ON b.coach_id = ${coach} AND b.booked_by = ${coach} AND b.booked_at > day.since
    WHERE NOT EXISTS (
      SELECT FROM appointment a WHERE a.coach_id = ${coach} AND a.participant_id = b.participant_id
        AND (a.booked_by IS DISTINCT FROM ${coach} OR a.booked_at <= day.since) AND ${makesOwn}
    )
  `.execute(tx);
  return rows[0] ?? { people: 0, logged: false };
}
