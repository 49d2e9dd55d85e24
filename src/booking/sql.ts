import { sql } from 'kysely';
import { now, refusedBy, type Clock, type Tx } from '../server/db.ts';
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

/** How a booking ends: `byParticipant` with an optional reason, or by an admin. */
export interface Cancellation {
  kind: 'byParticipant' | 'byAdmin' | 'goodwill';
  by: number;
  reason?: string;
  at: Date;
}

/** Turns a booking into K; its quota number is free again. */
export async function cancel(tx: Tx, appointment: number, { kind, by, reason, at }: Cancellation): Promise<void> {
  await tx
    .updateTable('appointment')
    .set({
      status: 'K',
      quota_number: null,
      cancel_kind: kind,
      cancel_reason: reason || null,
      cancelled_at: at,
      cancelled_by: by,
    })
    .where('id', '=', appointment)
    .execute();
}

/** Opens the stretch of a cancelled booking again as a fresh free row (contract §6). */
export async function release(tx: Tx, appointment: number): Promise<void> {
  await tx
    .insertInto('appointment')
    .columns(['coach_id', 'type_id', 'starts_at', 'ends_at'])
    .expression((e) =>
      e.selectFrom('appointment').select(['coach_id', 'type_id', 'starts_at', 'ends_at']).where('id', '=', appointment),
    )
    .execute();
}
