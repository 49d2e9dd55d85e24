import { sql } from 'kysely';
import { now, type Clock, type Db } from '../../platform/database/db.ts';

/** A booking that an absence has cancelled or handed over, and what has become of it since. */
export interface AffectedRow {
  appointmentId: number;
  startsAt: Date;
  endsAt: Date;
  participant: string;
  phone: string;
  /** The coach to whom the booking was handed over; null if its participant was asked to choose anew. */
  handedTo: string | null;
  /** Whether a booking that was handed over has been cancelled or moved since. */
  changedSince: boolean;
  /** The first booking that the participant has made since, if this one was not handed over. */
  nextStartsAt: Date | null;
  nextEndsAt: Date | null;
  nextCoach: string | null;
  nextCoachId: number | null;
  /** Whether the absence has been over for a day. */
  isLongOver: boolean;
}

/**
 * Returns the bookings that an absence has cancelled or handed over, in order of their start. They are those that were
 * ended in the moment in which the absence was planned, so they are found as long as the appointments are kept.
 */
export async function listAffectedSince(db: Db, clock: Clock, absence: number): Promise<AffectedRow[]> {
  const { rows } = await sql<AffectedRow>`
    SELECT a.id AS "appointmentId", a.starts_at AS "startsAt", a.ends_at AS "endsAt",
      coalesce(p.full_name, '') AS participant, coalesce(p.phone, '') AS phone, colleague.full_name AS "handedTo",
      coalesce(t.status = 'K', false) AS "changedSince",
      next.starts_at AS "nextStartsAt", next.ends_at AS "nextEndsAt", next.coach AS "nextCoach",
      next.coach_id AS "nextCoachId", b.ends_at <= ${now(clock)} - interval '1 day' AS "isLongOver"
    FROM absence b
      JOIN appointment a ON a.coach_id = b.coach_id AND a.cancelled_at = b.planned_at
        AND a.cancel_kind IN ('goodwill', 'rescheduled') AND a.starts_at < b.ends_at AND a.ends_at > b.starts_at
      LEFT JOIN person p ON p.id = a.participant_id
      LEFT JOIN appointment t ON t.moved_from = a.id AND a.cancel_kind = 'rescheduled'
      LEFT JOIN person colleague ON colleague.id = t.coach_id
      LEFT JOIN LATERAL (
        SELECT n.starts_at, n.ends_at, n.coach_id, c.full_name AS coach
        FROM appointment n JOIN person c ON c.id = n.coach_id
        WHERE n.participant_id = a.participant_id AND n.status IN ('G', 'V') AND n.booked_at > b.planned_at
        ORDER BY n.booked_at, n.id LIMIT 1
      ) next ON a.cancel_kind = 'goodwill'
    WHERE b.id = ${absence} AND b.ended_by IS DISTINCT FROM 'undone'
    ORDER BY a.starts_at, a.id
  `.execute(db);
  return rows;
}

/**
 * Returns how many free appointments an absence has deleted; null once that is not stored any more, a day after it was
 * planned.
 */
export async function countDeletedSlots(db: Db, clock: Clock, absence: number): Promise<number | null> {
  const { rows } = await sql<{ count: number; isStored: boolean }>`
    SELECT planned_at > ${now(clock)} - interval '1 day' AS "isStored",
      (SELECT count(*)::int FROM absence_change c WHERE c.absence_id = absence.id AND c.type_id IS NOT NULL) AS count
    FROM absence WHERE id = ${absence}
  `.execute(db);
  return rows[0]?.isStored ? rows[0].count : null;
}
