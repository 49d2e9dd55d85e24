import { sql, type RawBuilder } from 'kysely';
import { rowsOfPerson } from './columns.ts';
import type { Db } from './db.ts';

/** Something that holds in the data whatever happens, and how to find what breaks it. */
export interface Invariant {
  /** One word for reports. */
  name: string;
  /** The rule, in English, as a report tells it. */
  rule: string;
  /** Selects what breaks it as `id` (text): ids of rows, two joined by '+' where two rows break it together. */
  breaking: RawBuilder<{ id: string }>;
}

/** Two appointments `a` and `b` at the same time, each pair once. */
const together = sql`a.id < b.id AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`;

/** Since when the log tells of what happened: rows that are older came from elsewhere, or outlived their entries. */
const logged = sql`(SELECT min(at) FROM audit)`;

/** Rows that some deed must have led to, without an entry of it. */
const untold = (row: string, of: string, deeds: readonly string[]) => sql`NOT EXISTS (
  SELECT FROM audit WHERE audit.${sql.ref(of)} = ${sql.ref(row)} AND audit.action = ANY (${deeds}::text[])
)`;

/** Whether a person has a row in one of the tables whose rows of a person go when that person is anonymised. */
const anyRowOf = (person: string) =>
  sql`(${sql.join(
    rowsOfPerson.map((table) => sql`EXISTS (SELECT FROM ${sql.table(table)} x WHERE x.person_id = ${sql.ref(person)})`),
    sql` OR `,
  )})`;

/**
 * Every invariant, each in one statement of one snapshot: true at any moment, also between the transactions of people
 * who book, cancel and are erased meanwhile. What the constraints of the tables hold already is asked again, for a
 * database may come back from a backup, or lose a constraint.
 */
export const invariants: readonly Invariant[] = [
  {
    name: 'coachOverlap',
    rule: 'A coach has one live appointment at a time.',
    breaking: sql`SELECT a.id || '+' || b.id AS id FROM appointment a JOIN appointment b ON b.coach_id = a.coach_id
      AND ${together} WHERE a.status <> 'K' AND b.status <> 'K'`,
  },
  {
    name: 'participantOverlap',
    rule: 'A participant has one booked appointment at a time.',
    breaking: sql`SELECT a.id || '+' || b.id AS id FROM appointment a JOIN appointment b ON b.participant_id = a.participant_id
      AND ${together} WHERE a.status = 'G' AND b.status = 'G'`,
  },
  {
    name: 'quota',
    rule: 'A participant holds at most three self-booked Einzelcoachings, each with a number of its own from 1 to 3.',
    breaking: sql`SELECT participant_id::text AS id FROM appointment
      WHERE self_booked AND type_id = 1 AND status IN ('G', 'V') GROUP BY participant_id
      HAVING count(*) > 3 OR count(DISTINCT quota_number) < count(*) OR NOT bool_and(quota_number BETWEEN 1 AND 3)`,
  },
  {
    name: 'quotaOfOthers',
    rule: 'Nothing but a self-booked Einzelcoaching in G or V holds a quota number.',
    breaking: sql`SELECT id::text AS id FROM appointment
      WHERE quota_number IS NOT NULL AND NOT (self_booked AND type_id = 1 AND status IN ('G', 'V'))`,
  },
  {
    name: 'freeWithPerson',
    rule: 'A free appointment belongs to nobody and bears no trace of a booking; every other one has a participant.',
    breaking: sql`SELECT id::text AS id FROM appointment WHERE (status = 'F') <> (participant_id IS NULL)
      OR status = 'F' AND (self_booked OR num_nonnulls(booked_at, booked_by, cancelled_at, cancelled_by, cancel_reason) > 0)`,
  },
  {
    name: 'cancelKind',
    rule: 'A cancelled appointment says how it was cancelled, no other one does.',
    breaking: sql`SELECT id::text AS id FROM appointment WHERE (status = 'K') <> (cancel_kind IS NOT NULL)
      OR status <> 'K' AND num_nonnulls(cancelled_at, cancelled_by, cancel_reason) > 0`,
  },
  {
    name: 'speedcoachingBooked',
    rule: 'A Speedcoaching is never booked.',
    breaking: sql`SELECT id::text AS id FROM appointment WHERE type_id = 2 AND status <> 'F'`,
  },
  {
    name: 'missedAhead',
    rule: 'What has not begun is not missed.',
    breaking: sql`SELECT id::text AS id FROM appointment WHERE status = 'V' AND starts_at > clock_timestamp()`,
  },
  {
    name: 'bookingOfInactive',
    rule: 'An inactive participant has no booking ahead.',
    breaking: sql`SELECT a.id::text AS id FROM appointment a JOIN person p ON p.id = a.participant_id
      WHERE a.status = 'G' AND a.starts_at > clock_timestamp() AND p.inactive_at IS NOT NULL`,
  },
  {
    name: 'bookingOfCoach',
    rule: 'Whoever is a coach has no booking ahead as a participant.',
    breaking: sql`SELECT a.id::text AS id FROM appointment a JOIN person p ON p.id = a.participant_id
      WHERE a.status = 'G' AND a.starts_at > clock_timestamp() AND p.role_id = 2`,
  },
  {
    name: 'calendarOfInactive',
    rule: 'An inactive coach has neither a free nor a booked appointment ahead.',
    breaking: sql`SELECT a.id::text AS id FROM appointment a JOIN coach c ON c.person_id = a.coach_id
      WHERE NOT c.active AND a.status IN ('F', 'G') AND a.starts_at > clock_timestamp()`,
  },
  {
    name: 'profile',
    rule: 'A participant and a coach have the profile of their role.',
    breaking: sql`SELECT p.id::text AS id FROM person p
      WHERE p.role_id = 1 AND NOT EXISTS (SELECT FROM participant t WHERE t.person_id = p.id)
        OR p.role_id = 2 AND NOT EXISTS (SELECT FROM coach c WHERE c.person_id = p.id)`,
  },
  {
    name: 'wayInOfInactive',
    rule: 'An inactive person has no session, no one-time secret and no calendar subscription.',
    breaking: sql`SELECT p.id::text AS id FROM person p WHERE p.inactive_at IS NOT NULL AND (
      EXISTS (SELECT FROM session s WHERE s.person_id = p.id)
      OR EXISTS (SELECT FROM credential c WHERE c.person_id = p.id)
      OR EXISTS (SELECT FROM calendar_feed f WHERE f.person_id = p.id)
    )`,
  },
  {
    name: 'erased',
    rule: 'Of an anonymised person no name, address, document, mail, secret, setting or word is left.',
    breaking: sql`SELECT p.id::text AS id FROM person p LEFT JOIN participant t ON t.person_id = p.id
      WHERE p.anonymised_at IS NOT NULL AND (
        num_nonnulls(p.email, p.password_hash, t.qualification_start, t.qualification_end, t.location_id) > 0
        OR p.phone || p.last_name || coalesce(t.qualification, '') <> '' OR p.inactive_at IS NULL
        OR EXISTS (SELECT FROM document d WHERE d.participant_id = p.id)
        OR ${anyRowOf('p.id')}
        OR EXISTS (SELECT FROM appointment a WHERE a.participant_id = p.id AND a.cancel_reason IS NOT NULL)
        OR EXISTS (
          SELECT FROM rating r JOIN appointment a ON a.id = r.appointment_id
          WHERE a.participant_id = p.id AND r.personal_feedback || r.free_text <> ''
        )
      )`,
  },
  {
    name: 'documentOfOthers',
    rule: 'A participant’s own document was uploaded by that participant, a coach’s by somebody else.',
    breaking: sql`SELECT id::text AS id FROM document WHERE by_coach = (uploaded_by = participant_id)`,
  },
  {
    name: 'ratingOfFree',
    rule: 'Only what a participant had booked is rated.',
    breaking: sql`SELECT r.id::text AS id FROM rating r JOIN appointment a ON a.id = r.appointment_id
      WHERE a.participant_id IS NULL OR a.type_id <> 1`,
  },
  {
    name: 'ratingOfOtherCoach',
    rule: 'A rating is listed for the coach whose appointment it rates.',
    breaking: sql`SELECT r.id::text AS id FROM rating r JOIN appointment a ON a.id = r.appointment_id
      WHERE r.coach_id IS DISTINCT FROM a.coach_id`,
  },
  {
    name: 'mailWithoutJob',
    rule: 'A mail that waits is going to be tried: it is to be handed to the queue, or its job stands there.',
    breaking: sql`SELECT m.id::text AS id FROM mail m
      LEFT JOIN graphile_worker._private_jobs j ON j.payload->>'id' = m.id::text AND j.attempts < j.max_attempts
      WHERE num_nonnulls(m.sent_at, m.failed_at, m.overtaken_at) = 0 AND NOT m.to_hand_over AND j.id IS NULL`,
  },
  {
    name: 'mailEndsTwice',
    rule: 'A mail was sent, given up or overtaken, one of them at most.',
    breaking: sql`SELECT id::text AS id FROM mail WHERE num_nonnulls(sent_at, failed_at, overtaken_at) > 1`,
  },
  {
    name: 'bookingUntold',
    rule: 'The log tells of every booking since it began.',
    breaking: sql`SELECT a.id::text AS id FROM appointment a WHERE a.booked_at > ${logged}
      AND ${untold('a.id', 'appointment_id', ['booked', 'appointmentCreated', 'setBackToBooked'])}`,
  },
  {
    name: 'cancellationUntold',
    rule: 'The log tells of every cancellation since it began.',
    breaking: sql`SELECT a.id::text AS id FROM appointment a WHERE a.cancelled_at > ${logged}
      AND ${untold('a.id', 'appointment_id', ['cancelledByParticipant', 'cancelledByAdmin', 'goodwillGranted'])}`,
  },
  {
    name: 'ratingUntold',
    rule: 'The log tells of every rating since it began.',
    breaking: sql`SELECT r.id::text AS id FROM rating r WHERE r.created_at > ${logged}
      AND ${untold('r.appointment_id', 'appointment_id', ['rated'])}`,
  },
  {
    name: 'inactivationUntold',
    rule: 'The log tells of every inactivation and anonymisation since it began.',
    breaking: sql`SELECT p.id::text AS id FROM person p
      WHERE p.inactive_at > ${logged} AND ${untold('p.id', 'person_id', ['inactivated', 'adminDisabled'])}
        OR p.anonymised_at > ${logged} AND ${untold('p.id', 'person_id', ['anonymised'])}`,
  },
];

/** An invariant that does not hold, with what breaks it. */
export interface Broken {
  name: string;
  rule: string;
  ids: string[];
}

/** The invariants that do not hold, each with at most `most` of what breaks it; an empty list when all is well. */
export async function findBroken(db: Db, { most = 20 }: { most?: number } = {}): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const { name, rule, breaking } of invariants) {
    const { rows } = await sql<{ id: string }>`SELECT id FROM (${breaking}) found LIMIT ${most}`.execute(db);
    if (rows.length > 0) broken.push({ name, rule, ids: rows.map(({ id }) => id) });
  }
  return broken;
}
