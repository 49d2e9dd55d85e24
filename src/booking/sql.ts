import { sql } from 'kysely';
import { now, refusedBy, type Clock, type Db, type Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import type { Booker, OwnBooking, Slot } from './rules.ts';

/** Everything a booking is decided from, read under the locks of participant and slot, with the clock read last. */
export interface BookingFacts {
  slot: Slot;
  booker: Booker;
  coach: number;
  now: Date;
}

/** Locks a slot and reads the facts of its booking by a participant whose lock is held; null for an unknown id. */
export async function lockSlot(tx: Tx, app: App, slot: number, participant: number): Promise<BookingFacts | null> {
  const { rows } = await sql<{
    coach: number;
    type: Slot['type'];
    status: string;
    participant: number | null;
    startsAt: Date;
    now: Date;
    active: boolean;
    hasEditableFile: boolean;
    quotaNumbers: number[];
    busy: boolean;
  }>`
    WITH slot AS MATERIALIZED (SELECT * FROM appointment WHERE id = ${slot} ${app.locks ? sql`FOR UPDATE` : sql``})
    SELECT slot.coach_id AS coach, t.label AS type, slot.status, slot.participant_id AS participant,
      slot.starts_at AS "startsAt", ${now(app.clock)} AS now,
      p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL AND p.role_id IS DISTINCT FROM 2 AS active,
      EXISTS (SELECT FROM document d WHERE d.participant_id = p.id AND NOT d.by_coach AND d.ending = 'docx')
        AS "hasEditableFile",
      ARRAY(SELECT a.quota_number FROM appointment a WHERE a.participant_id = p.id AND a.quota_number IS NOT NULL)
        AS "quotaNumbers",
      EXISTS (
        SELECT FROM appointment a
        WHERE a.participant_id = p.id AND a.status = 'G'
          AND a.starts_at < slot.ends_at AND slot.starts_at < a.ends_at
      ) AS busy
    FROM slot JOIN coaching_type t ON t.id = slot.type_id JOIN person p ON p.id = ${participant}
  `.execute(tx);
  const row = rows[0];
  if (!row) return null;
  const { coach, type, status, startsAt, active, hasEditableFile, quotaNumbers, busy } = row;
  return {
    slot: { type, status, participant: row.participant, startsAt },
    booker: { id: participant, active, hasEditableFile, quotaNumbers, busy },
    coach,
    now: row.now,
  };
}

/** Gives a locked free slot to a participant; the constraints refuse what the rule could not see. */
export function takeSlot(tx: Tx, slot: number, participant: number, quotaNumber: number, at: Date) {
  return refusedBy(
    { appointment_quota_once: 'limitReached' as const, appointment_participant_overlap: 'overlap' as const },
    () =>
      tx
        .updateTable('appointment')
        .set({
          status: 'G',
          participant_id: participant,
          self_booked: true,
          quota_number: quotaNumber,
          booked_at: at,
          booked_by: participant,
        })
        .where('id', '=', slot)
        .execute(),
  );
}

/** Locks one's own appointment; null for an unknown id or somebody else's. The clock is read behind the lock. */
export async function lockOwnBooking(
  tx: Tx,
  clock: Clock,
  appointment: number,
  participant: number,
): Promise<(OwnBooking & { coach: number; now: Date }) | null> {
  const { rows } = await sql<OwnBooking & { coach: number; now: Date }>`
    WITH own AS MATERIALIZED (
      SELECT * FROM appointment WHERE id = ${appointment} AND participant_id = ${participant} FOR UPDATE
    )
    SELECT status, starts_at AS "startsAt", coach_id AS coach, ${now(clock)} AS now,
      cancel_kind IS NOT DISTINCT FROM 'byParticipant' AS "cancelledBySelf"
    FROM own
  `.execute(tx);
  return rows[0] ?? null;
}

/** Turns a booking into K and opens the same stretch again as a fresh free row (contract §6). */
export async function cancelAndRelease(tx: Tx, appointment: number, by: number, reason: string, at: Date) {
  await tx
    .updateTable('appointment')
    .set({
      status: 'K',
      quota_number: null,
      cancel_kind: 'byParticipant',
      cancel_reason: reason || null,
      cancelled_at: at,
      cancelled_by: by,
    })
    .where('id', '=', appointment)
    .execute();
  await tx
    .insertInto('appointment')
    .columns(['coach_id', 'type_id', 'starts_at', 'ends_at'])
    .expression((e) =>
      e.selectFrom('appointment').select(['coach_id', 'type_id', 'starts_at', 'ends_at']).where('id', '=', appointment),
    )
    .execute();
}

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
  const coach = sql<string>`(p.first_name || ' ' || p.last_name) COLLATE "de-x-icu"`;
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
      sql<string>`p.first_name || ' ' || p.last_name`.as('coach'),
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
