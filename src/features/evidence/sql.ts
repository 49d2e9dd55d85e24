import { sql } from 'kysely';
import { now, type Clock, type Db } from '../../platform/database/db.ts';
import type { AttendedCoaching, Attendee } from './proof.words.ts';
import type { EvidenceRow } from './sheets.words.ts';

/** The filters of the evidence: appointments that start in [from, till), of one coach; null means all coaches. */
export interface EvidenceFilters {
  from: Date;
  till: Date;
  coach: number | null;
}

/**
 * Selects at most `limit` booked, missed and cancelled appointments that match the filters, sorted by start. Leaves out
 * appointments from which a booking was moved.
 */
export function selectEvidence(db: Db, { from, till, coach }: EvidenceFilters, limit: number): Promise<EvidenceRow[]> {
  let query = db
    .selectFrom('appointment as a')
    .innerJoin('person as p', 'p.id', 'a.participant_id')
    .innerJoin('participant as t', 't.person_id', 'p.id')
    .innerJoin('person as c', 'c.id', 'a.coach_id')
    .leftJoin('person as l', 'l.id', 'a.recorded_late_by')
    .leftJoin('rating as r', 'r.appointment_id', 'a.id')
    .select([
      'p.full_name as participant',
      't.qualification',
      't.qualification_start as qualificationStart',
      't.qualification_end as qualificationEnd',
      'a.coach_id as coachId',
      'c.full_name as coach',
      sql<EvidenceRow['status']>`a.status`.as('status'),
      sql<boolean>`a.cancel_kind IS NOT DISTINCT FROM 'goodwill'`.as('isGoodwill'),
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'a.booked_at as bookedAt',
      sql<Date | null>`greatest(a.cancelled_at, a.moved_at)`.as('changedAt'),
      sql<boolean>`r.id IS NOT NULL`.as('isRated'),
      'a.recorded_late_at as recordedLateAt',
      'l.full_name as recordedLateBy',
    ])
    .where('a.status', 'in', ['G', 'V', 'K'])
    .where('a.cancel_kind', 'is distinct from', 'rescheduled')
    .where('a.starts_at', '>=', from)
    .where('a.starts_at', '<', till)
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .limit(limit);
  if (coach !== null) query = query.where('a.coach_id', '=', coach);
  return query.execute();
}

/**
 * Finds the participant with this id for a proof of attendance; null for people who are not participants or are
 * anonymised.
 */
export async function findAttendee(db: Db, person: number): Promise<Attendee | null> {
  const { rows } = await sql<Attendee>`
    SELECT p.full_name AS name, t.qualification, t.qualification_start AS "qualificationStart",
      t.qualification_end AS "qualificationEnd"
    FROM participant t JOIN person p ON p.id = t.person_id
    WHERE t.person_id = ${person} AND p.anonymised_at IS NULL
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Selects the Einzelcoachings that a participant has attended, sorted by start. An Einzelcoaching counts as attended if
 * it is booked, was not missed, and is over.
 */
export async function selectAttendedCoachings(db: Db, clock: Clock, person: number): Promise<AttendedCoaching[]> {
  const { rows } = await sql<AttendedCoaching>`
    SELECT a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.recorded_late_at AS "recordedLateAt",
      l.full_name AS "recordedLateBy"
    FROM appointment a LEFT JOIN person l ON l.id = a.recorded_late_by
    WHERE a.participant_id = ${person} AND a.status = 'G' AND a.ends_at <= ${now(clock)} ORDER BY a.starts_at
  `.execute(db);
  return rows;
}
