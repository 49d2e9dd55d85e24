import { nowShifted, type Tx } from '../../../platform/database/db.ts';
import { prepare } from '../../../platform/database/prepared.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import type { Hold } from '../rules.ts';
import type { RescheduleFacts, CoachInterval } from './rules.ts';

type LockRow = {
  oldStatus: string | null;
  oldStartsAt: Date;
  oldEndsAt: Date;
  oldCoach: number;
  oldCoachActive: boolean;
  movedByStaff: boolean;
  quotaNumber: number | null;
  type: RescheduleFacts['slot']['type'] | null;
  now: Date;
} & (Hold | Record<keyof Hold, null>) &
  Omit<RescheduleFacts['slot'], 'type' | 'hold'> &
  Omit<RescheduleFacts['booker'], 'id'>;

const lock = prepare<LockRow>(
  'reschedule.lock',
  // Read the hold after locking.
  `SELECT f.*, h.*, ${nowShifted('$5')} AS now
  FROM lock_reschedule($1, $2, $3, $4) f LEFT JOIN LATERAL hold_of(CASE WHEN f.status = 'F' THEN $3 END) h ON true`,
);

/** Locks a participant, the coach of their booking, then the booking and the slot; the clock is read last. */
export async function lockReschedule(
  tx: Tx,
  { clock, locks }: App,
  participant: number,
  { from, to }: { from: number; to: number },
): Promise<RescheduleFacts | 'noProfile' | 'notFound'> {
  const [row] = await lock(tx, participant, from, to, locks, clock.shiftMs);
  if (!row) return 'noProfile';
  const { oldStatus, type, status, startsAt, endsAt, coach, movedFrom, active, hasEditableFile, busy, now } = row;
  if (oldStatus === null || type === null) return 'notFound';
  const hold = row.holder === null ? null : { holder: row.holder, heldUntil: row.heldUntil };
  return {
    booking: {
      status: oldStatus,
      startsAt: row.oldStartsAt,
      endsAt: row.oldEndsAt,
      coach: row.oldCoach,
      coachActive: row.oldCoachActive,
      movedByStaff: row.movedByStaff,
      quotaNumber: row.quotaNumber,
    },
    slot: { type, status, participant: row.participant, startsAt, endsAt, coach, movedFrom, hold },
    booker: { id: participant, active, hasEditableFile, busy },
    now,
  };
}

/** A move of a booked row: who makes it, when and why ('' without a reason). */
export interface Move {
  from: number;
  /** The booking's quota number, which the old row gives up and the new row takes over. */
  quotaNumber: number | null;
  byStaff: boolean;
  by: number;
  reason: string;
  /** Replaces the note to the coach; null and undefined keep it. */
  note?: string | null | undefined;
  at: Date;
}

/**
 * $1 is the row that the booking leaves, $2 who moves it, $3 why, $4 when. The row keeps its event, for a CANCEL, but a
 * trigger deletes its note to the coach, so the note is read first.
 */
const leaving = `word AS (
    SELECT booking_note AS before FROM appointment WHERE id = $1
  ), left_row AS (
    UPDATE appointment SET status = 'K', quota_number = NULL, cancel_kind = 'rescheduled', cancelled_by = $2,
      cancel_reason = nullif($3, ''), cancelled_at = $4
    WHERE id = $1 RETURNING *
  )`;

const takeFree = prepare<{ id: number }>(
  'reschedule.takeFree',
  `WITH ${leaving}
  UPDATE appointment a SET status = 'G', participant_id = l.participant_id, self_booked = l.self_booked,
    quota_number = $5, booked_at = l.booked_at, booked_by = l.booked_by, moved_from = l.id, moved_at = l.cancelled_at,
    moved_by_staff = $6, calendar_event = coalesce(l.calendar_event, l.id), calendar_sequence = l.calendar_sequence,
    booking_note = nullif(coalesce($7, word.before), '')
  FROM left_row l, word WHERE a.id = $8 RETURNING a.id`,
);

const addRow = prepare<{ id: number }>(
  'reschedule.addRow',
  `WITH ${leaving}
  INSERT INTO appointment (status, type_id, participant_id, self_booked, quota_number, booked_at, booked_by, moved_from,
    moved_at, moved_by_staff, calendar_event, calendar_sequence, booking_note, coach_id, starts_at, ends_at)
  SELECT 'G', l.type_id, l.participant_id, l.self_booked, $5, l.booked_at, l.booked_by, l.id,
    l.cancelled_at, $6, coalesce(l.calendar_event, l.id), l.calendar_sequence + 1,
    nullif(coalesce($7, word.before), ''), $8, $9, $10
  FROM left_row l, word RETURNING id`,
);

/**
 * Moves a locked booking in one statement, to a locked free row or, if there is none, to a new one, and returns the row
 * that has it now. The new row takes over when and by whom it was booked, and its event, with a higher sequence.
 */
export async function moveBooking(tx: Tx, move: Move, to: number | CoachInterval): Promise<number> {
  const { from, by, reason, at, quotaNumber, byStaff, note = null } = move;
  const values = [from, by, reason, at, quotaNumber, byStaff, note];
  const rows =
    typeof to === 'number'
      ? await takeFree(tx, ...values, to)
      : await addRow(tx, ...values, to.coach, to.startsAt, to.endsAt);
  const [row] = rows;
  if (!row) throw new Error('a booking that is locked is there to move');
  return row.id;
}
