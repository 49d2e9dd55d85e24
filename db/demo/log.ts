import { sql } from 'kysely';
import type { Tx } from '../../src/platform/database/db.ts';

/**
 * Adds the audit entries that match the demo's rows: registrations, uploads, bookings, promises to come, confirmed
 * attendances, cancellations, moves, inactivations, ratings.
 */
export async function addAuditEntries(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO audit (at, actor_id, action, person_id, appointment_id, document_id)
    SELECT * FROM (
      SELECT created_at AS at, id AS actor, 'registered', id AS person, NULL::bigint, NULL::bigint
      FROM person WHERE role_id = 1
      UNION ALL
      SELECT confirmed_at, id, 'confirmed', id, NULL, NULL FROM person WHERE role_id = 1 AND confirmed_at IS NOT NULL
      UNION ALL
      SELECT uploaded_at, uploaded_by, 'fileUploaded', participant_id, NULL, id FROM document
      UNION ALL
      SELECT booked_at, booked_by, 'booked', participant_id, id, NULL FROM appointment
      WHERE booked_at IS NOT NULL AND moved_from IS NULL
      UNION ALL
      SELECT coming_at, participant_id, 'comingConfirmed', participant_id, id, NULL FROM appointment
      WHERE coming_at IS NOT NULL
      UNION ALL
      SELECT attended_at, coach_id, 'attendanceConfirmed', participant_id, id, NULL FROM appointment
      WHERE attended_at IS NOT NULL
      UNION ALL
      SELECT cancelled_at, cancelled_by, CASE cancel_kind WHEN 'byParticipant' THEN 'cancelledByParticipant'
        WHEN 'goodwill' THEN 'goodwillGranted' ELSE 'cancelledByAdmin' END, participant_id, id, NULL
      FROM appointment WHERE cancel_kind <> 'rescheduled'
      UNION ALL
      SELECT a.moved_at, o.cancelled_by, CASE WHEN a.moved_by_staff THEN 'movedByStaff' ELSE 'rescheduled' END,
        a.participant_id, a.id, NULL
      FROM appointment a JOIN appointment o ON o.id = a.moved_from
      UNION ALL
      SELECT inactive_at, (SELECT min(id) FROM person WHERE role_id = 3), 'inactivated', id, NULL, NULL
      FROM person WHERE inactive_at IS NOT NULL
      UNION ALL
      SELECT r.created_at, a.participant_id, 'rated', a.participant_id, a.id, NULL
      FROM rating r JOIN appointment a ON a.id = r.appointment_id
    ) happened ORDER BY at
  `.execute(tx);
}
