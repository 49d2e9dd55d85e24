import { sql } from 'kysely';
import { activeParticipantCondition } from '../people/exports.ts';
import { now, catchViolation, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { zone } from '../../shared/berlin.ts';
import type { DeadlineFacts } from '../../shared/coaching.ts';
import { maxEntries, type Joiner } from './rules.ts';

/** A new entry: dates `yyyy-mm-dd`, times `HH:mm` or '' if any time is fine, weekdays in order. */
export interface NewEntry {
  coachId: number | null;
  fromDate: string;
  tillDate: string;
  weekdays: number[] | null;
  fromTime: string;
  tillTime: string;
  /** The booking that the participant wants to reschedule; null if they want a further booking. */
  bookingToReschedule: number | null;
}

/** SQL: the Berlin day of the clock. */
export const today = (clock: Clock) => sql<string>`(${now(clock)} AT TIME ZONE ${zone})::date`;

/** Whether the person is the participant of an appointment. */
export async function isOwnBooking(db: Db | Tx, appointment: number, person: number): Promise<boolean> {
  const row = await db
    .selectFrom('appointment')
    .select('id')
    .where('id', '=', appointment)
    .where('participant_id', '=', person)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an entry is the person's own, even if it has ended. */
export async function isOwnEntry(tx: Tx, entry: number, person: number): Promise<boolean> {
  const row = await tx
    .selectFrom('waiting_entry')
    .select('id')
    .where('id', '=', entry)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends the open entries of a participant if their last day has passed, so that they no longer count towards the limit.
 * The participant's row must be locked.
 */
export async function endPassedEntriesOf(tx: Tx, clock: Clock, person: number): Promise<void> {
  await tx
    .updateTable('waiting_entry')
    .set({ ended_at: sql`clock_timestamp()`, ended_by: 'passed', place: null })
    .where('person_id', '=', person)
    .where('ended_at', 'is', null)
    .where('till_date', '<', today(clock))
    .execute();
}

/**
 * Returns the id of a participant's open entry that is identical to a new entry; null if there is none. The row of the
 * participant must be locked.
 */
export async function findIdenticalEntry(tx: Tx, person: number, entry: NewEntry): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM waiting_entry
    WHERE person_id = ${person} AND ended_at IS NULL AND from_date = ${entry.fromDate} AND till_date = ${entry.tillDate}
      AND coach_id IS NOT DISTINCT FROM ${entry.coachId}::bigint
      AND weekdays IS NOT DISTINCT FROM ${entry.weekdays}::smallint[]
      AND from_time IS NOT DISTINCT FROM ${entry.fromTime || null}::time
      AND till_time IS NOT DISTINCT FROM ${entry.tillTime || null}::time
      AND instead_of IS NOT DISTINCT FROM ${entry.bookingToReschedule}::bigint
  `.execute(tx);
  return rows[0]?.id ?? null;
}

/** The facts that decide on joining, the booking to reschedule, and the database's time and Berlin day. */
export interface JoinerFacts extends Joiner {
  booking: (DeadlineFacts & { status: string }) | null;
  today: string;
  now: Date;
}

/**
 * Reads the facts about a participant who wants to wait for a coach, or for any coach if `coachId` is null. The
 * participant's row must be locked. `bookingToReschedule` is one of the participant's bookings, or null.
 */
export async function loadJoinerFacts(
  tx: Tx,
  clock: Clock,
  person: number,
  { coachId, bookingToReschedule }: Pick<NewEntry, 'coachId' | 'bookingToReschedule'>,
): Promise<JoinerFacts> {
  const { rows } = await sql<
    Omit<JoinerFacts, 'booking'> & { status: string | null; startsAt: Date | null; movedByStaff: boolean | null }
  >`
    SELECT ${sql.raw(activeParticipantCondition)} AS "isActive",
      (${coachId}::bigint IS NULL OR EXISTS (SELECT FROM coach c WHERE c.person_id = ${coachId} AND c.active))
        AS "isCoachActive",
      EXISTS (SELECT FROM document d WHERE d.participant_id = p.id AND NOT d.by_coach AND d.ending = 'docx')
        AS "hasEditableFile",
      (SELECT count(*) FROM appointment q WHERE q.participant_id = p.id AND q.quota_number IS NOT NULL)::int
        AS "quotaUsed",
      (SELECT count(*) FROM waiting_entry e WHERE e.person_id = p.id AND e.ended_at IS NULL)::int AS "openEntryCount",
      b.status, b.starts_at AS "startsAt", b.moved_by_staff AS "movedByStaff", ${today(clock)} AS today, ${now(clock)} AS now
    FROM person p LEFT JOIN appointment b ON b.id = ${bookingToReschedule} AND b.participant_id = p.id
    WHERE p.id = ${person}
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the locked participant does not exist');
  const { status, startsAt, movedByStaff, ...facts } = row;
  if (status === null || startsAt === null) return { ...facts, booking: null };
  return { ...facts, booking: { status, startsAt, movedByStaff: movedByStaff ?? false } };
}

/**
 * Adds an entry of a participant at the lowest free place number and returns the entry's id; returns 'tooMany' if the
 * participant has three open entries. The participant's row must be locked.
 */
export async function insertEntry(tx: Tx, person: number, entry: NewEntry): Promise<number | 'tooMany'> {
  let id = 0;
  const violation = await catchViolation(
    { waiting_entry_waits_or_ended: 'tooMany' as const, waiting_entry_place_once: 'tooMany' as const },
    async () => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO waiting_entry
          (person_id, coach_id, from_date, till_date, weekdays, from_time, till_time, instead_of, place)
        SELECT ${person}, ${entry.coachId}, ${entry.fromDate}, ${entry.tillDate}, ${entry.weekdays}::smallint[],
          ${entry.fromTime || null}::time, ${entry.tillTime || null}::time, ${entry.bookingToReschedule},
          (SELECT min(free) FROM generate_series(1, ${maxEntries}::int) free
            WHERE free NOT IN (SELECT place FROM waiting_entry WHERE person_id = ${person} AND place IS NOT NULL))
        RETURNING id
      `.execute(tx);
      id = rows[0]?.id ?? 0;
    },
  );
  return violation ?? id;
}

/**
 * Ends an entry because its person leaves the waiting list, or because staff take it off; returns false if it has
 * already ended.
 */
export async function endEntry(tx: Tx, entry: number, endedBy: 'left' | 'staff'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('waiting_entry')
    .set({ ended_at: sql`clock_timestamp()`, ended_by: endedBy, place: null })
    .where('id', '=', entry)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Declines the open offer to an entry. Locks the offered slot and returns its id; returns null if there is no open
 * offer. The row of the entry's participant must be locked.
 */
export async function declineOpenOffer(tx: Tx, clock: Clock, entry: number): Promise<number | null> {
  // Slots are always locked before their offers. Before this lock, nobody else can book the slot: it is held for the
  // participant, whose row is locked.
  const { rows } = await sql<{ id: number }>`
    SELECT o.id FROM waiting_offer o JOIN appointment a ON a.id = o.appointment_id
    WHERE o.entry_id = ${entry} AND o.outcome IS NULL FOR UPDATE OF a
  `.execute(tx);
  if (rows.length === 0) return null;
  const offers = await sql<{ slot: number }>`
    UPDATE waiting_offer SET outcome = 'declined'
    WHERE entry_id = ${entry} AND outcome IS NULL AND held_until > ${now(clock)} RETURNING appointment_id AS slot
  `.execute(tx);
  return offers.rows[0]?.slot ?? null;
}

/** An open entry as stored, with the slot that is held for it. */
export interface OwnEntryRow {
  waitingId: number;
  coach: string | null;
  coachId: number | null;
  /** Whether the entry names a coach who has become inactive. */
  coachInactive: boolean;
  fromDate: string;
  tillDate: string;
  weekdays: number[] | null;
  fromTime: string | null;
  tillTime: string | null;
  insteadOf: number | null;
  joinedAt: Date;
  /** The slot that is held for the entry. This field and the fields below are null if no slot is held. */
  slot: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  heldUntil: Date | null;
  slotCoach: string | null;
  slotCoachId: number | null;
}

/** A participant's open entries, oldest first. */
export async function listOwnEntries(db: Db, clock: Clock, person: number): Promise<OwnEntryRow[]> {
  const { rows } = await sql<OwnEntryRow>`
    SELECT e.id AS "waitingId", c.full_name AS coach, e.coach_id AS "coachId",
      coalesce(NOT k.active, false) AS "coachInactive", e.from_date AS "fromDate", e.till_date AS "tillDate",
      e.weekdays, to_char(e.from_time, 'HH24:MI') AS "fromTime",
      to_char(e.till_time, 'HH24:MI') AS "tillTime", e.instead_of AS "insteadOf", e.joined_at AS "joinedAt",
      o.appointment_id AS slot, o.starts_at AS "startsAt", o.ends_at AS "endsAt", o.held_until AS "heldUntil",
      b.full_name AS "slotCoach", b.id AS "slotCoachId"
    FROM waiting_entry e LEFT JOIN person c ON c.id = e.coach_id LEFT JOIN coach k ON k.person_id = e.coach_id
      LEFT JOIN waiting_offer o ON o.entry_id = e.id AND o.outcome IS NULL AND o.held_until > ${now(clock)}
      LEFT JOIN person b ON b.id = o.coach_id
    WHERE e.person_id = ${person} AND e.ended_at IS NULL AND e.till_date >= ${today(clock)}
    ORDER BY e.joined_at, e.id
  `.execute(db);
  return rows;
}
