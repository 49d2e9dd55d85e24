import { sql } from 'kysely';
import { auditing } from '../server/audit.ts';
import { now, nowShifted, refusedBy, type Clock, type Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import { prepare, prepareLast } from '../server/prepared.ts';
import { queueing } from '../mail/outbox.ts';
import type { Booker, OwnBooking, Slot } from './rules.ts';

/** Everything a booking is decided from, read under the locks of participant and slot, with the clock read last. */
export interface BookingFacts {
  slot: Slot;
  booker: Booker;
  coach: number;
  now: Date;
}

const lock = prepare<Slot & Omit<Booker, 'id'> & { coach: number; now: Date; type: Slot['type'] | null }>(
  'booking.lock',
  `SELECT f.*, ${nowShifted('$4')} AS now FROM lock_booking($1, $2, $3) f`,
);

/** Locks a participant, then a slot, and reads the facts of the booking. */
export async function lockBooking(
  tx: Tx,
  { clock, locks }: App,
  participant: number,
  slot: number,
): Promise<BookingFacts | 'noProfile' | 'noSlot'> {
  const [row] = await lock(tx, participant, slot, locks, clock.shiftMs);
  if (!row) return 'noProfile';
  if (row.type === null) return 'noSlot';
  const { type, status, startsAt, active, hasEditableFile, quotaNumbers, busy, coach, now } = row;
  return {
    slot: { type, status, participant: row.participant, startsAt },
    booker: { id: participant, active, hasEditableFile, quotaNumbers, busy },
    coach,
    now,
  };
}

const take = prepareLast(
  'booking.take',
  `WITH taken AS (
    UPDATE appointment SET status = 'G', participant_id = $2, self_booked = true, quota_number = $3,
      booked_at = $4, booked_by = $2
    WHERE id = $1
  ), mails AS (
    ${queueing(`SELECT 'appointmentBooked', person, $1::bigint FROM unnest(ARRAY[$2::bigint, $5]) person`)}
  )
  ${auditing(`VALUES ($2, 'booked', $2, $1)`)}`,
);

/**
 * Gives a locked free slot to a participant, mails both sides and writes the log; the constraints refuse what the rule
 * could not see.
 */
export function takeSlot(tx: Tx, slot: number, { booker, coach, now }: BookingFacts, quotaNumber: number) {
  return refusedBy(
    { appointment_quota_once: 'limitReached' as const, appointment_participant_overlap: 'overlap' as const },
    () => take(tx, slot, booker.id, quotaNumber, now, coach),
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
  /** Null where the system did it. */
  by: number | null;
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
