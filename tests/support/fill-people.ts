import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/db.ts';

/**
 * Adds entries on the waiting list. Every fiftieth active participant waits, and a slot is held for every tenth of
 * these. Of the others who registered in the last year, every fifth waited in the first week: most took an offered
 * slot, some left the list, and for some the week passed.
 */
export async function addWaitingEntries(db: Db): Promise<void> {
  await sql`
    WITH coaches AS (SELECT array_agg(person_id ORDER BY person_id) AS ids FROM coach),
    people AS (
      SELECT id, created_at, row_number() OVER (ORDER BY id) AS n FROM person
      WHERE role_id = 1 AND inactive_at IS NULL AND anonymised_at IS NULL
    ), entries AS (
      SELECT p.*, CASE WHEN n % 3 > 0 THEN ids[1 + n % cardinality(ids)] END AS coach, n % 50 = 0 AS is_open,
        (ARRAY['taken', 'taken', 'taken', 'left', 'passed'])[1 + n / 5 % 5] AS ended_by
      FROM people p, coaches
      WHERE n % 50 = 0
        OR n % 5 = 0 AND created_at BETWEEN now() - interval '12 months' AND now() - interval '9 days'
    )
    INSERT INTO waiting_entry (person_id, coach_id, from_date, till_date, weekdays, from_time, till_time, place, joined_at,
      ended_at, ended_by)
    SELECT id, coach, first_day, first_day + CASE WHEN is_open THEN 28 ELSE 7 END,
      CASE WHEN n % 4 = 0 THEN '{1,3,5}'::smallint[] END, CASE WHEN n % 7 = 0 THEN time '12:00' END,
      CASE WHEN n % 7 = 0 THEN time '18:00' END, CASE WHEN is_open THEN 1 END, joined_at,
      CASE WHEN NOT is_open THEN joined_at + interval '1 day' * CASE ended_by WHEN 'passed' THEN 8 ELSE n % 7 END END,
      CASE WHEN NOT is_open THEN ended_by END
    FROM entries, LATERAL (
      SELECT CASE WHEN is_open THEN greatest(created_at, now() - n / 50 % 14 * interval '1 day') ELSE created_at END
        AS joined_at
    ) joined, LATERAL (SELECT CASE WHEN is_open THEN current_date ELSE joined_at::date END AS first_day) days
    ORDER BY joined_at, id
  `.execute(db);
}

/**
 * Adds offers of slots: an open one for every tenth open entry, of a free slot at least three days from now, and one
 * for each entry that was taken or has passed.
 */
export async function addWaitingOffers(db: Db): Promise<void> {
  await sql`
    WITH waiting AS (
      SELECT *, row_number() OVER (ORDER BY id) AS n
      FROM (SELECT *, row_number() OVER (ORDER BY joined_at, id) AS turn FROM waiting_entry WHERE ended_at IS NULL) open
      WHERE turn % 10 = 1
    ), slots AS (
      SELECT *, row_number() OVER (ORDER BY starts_at, id) AS n FROM appointment
      WHERE status = 'F' AND type_id = 1 AND starts_at > now() + interval '3 days'
    )
    INSERT INTO waiting_offer (entry_id, person_id, appointment_id, coach_id, starts_at, ends_at, held_from, held_until)
    SELECT w.id, w.person_id, s.id, s.coach_id, s.starts_at, s.ends_at, now(), now() + interval '24 hours'
    FROM waiting w JOIN slots s USING (n)
  `.execute(db);
  await sql`
    INSERT INTO waiting_offer
      (entry_id, person_id, appointment_id, coach_id, starts_at, ends_at, held_from, held_until, outcome)
    SELECT e.id, e.person_id, a.id, a.coach_id, a.starts_at, a.ends_at, e.joined_at, e.joined_at + interval '4 hours',
      CASE e.ended_by WHEN 'taken' THEN 'taken' ELSE 'expired' END
    FROM waiting_entry e, LATERAL (
      SELECT * FROM appointment a WHERE a.participant_id = e.person_id AND a.status IN ('G', 'V') ORDER BY starts_at LIMIT 1
    ) a
    WHERE e.ended_by IN ('taken', 'passed')
  `.execute(db);
}

/** Marks the coaches’ versions of documents as answers, and adds a coach’s note for every fourth participant. */
export async function addAnswersAndNotes(db: Db): Promise<void> {
  await sql`
    UPDATE document answer SET answers = own.id FROM document own
    WHERE answer.by_coach AND own.participant_id = answer.participant_id AND NOT own.by_coach
  `.execute(db);
  await sql`
    UPDATE document SET state = 'returned' WHERE id IN (SELECT answers FROM document WHERE answers IS NOT NULL)
  `.execute(db);
  await sql`
    INSERT INTO note (person_id, author_id, text, written_at)
    SELECT participant_id, uploaded_by, 'Bitte ergänze die letzten beiden Stellen im Lebenslauf.', uploaded_at
    FROM document WHERE by_coach ORDER BY uploaded_at
  `.execute(db);
}

/** Adds requests for erasure: every two thousandth participant has an open one, and as many got an answer. */
export async function addErasureRequests(db: Db): Promise<void> {
  await sql`
    INSERT INTO erasure_request (person_id, requested_at, reason, closed_at, closed_by, closing_reason)
    SELECT person_id, now() - person_id % 60 * interval '12 hours', 'Ich habe eine Stelle gefunden.', closed_at,
      CASE WHEN closed_at IS NOT NULL THEN (SELECT id FROM person WHERE role_id = 3) END,
      CASE WHEN closed_at IS NOT NULL THEN 'Ein Nachweis ist noch offen.' END
    FROM participant, LATERAL (SELECT CASE WHEN person_id % 2000 = 1 THEN now() END AS closed_at) closed
    WHERE person_id % 2000 < 2 ORDER BY person_id
  `.execute(db);
}

/** The number of days for which the portal keeps the counts of visits. */
const visitDays = 90;

/**
 * Adds the counts of visits of the last 90 days, in proportion to the number of participants, and the number of sessions
 * of each filled day.
 */
export async function addVisits(
  db: Db,
  { participants, pastDays }: { participants: number; pastDays: number },
): Promise<void> {
  const valuesPerDay = Math.min(500, Math.max(20, Math.ceil(participants / 200)));
  await sql`
    INSERT INTO tracking (day, kind, value, count)
    SELECT current_date - days_ago, kind, 'Wert ' || value, 1 + (days_ago + value) % 9
    FROM generate_series(${Math.min(visitDays, pastDays)}::int, 0, -1) days_ago,
      (VALUES ('ipAddress', ${valuesPerDay}::int), ('userAgent', 40), ('userLanguage', 10), ('screenWidth', 40),
        ('screenHeight', 40), ('viewportWidth', 40), ('viewportHeight', 40)) kinds (kind, value_count),
      generate_series(1, value_count) value
  `.execute(db);
  await sql`
    INSERT INTO session_day (day, sessions)
    SELECT current_date - days_ago, ${Math.ceil(participants / pastDays)}::int + days_ago % 20
    FROM generate_series(${pastDays}::int, 1, -1) days_ago
    ON CONFLICT DO NOTHING
  `.execute(db);
}
