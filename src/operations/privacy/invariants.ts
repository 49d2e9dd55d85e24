import { sql, type RawBuilder } from 'kysely';
import { hasProfileData } from '../../features/people/exports.ts';
import type { AuditAction } from '../../features/audit/actions.rules.ts';
import { tablesDeletedWithPerson } from '../../platform/database/data-classes.ts';
import type { Db } from '../../platform/database/db.ts';

/** A rule that the data must always obey, and a query for its violations. */
export interface Invariant {
  /** Its name in reports. */
  name: string;
  /** The rule in English, for the report. */
  rule: string;
  /** Selects an `id` (text) for each violation: the id of the violating row, or two conflicting ids joined by '+'. */
  violations: RawBuilder<{ id: string }>;
}

/** Matches two appointments `a` and `b` that overlap in time, each pair once. */
const overlapping = sql`a.id < b.id AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`;

/** The time of the first audit entry. Older rows were imported, or their entries have been deleted. */
const logStart = sql`(SELECT min(at) FROM audit)`;

/** Matches a row if no audit entry with one of `actions` has the row's id (`idColumn`) in `auditColumn`. */
const hasNoEntry = (idColumn: string, auditColumn: string, actions: readonly string[]) => sql`NOT EXISTS (
  SELECT FROM audit WHERE audit.${sql.ref(auditColumn)} = ${sql.ref(idColumn)} AND audit.action = ANY (${actions}::text[])
)`;

const moveActions = ['rescheduled', 'movedByStaff'] as const satisfies readonly AuditAction[];

const cancellationActions = [
  'cancelledByParticipant',
  'cancelledByAdmin',
  'goodwillGranted',
  'bookingTakenBack',
] as const satisfies readonly AuditAction[];

/** Matches a person (`idColumn`) who still has rows that are deleted when the person is anonymised. */
const hasRowsToDelete = (idColumn: string) =>
  sql`(${sql.join(
    tablesDeletedWithPerson.map(
      (table) => sql`EXISTS (SELECT FROM ${sql.table(table)} x WHERE x.person_id = ${sql.ref(idColumn)})`,
    ),
    sql` OR `,
  )})`;

/**
 * All invariants. Each one is checked by a single statement, and therefore on one snapshot, so the check works even
 * while people book, cancel and are erased. Rules that constraints already enforce are checked, too, because a database
 * may come from a backup or may have lost a constraint.
 */
export const invariants: readonly Invariant[] = [
  {
    name: 'coachOverlap',
    rule: 'A coach has one live appointment at a time.',
    violations: sql`SELECT a.id || '+' || b.id AS id FROM appointment a JOIN appointment b ON b.coach_id = a.coach_id
      AND ${overlapping} WHERE a.status <> 'K' AND b.status <> 'K'`,
  },
  {
    name: 'participantOverlap',
    rule: 'A participant has one booked appointment at a time.',
    violations: sql`SELECT a.id || '+' || b.id AS id FROM appointment a
      JOIN appointment b ON b.participant_id = a.participant_id AND ${overlapping}
      WHERE a.status = 'G' AND b.status = 'G'`,
  },
  {
    name: 'quota',
    rule: 'A participant holds at most three self-booked Einzelcoachings, each with a different number from 1 to 3.',
    violations: sql`SELECT participant_id::text AS id FROM appointment
      WHERE self_booked AND type_id = 1 AND status IN ('G', 'V') GROUP BY participant_id
      HAVING count(*) > 3 OR count(DISTINCT quota_number) < count(*) OR NOT bool_and(quota_number BETWEEN 1 AND 3)`,
  },
  {
    name: 'quotaWithoutBooking',
    rule: 'Only a self-booked Einzelcoaching that is booked (G) or missed (V) holds a quota number.',
    violations: sql`SELECT id::text AS id FROM appointment
      WHERE quota_number IS NOT NULL AND NOT (self_booked AND type_id = 1 AND status IN ('G', 'V'))`,
  },
  {
    name: 'freeWithoutParticipant',
    rule: 'A free appointment has no participant and no trace of a booking; every other one has a participant.',
    violations: sql`SELECT id::text AS id FROM appointment WHERE (status = 'F') <> (participant_id IS NULL)
      OR status = 'F' AND (self_booked
        OR num_nonnulls(booked_at, booked_by, cancelled_at, cancelled_by, cancel_reason) > 0)`,
  },
  {
    name: 'cancelKind',
    rule: 'A cancelled appointment records how it was cancelled; no other appointment does.',
    violations: sql`SELECT id::text AS id FROM appointment WHERE (status = 'K') <> (cancel_kind IS NOT NULL)
      OR status <> 'K' AND num_nonnulls(cancelled_at, cancelled_by, cancel_reason) > 0`,
  },
  {
    name: 'noteWithoutBooking',
    rule: 'Only a booked or missed appointment has a note to the coach.',
    violations: sql`SELECT id::text AS id FROM appointment WHERE booking_note IS NOT NULL AND status NOT IN ('G', 'V')`,
  },
  {
    name: 'comingWithoutBooking',
    rule: 'Only for a booked or missed appointment a participant has said that they come.',
    violations: sql`SELECT id::text AS id FROM appointment WHERE coming_at IS NOT NULL AND status NOT IN ('G', 'V')`,
  },
  {
    name: 'attendedWithoutBooking',
    rule: 'Attendance is confirmed only for a booked appointment that has begun.',
    violations: sql`SELECT id::text AS id FROM appointment
      WHERE attended_at IS NOT NULL AND (status <> 'G' OR attended_at < starts_at)`,
  },
  {
    name: 'markedLateTooEarly',
    rule: 'An appointment marked as recorded late has a participant, and was recorded more than a day after its end.',
    violations: sql`SELECT id::text AS id FROM appointment WHERE recorded_late_at IS NOT NULL
      AND (participant_id IS NULL OR recorded_late_at <= ends_at + interval '24 hours')`,
  },
  {
    name: 'movedWithoutSuccessor',
    rule: 'A moved booking has one successor: a row of the same participant and calendar event, with a higher sequence.',
    violations: sql`SELECT a.id::text AS id FROM appointment a LEFT JOIN appointment b ON b.moved_from = a.id
      WHERE (a.cancel_kind IS NOT DISTINCT FROM 'rescheduled') <> (b.id IS NOT NULL)
        OR b.participant_id <> a.participant_id OR b.calendar_event <> coalesce(a.calendar_event, a.id)
        OR b.calendar_sequence <= a.calendar_sequence`,
  },
  {
    name: 'speedcoachingBooked',
    rule: 'A Speedcoaching is never booked.',
    violations: sql`SELECT id::text AS id FROM appointment WHERE type_id = 2 AND status <> 'F'`,
  },
  {
    name: 'missedBeforeStart',
    rule: 'No appointment is marked as missed before it begins.',
    violations: sql`SELECT id::text AS id FROM appointment WHERE status = 'V' AND starts_at > clock_timestamp()`,
  },
  {
    name: 'bookingOfInactivePerson',
    rule: 'An inactive participant has no future booking.',
    violations: sql`SELECT a.id::text AS id FROM appointment a JOIN person p ON p.id = a.participant_id
      WHERE a.status = 'G' AND a.starts_at > clock_timestamp() AND p.inactive_at IS NOT NULL`,
  },
  {
    name: 'bookingOfCoach',
    rule: 'A coach has no future booking as a participant.',
    violations: sql`SELECT a.id::text AS id FROM appointment a JOIN person p ON p.id = a.participant_id
      WHERE a.status = 'G' AND a.starts_at > clock_timestamp() AND p.role_id = 2`,
  },
  {
    name: 'calendarOfInactiveCoach',
    rule: 'An inactive coach has no future appointment, neither free nor booked.',
    violations: sql`SELECT a.id::text AS id FROM appointment a JOIN coach c ON c.person_id = a.coach_id
      WHERE NOT c.active AND a.status IN ('F', 'G') AND a.starts_at > clock_timestamp()`,
  },
  {
    name: 'appointmentDuringAbsence',
    rule: 'No live appointment in the future overlaps an absence of its coach.',
    violations: sql`SELECT a.id::text AS id FROM appointment a JOIN absence b ON b.coach_id = a.coach_id
      AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
      WHERE b.ended_at IS NULL AND a.status <> 'K' AND a.starts_at > clock_timestamp()`,
  },
  {
    name: 'profile',
    rule: 'A participant and a coach have the profile of their role.',
    violations: sql`SELECT p.id::text AS id FROM person p
      WHERE p.role_id = 1 AND NOT EXISTS (SELECT FROM participant t WHERE t.person_id = p.id)
        OR p.role_id = 2 AND NOT EXISTS (SELECT FROM coach c WHERE c.person_id = p.id)`,
  },
  {
    name: 'accessOfInactivePerson',
    rule: 'An inactive person has no session, no one-time secret and no calendar subscription.',
    violations: sql`SELECT p.id::text AS id FROM person p WHERE p.inactive_at IS NOT NULL AND (
      EXISTS (SELECT FROM session s WHERE s.person_id = p.id)
      OR EXISTS (SELECT FROM credential c WHERE c.person_id = p.id)
      OR EXISTS (SELECT FROM calendar_feed f WHERE f.person_id = p.id)
    )`,
  },
  {
    name: 'anonymised',
    rule: 'An anonymised person has no name, address, document, mail, secret, setting or text left.',
    violations: sql`SELECT p.id::text AS id FROM person p LEFT JOIN participant t ON t.person_id = p.id
      WHERE p.anonymised_at IS NOT NULL AND (
        ${hasProfileData} OR num_nonnulls(p.password_hash, t.location_id) > 0 OR p.inactive_at IS NULL
        OR EXISTS (SELECT FROM document d WHERE d.participant_id = p.id)
        OR ${hasRowsToDelete('p.id')}
        OR EXISTS (SELECT FROM appointment a WHERE a.participant_id = p.id
          AND num_nonnulls(a.cancel_reason, a.booking_note) > 0)
        OR EXISTS (
          SELECT FROM rating r JOIN appointment a ON a.id = r.appointment_id
          WHERE p.id IN (a.participant_id, a.coach_id) AND r.personal_feedback || r.free_text <> ''
        )
        OR EXISTS (
          SELECT FROM coach c WHERE c.person_id = p.id
            AND (c.active OR c.teams_link !~ '[.]invalid/' OR c.state IS NOT NULL)
        )
        OR EXISTS (SELECT FROM absence b WHERE b.coach_id = p.id)
        OR EXISTS (SELECT FROM note n WHERE n.author_id = p.id)
      )`,
  },
  {
    name: 'documentUploader',
    rule: 'A participant’s own document was uploaded by that participant, a coach’s document by another person.',
    violations: sql`SELECT id::text AS id FROM document WHERE by_coach = (uploaded_by = participant_id)`,
  },
  {
    name: 'ratingWithoutBooking',
    rule: 'Only booked appointments are rated.',
    violations: sql`SELECT r.id::text AS id FROM rating r JOIN appointment a ON a.id = r.appointment_id
      WHERE a.participant_id IS NULL OR a.type_id <> 1`,
  },
  {
    name: 'ratingOfOtherCoach',
    rule: 'A rating is listed for the coach whose appointment it rates.',
    violations: sql`SELECT r.id::text AS id FROM rating r JOIN appointment a ON a.id = r.appointment_id
      WHERE r.coach_id IS DISTINCT FROM a.coach_id`,
  },
  {
    name: 'offerForTakenSlot',
    rule: 'An open offer of the waiting list is for a free Einzelcoaching.',
    violations: sql`SELECT o.id::text AS id FROM waiting_offer o JOIN appointment a ON a.id = o.appointment_id
      WHERE o.outcome IS NULL AND (a.status <> 'F' OR a.type_id <> 1)`,
  },
  {
    name: 'twoOpenOffers',
    rule: 'A person who waits has one open offer at a time.',
    violations: sql`SELECT a.id || '+' || b.id AS id FROM waiting_offer a
      JOIN waiting_offer b ON b.person_id = a.person_id AND a.id < b.id
        AND tstzrange(a.held_from, a.held_until) && tstzrange(b.held_from, b.held_until)
      WHERE a.outcome IS NULL AND b.outcome IS NULL`,
  },
  {
    name: 'waitingOfInactivePerson',
    rule: 'No inactive person and no coach waits, and nobody waits to replace a cancelled booking.',
    violations: sql`SELECT e.id::text AS id FROM waiting_entry e JOIN person p ON p.id = e.person_id
        LEFT JOIN appointment a ON a.id = e.instead_of
      WHERE e.ended_at IS NULL AND (p.inactive_at IS NOT NULL OR p.role_id = 2 OR a.status = 'K')`,
  },
  {
    name: 'mailWithoutJob',
    rule: 'A waiting mail will be sent: it is due to be queued, or it has a job.',
    violations: sql`SELECT m.id::text AS id FROM mail m
      LEFT JOIN graphile_worker._private_jobs j ON j.payload->>'id' = m.id::text AND j.attempts < j.max_attempts
      WHERE num_nonnulls(m.sent_at, m.failed_at, m.overtaken_at) = 0 AND NOT m.to_hand_over AND j.id IS NULL`,
  },
  {
    name: 'mailOutcomes',
    rule: 'A mail is sent, given up or superseded, but never two of these.',
    violations: sql`SELECT id::text AS id FROM mail WHERE num_nonnulls(sent_at, failed_at, overtaken_at) > 1`,
  },
  {
    name: 'bookingUnlogged',
    rule: 'The audit log has every booking since it began.',
    violations: sql`SELECT a.id::text AS id FROM appointment a WHERE a.booked_at > ${logStart}
      AND ${hasNoEntry('a.id', 'appointment_id', ['booked', 'appointmentCreated', 'setBackToBooked', ...moveActions])}`,
  },
  {
    name: 'cancellationUnlogged',
    rule: 'The audit log has every cancellation since it began.',
    violations: sql`SELECT a.id::text AS id FROM appointment a
      WHERE a.cancelled_at > ${logStart} AND a.cancel_kind <> 'rescheduled'
      AND ${hasNoEntry('a.id', 'appointment_id', cancellationActions)}`,
  },
  {
    name: 'moveUnlogged',
    rule: 'The audit log has every move of a booking since it began.',
    violations: sql`SELECT a.id::text AS id FROM appointment a WHERE a.moved_at > ${logStart}
      AND ${hasNoEntry('a.id', 'appointment_id', moveActions)}`,
  },
  {
    name: 'ratingUnlogged',
    rule: 'The audit log has every rating since it began.',
    violations: sql`SELECT r.id::text AS id FROM rating r WHERE r.created_at > ${logStart}
      AND ${hasNoEntry('r.appointment_id', 'appointment_id', ['rated'])}`,
  },
  {
    name: 'deactivationUnlogged',
    rule: 'The audit log has every inactivation and anonymisation since it began.',
    violations: sql`SELECT p.id::text AS id FROM person p
      WHERE p.inactive_at > ${logStart}
          AND ${hasNoEntry('p.id', 'person_id', ['inactivated', 'adminDisabled', 'anonymised'])}
        OR p.anonymised_at > ${logStart} AND ${hasNoEntry('p.id', 'person_id', ['anonymised'])}`,
  },
];

/** A violated invariant, with the ids of its violations. */
export interface ViolatedInvariant {
  name: string;
  rule: string;
  ids: string[];
}

/** Returns the violated invariants, each with at most `max` violations. */
export async function findViolations(db: Db, { max = 20 }: { max?: number } = {}): Promise<ViolatedInvariant[]> {
  const violatedInvariants: ViolatedInvariant[] = [];
  for (const { name, rule, violations } of invariants) {
    const { rows } = await sql<{ id: string }>`SELECT id FROM (${violations}) violation LIMIT ${max}`.execute(db);
    if (rows.length > 0) violatedInvariants.push({ name, rule, ids: rows.map(({ id }) => id) });
  }
  return violatedInvariants;
}
