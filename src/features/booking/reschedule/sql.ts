import { nowShifted, type Tx } from '../../../platform/database/db.ts';
import { prepare } from '../../../platform/database/prepared.ts';
import type { App } from '../../../platform/http/calls/handler.ts';
import type { Hold } from '../rules.ts';
import type { RescheduleFacts, CoachInterval } from './rules.ts';

type LockedRow = {
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

const lockAndSelectFacts = prepare<LockedRow>(
  'reschedule.lock',
  // `hold_of` reads the hold after the locks are taken.
  `SELECT f.*, h.*, ${nowShifted('$5')} AS now
  FROM lock_reschedule($1, $2, $3, $4) f LEFT JOIN LATERAL hold_of(CASE WHEN f.status = 'F' THEN $3 END) h ON true`,
);

/**
 * Locks a participant, the coach of the booking `from`, then this booking and the slot `to`, and returns the facts that
 * decide whether the booking can be rescheduled. Returns 'noProfile' if the person has no participant profile, and
 * 'notFound' if the slot does not exist or the booking is not the participant's. `now` is read after locking.
 */
export async function lockForRescheduling(
  tx: Tx,
  { clock, usesLocks }: App,
  participant: number,
  { from, to }: { from: number; to: number },
): Promise<RescheduleFacts | 'noProfile' | 'notFound'> {
  const [row] = await lockAndSelectFacts(tx, participant, from, to, usesLocks, clock.shiftMs);
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

/** A move of a booking. */
export interface Move {
  /** The id of the booking. */
  from: number;
  /** The quota number of the booking, which passes from the old row to the new one. */
  quotaNumber: number | null;
  byStaff: boolean;
  /** Who moves the booking. */
  by: number;
  /** '' without a reason. */
  reason: string;
  /** The new note to the coach, '' to delete the stored one; null and undefined keep it. */
  note?: string | null | undefined;
  at: Date;
}

/**
 * SQL that cancels the old row: $1 is its id, $2 the person who moves the booking, $3 the reason, $4 the time. The row
 * keeps its calendar event, so that a CANCEL of the event can be sent. A trigger deletes the row's note to the coach,
 * so the note is read first.
 */
const cancelOldRowSql = `old_note AS (
    SELECT booking_note AS note FROM appointment WHERE id = $1
  ), old_row AS (
    UPDATE appointment SET status = 'K', quota_number = NULL, cancel_kind = 'rescheduled', cancelled_by = $2,
      cancel_reason = nullif($3, ''), cancelled_at = $4
    WHERE id = $1 RETURNING *
  )`;

const moveToFreeRow = prepare<{ id: number }>(
  'reschedule.moveToFreeRow',
  `WITH ${cancelOldRowSql}
  UPDATE appointment a SET status = 'G', participant_id = o.participant_id, self_booked = o.self_booked,
    quota_number = $5, booked_at = o.booked_at, booked_by = o.booked_by, moved_from = o.id, moved_at = o.cancelled_at,
    moved_by_staff = $6, calendar_event = coalesce(o.calendar_event, o.id), calendar_sequence = o.calendar_sequence,
    booking_note = nullif(coalesce($7, old_note.note), '')
  FROM old_row o, old_note WHERE a.id = $8 RETURNING a.id`,
);

const moveToNewRow = prepare<{ id: number }>(
  'reschedule.moveToNewRow',
  `WITH ${cancelOldRowSql}
  INSERT INTO appointment (status, type_id, participant_id, self_booked, quota_number, booked_at, booked_by, moved_from,
    moved_at, moved_by_staff, calendar_event, calendar_sequence, booking_note, coach_id, starts_at, ends_at)
  SELECT 'G', o.type_id, o.participant_id, o.self_booked, $5, o.booked_at, o.booked_by, o.id,
    o.cancelled_at, $6, coalesce(o.calendar_event, o.id), o.calendar_sequence + 1,
    nullif(coalesce($7, old_note.note), ''), $8, $9, $10
  FROM old_row o, old_note RETURNING id`,
);

/**
 * Moves a locked booking in one statement and returns the id of the row that stores it afterwards. `to` is the id of a
 * locked free row, or the interval for a new row. `booked_at` and `booked_by` stay the same, and so does the calendar
 * event, which gets a higher sequence.
 */
export async function moveBooking(tx: Tx, move: Move, to: number | CoachInterval): Promise<number> {
  const { from, by, reason, at, quotaNumber, byStaff, note = null } = move;
  const values = [from, by, reason, at, quotaNumber, byStaff, note];
  const rows =
    typeof to === 'number'
      ? await moveToFreeRow(tx, ...values, to)
      : await moveToNewRow(tx, ...values, to.coach, to.startsAt, to.endsAt);
  const [row] = rows;
  if (!row) throw new Error('the locked booking was not found');
  return row.id;
}
