import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { instantsOfDays } from '../../shared/berlin.ts';
import type { AbsenceKind, Interval } from './rules.ts';

/** Returns a coach's absences that overlap an interval and have not been ended or undone. */
export function listOverlapping(tx: Tx, coach: number, { startsAt, endsAt }: Interval) {
  return tx
    .selectFrom('absence')
    .select(['id', 'starts_at as startsAt', 'ends_at as endsAt', 'planned_at as plannedAt'])
    .where('coach_id', '=', coach)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`tstzrange(starts_at, ends_at) && tstzrange(${startsAt}, ${endsAt})`)
    .execute();
}

/** A booking that has not begun. */
export interface BookedRow extends Interval {
  id: number;
  participant: number;
  participantName: string;
  phone: string;
  quotaNumber: number | null;
}

/** The appointments in an absence: the ids of the free ones, and the bookings, both in order of their start. */
export interface AffectedAppointments {
  freeIds: number[];
  /** How many of the free ones are Speedcoachings. */
  speedcoachingCount: number;
  bookings: BookedRow[];
}

/** Returns a coach's free and booked appointments that overlap an absence and start after `at`. */
export async function listAffected(
  tx: Tx,
  coach: number,
  { startsAt, endsAt }: Interval,
  at: Date,
): Promise<AffectedAppointments> {
  const rows = await tx
    .selectFrom('appointment as a')
    .leftJoin('person as p', 'p.id', 'a.participant_id')
    .select([
      'a.id',
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'a.participant_id as participant',
      'a.quota_number as quotaNumber',
      sql<boolean>`a.type_id = 2`.as('isSpeedcoaching'),
      sql<string>`coalesce(p.full_name, '')`.as('participantName'),
      sql<string>`coalesce(p.phone, '')`.as('phone'),
    ])
    .where('a.coach_id', '=', coach)
    .where('a.status', 'in', ['F', 'G'])
    .where('a.starts_at', '>', at)
    .where('a.starts_at', '<', endsAt)
    .where('a.ends_at', '>', startsAt)
    .orderBy('a.starts_at')
    .execute();
  return {
    freeIds: rows.flatMap(({ id, participant }) => (participant === null ? id : [])),
    speedcoachingCount: rows.filter(({ isSpeedcoaching }) => isSpeedcoaching).length,
    bookings: rows.flatMap(({ participant, ...row }) => (participant === null ? [] : { ...row, participant })),
  };
}

/** A colleague's free slot at exactly the time of a booking. */
export interface ColleagueSlot extends Interval {
  bookingId: number;
  slotId: number;
  /** The colleague. */
  coachId: number;
  coach: string;
}

/**
 * Returns other coaches' free Einzelcoachings at exactly the times of the bookings, in the order of the coaches' names.
 * Omits slots that are held for a participant on the waiting list.
 */
export async function listColleagueSlots(tx: Tx, clock: Clock, bookings: readonly number[]): Promise<ColleagueSlot[]> {
  const { rows } = await sql<ColleagueSlot>`
    SELECT booking.id AS "bookingId", slot.id AS "slotId", slot.coach_id AS "coachId", p.full_name AS coach,
      slot.starts_at AS "startsAt", slot.ends_at AS "endsAt"
    FROM appointment booking
      JOIN appointment slot ON slot.status = 'F' AND slot.type_id = 1 AND slot.coach_id <> booking.coach_id
        AND slot.starts_at = booking.starts_at AND slot.ends_at = booking.ends_at
      JOIN person p ON p.id = slot.coach_id
    WHERE booking.id = ANY (${bookings}::bigint[]) AND NOT EXISTS (
      SELECT FROM waiting_offer h WHERE h.appointment_id = slot.id AND h.outcome IS NULL
        AND h.held_until > ${now(clock)}
    )
    ORDER BY p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id
  `.execute(tx);
  return rows;
}

/**
 * Locks coaches in order of id. Creating an appointment also locks its coach, so nobody can add an appointment to these
 * calendars until the transaction ends.
 */
export async function lockCoaches(tx: Tx, coaches: readonly number[]): Promise<void> {
  await tx
    .selectFrom('coach')
    .select('person_id')
    .where('person_id', 'in', [...coaches])
    .orderBy('person_id')
    .forUpdate()
    .execute();
}

/** Locks appointments in order of id. */
export async function lockAppointments(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`SELECT FROM appointment WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
}

/** A free slot that an absence has deleted. */
export interface DeletedSlot extends Interval {
  typeId: number;
  seriesId: number | null;
  importId: number | null;
}

/** Deletes locked free slots and returns them. If a slot was held for a participant, the database queues a mail. */
export async function deleteFreeSlots(tx: Tx, ids: readonly number[]): Promise<DeletedSlot[]> {
  const { rows } = await sql<DeletedSlot>`
    DELETE FROM appointment WHERE id = ANY (${ids}::bigint[]) AND status = 'F'
    RETURNING type_id AS "typeId", series_id AS "seriesId", import_id AS "importId", starts_at AS "startsAt",
      ends_at AS "endsAt"
  `.execute(tx);
  return rows;
}

/** Cancels locked bookings as goodwill and frees their quota numbers. Creates no free slots in their place. */
export async function cancelBookings(tx: Tx, ids: readonly number[], actor: number, at: Date): Promise<void> {
  await sql`
    UPDATE appointment
    SET status = 'K', quota_number = NULL, cancel_kind = 'goodwill', cancelled_at = ${at}, cancelled_by = ${actor}
    WHERE id = ANY (${ids}::bigint[]) AND status = 'G'
  `.execute(tx);
}

/** A new absence. */
export interface NewAbsence extends Interval {
  coach: number;
  kind: AbsenceKind;
  plannedAt: Date;
}

/** Stores an absence and returns its id. Constraints refuse an overlap with another absence or an appointment. */
export async function insertAbsence(tx: Tx, { coach, startsAt, endsAt, kind, plannedAt }: NewAbsence): Promise<number> {
  const { id } = await tx
    .insertInto('absence')
    .values({ coach_id: coach, starts_at: startsAt, ends_at: endsAt, kind, planned_at: plannedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A booking that an absence has cancelled or handed over to a colleague. */
export interface ChangedBooking {
  appointment: number;
  /** The colleague's slot; null if the booking was cancelled. */
  movedTo: number | null;
  /** The quota number that the booking had. */
  quotaNumber: number | null;
}

/** Stores the changes that an absence has made, so that it can be undone. */
export async function insertChanges(
  tx: Tx,
  absence: number,
  bookings: readonly ChangedBooking[],
  slots: readonly DeletedSlot[],
): Promise<void> {
  await sql`
    INSERT INTO absence_change
      (absence_id, appointment_id, moved_to, quota_number, type_id, series_id, import_id, starts_at, ends_at)
    SELECT ${absence}, c.* FROM json_to_recordset(${JSON.stringify([...bookings, ...slots])}) AS c (
      appointment bigint, "movedTo" bigint, "quotaNumber" smallint,
      "typeId" smallint, "seriesId" bigint, "importId" bigint, "startsAt" timestamptz, "endsAt" timestamptz
    )
  `.execute(tx);
}

/** A stored absence, with the current time as `now`. */
export interface AbsenceRow extends Interval {
  absenceId: number;
  coachId: number;
  coach: string;
  kind: AbsenceKind | null;
  plannedAt: Date;
  now: Date;
}

/**
 * Returns the absences that overlap a range of days, in order of their start: those of one coach, or of all coaches if
 * `coach` is null.
 */
export async function listAbsences(
  db: Db,
  clock: Clock,
  { fromDate, tillDate, coach }: { fromDate: string; tillDate: string; coach: number | null },
): Promise<AbsenceRow[]> {
  const { from, till } = instantsOfDays(fromDate, tillDate);
  const { rows } = await sql<AbsenceRow>`
    SELECT b.id AS "absenceId", b.coach_id AS "coachId", p.full_name AS coach, b.kind, b.starts_at AS "startsAt",
      b.ends_at AS "endsAt", b.planned_at AS "plannedAt", ${now(clock)} AS now
    FROM absence b JOIN person p ON p.id = b.coach_id
    WHERE b.ended_at IS NULL AND b.ends_at > ${from} AND b.starts_at < ${till}
      AND (${coach}::bigint IS NULL OR b.coach_id = ${coach})
    ORDER BY b.starts_at, p.last_name COLLATE "de-x-icu", b.id
  `.execute(db);
  return rows;
}

/** Returns the coach of an absence, which may have been ended or undone, or null for an unknown id. */
export async function findAbsentCoach(db: Db | Tx, absence: number): Promise<number | null> {
  const row = await db.selectFrom('absence').select('coach_id as coach').where('id', '=', absence).executeTakeFirst();
  return row?.coach ?? null;
}

/** Ends an absence and removes its kind; returns false if it was already ended or undone. */
export async function endAbsence(tx: Tx, clock: Clock, absence: number, endedBy: 'undone' | 'ended'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('absence')
    .set({ ended_at: now(clock), ended_by: endedBy, kind: null })
    .where('id', '=', absence)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether all of these people are coaches. */
export async function areCoaches(db: Db, ids: readonly number[]): Promise<boolean> {
  const uniqueIds = new Set(ids);
  if (uniqueIds.size === 0) return true;
  const rows = await db
    .selectFrom('coach')
    .select('person_id')
    .where('person_id', 'in', [...uniqueIds])
    .execute();
  return rows.length === uniqueIds.size;
}

/** Removes the kinds of absences a year after their end (reference 14.1). */
export async function removeOldKinds(db: Db, clock: Clock): Promise<void> {
  await sql`
    UPDATE absence SET kind = NULL WHERE kind IS NOT NULL AND ends_at <= ${now(clock)} - interval '12 months'
  `.execute(db);
}

/** Deletes the stored changes of absences that were planned at least a day ago, which can no longer be undone. */
export async function deleteOldChanges(db: Db, clock: Clock): Promise<void> {
  await sql`
    DELETE FROM absence_change USING absence
    WHERE absence.id = absence_id AND planned_at <= ${now(clock)} - interval '1 day'
  `.execute(db);
}

/** Deletes absences a month after they were undone or ended. */
export async function deleteEndedAbsences(db: Db, clock: Clock): Promise<void> {
  await sql`DELETE FROM absence WHERE ended_at <= ${now(clock)} - interval '1 month'`.execute(db);
}
