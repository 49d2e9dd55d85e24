import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { type CoachingType, statuses } from '../../shared/coaching.ts';
import { roles } from '../../shared/roles.ts';

/**
 * SQL: whether it is known that the participant of an appointment `a` was there, because the coach has said so, or the
 * participant has rated it.
 */
export const attendedSql = sql<boolean>`(
  a.attended_at IS NOT NULL OR EXISTS (SELECT FROM rating r WHERE r.appointment_id = a.id)
)`;

/** The ids of the coaching types (reference 2.7). */
export const typeIds: Record<CoachingType, number> = { Einzelcoaching: 1, Speedcoaching: 2 };

/**
 * Locks coaches in order of id and returns them by e-mail (lower case). Until the transaction ends, none of them can be
 * deactivated, and nothing is added to their calendars, because a new appointment locks its coach.
 */
export async function lockCoachesByEmail(tx: Tx, emails: string[]) {
  const rows = await tx
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select([
      'c.person_id as id',
      sql<string>`lower(p.email)`.as('email'),
      sql<boolean>`c.active AND p.role_id = ${sql.lit(roles.coach.value)} AND p.inactive_at IS NULL`.as('active'),
    ])
    .where(sql`lower(p.email)`, 'in', emails)
    .orderBy('c.person_id')
    .forUpdate('c')
    .execute();
  return new Map(rows.map((row) => [row.email, { id: row.id, active: row.active }]));
}

/** Returns free, booked and missed slots of coaches that touch [from, till], in order of start. */
export function listSlots(tx: Tx, coaches: number[], from: Date, till: Date) {
  // The index of overlaps bounds both the start and the end. It leaves out the end of a slot, so the range begins earlier.
  const overlaps = sql<boolean>`
    tstzrange(a.starts_at, a.ends_at) && tstzrange(${new Date(from.getTime() - 1)}, ${till}, '[]')
  `;
  return tx
    .selectFrom('appointment as a')
    .innerJoin('coaching_type as t', 't.id', 'a.type_id')
    .select(['a.coach_id as coach', 't.label as type', 'a.starts_at as start', 'a.ends_at as end'])
    .where('a.coach_id', 'in', coaches)
    .where('a.status', 'in', ['F', 'G', 'V'])
    .where(overlaps)
    .where('a.ends_at', '>=', from)
    .orderBy('a.starts_at')
    .execute();
}

/** Returns the absences of coaches that touch [from, till], in order of start; instants in milliseconds. */
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

/** A free slot to be created; `series` and `import` are the ids of the series or import to which it belongs. */
export interface NewFreeSlot {
  coach: number;
  typeId: number;
  series: number | null;
  import: number | null;
  start: Date;
  end: Date;
}

/**
 * Creates free appointments and returns their ids by the key `coach:start` (start in milliseconds). A constraint
 * refuses overlaps.
 */
export async function insertFreeSlots(tx: Tx, slots: readonly NewFreeSlot[]): Promise<Map<string, number>> {
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

/** Deletes free appointments that the transaction has locked. */
export async function deleteSlots(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM appointment WHERE id = ANY (${ids}::bigint[])`.execute(tx);
}

/**
 * Locks a coach, so that until the transaction ends they are not deactivated and nothing is added to their calendar.
 * Returns null for an unknown id. Without the lock, two transactions that add the same slot at the same time would each
 * wait for the other's index entry: a deadlock, which each retry would repeat.
 */
export async function lockCoach(tx: Tx, id: number): Promise<{ active: boolean } | null> {
  const row = await tx
    .selectFrom('coach')
    .select('active')
    .where('person_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the first day of a participant's qualification, `yyyy-mm-dd`; null if it is unknown. */
export async function selectQualificationStart(tx: Tx, participant: number): Promise<string | null> {
  const row = await tx
    .selectFrom('participant')
    .select('qualification_start')
    .where('person_id', '=', participant)
    .executeTakeFirst();
  return row?.qualification_start ?? null;
}

/** An appointment to be created, free or booked by staff; `now` is the time of the booking. */
export interface NewAppointmentRow {
  coach: number;
  typeId: number;
  startsAt: Date;
  endsAt: Date;
  participant: number | null;
  by: number;
  now: Date;
  /** Whether an admin records it more than a day after its end (reference 7.19). */
  recordedLate: boolean;
}

/** Creates an appointment and returns its id; constraints refuse overlaps. */
export async function insertAppointment(tx: Tx, row: NewAppointmentRow): Promise<number> {
  const isBooked = row.participant !== null;
  const { id } = await tx
    .insertInto('appointment')
    .values({
      coach_id: row.coach,
      type_id: row.typeId,
      starts_at: row.startsAt,
      ends_at: row.endsAt,
      status: isBooked ? 'G' : 'F',
      participant_id: row.participant,
      booked_at: isBooked ? row.now : null,
      booked_by: isBooked ? row.by : null,
      recorded_late_at: row.recordedLate ? row.now : null,
      recorded_late_by: row.recordedLate ? row.by : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Deletes a free appointment and returns its coach and start, or returns why it cannot be deleted. `coach` is the coach
 * to whom it must belong, or null for any coach. The deletion and a concurrent booking wait for each other.
 */
export async function deleteFreeAppointment(
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
  const row = await query.executeTakeFirst();
  if (!row) return 'notFound';
  if (row.status !== statuses.free) return 'notFree';
  await tx.deleteFrom('appointment').where('id', '=', id).execute();
  return row;
}
