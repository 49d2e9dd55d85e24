import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../server/db.ts';

/** A location for everybody whom `crowd` makes. */
export async function ground(db: Db): Promise<void> {
  await sql`INSERT INTO location (label) VALUES ('Köln') ON CONFLICT DO NOTHING`.execute(db);
}

/** Participants with a docx and a session each, made in a few statements; answers their session ids. */
export async function crowd(db: Db, size: number): Promise<string[]> {
  const sessions = Array.from({ length: size }, () => randomBytes(32).toString('hex'));
  const hashes = sessions.map((id) => createHash('sha256').update(id).digest('hex'));
  await sql`
    WITH people AS (
      INSERT INTO person (role_id, email, first_name, last_name, gender, confirmed_at)
      SELECT 1, h || '@race.example', 'Kim', 'Eilig', 'd', clock_timestamp() FROM unnest(${hashes}::text[]) h
      RETURNING id, email
    ), profiles AS (
      INSERT INTO participant (person_id, qualification, qualification_start, qualification_end, location_id)
      SELECT id, 'Umschulung', '2026-01-01', '2026-12-31', (SELECT min(id) FROM location) FROM people
      RETURNING person_id
    ), documents AS (
      INSERT INTO document (participant_id, uploaded_by, by_coach, name, ending, size, sha256, store_key)
      SELECT person_id, person_id, false, 'CV.docx', 'docx', 1, '\\x00', replace(gen_random_uuid()::text, '-', '') FROM profiles
    )
    INSERT INTO session (id_hash, person_id) SELECT decode(split_part(email, '@', 1), 'hex'), id FROM people
  `.execute(db);
  return sessions;
}

/** Free slots of a new coach, one after the other, from a week ahead. */
export async function freeSlots(db: Db, howMany: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH people AS (
      INSERT INTO person (role_id, email, first_name, last_name, gender, confirmed_at)
      VALUES (2, gen_random_uuid() || '@race.example', 'Cleo', 'Coach', 'f', clock_timestamp()) RETURNING id
    ), coaches AS (
      INSERT INTO coach (person_id, teams_link) SELECT id, 'https://teams.example/' || id FROM people RETURNING person_id
    )
    INSERT INTO appointment (coach_id, type_id, starts_at, ends_at)
    SELECT person_id, 1, now() + interval '7 days' + n * interval '1 hour', now() + interval '7 days' + (n + 0.75) * interval '1 hour'
    FROM coaches, generate_series(1, ${howMany}::int) n RETURNING id
  `.execute(db);
  return rows.map((row) => row.id);
}

/** How many of these appointments are booked, with the entry of the log and the mail that belong to a booking. */
export async function countKept(db: Db, slots: number[]): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    SELECT count(*)::int AS kept FROM appointment a
    WHERE a.id = ANY (${slots}) AND a.status = 'G'
      AND EXISTS (SELECT FROM audit u WHERE u.appointment_id = a.id AND u.action = 'booked')
      AND EXISTS (SELECT FROM mail m WHERE m.appointment_id = a.id)
  `.execute(db);
  return rows[0]?.kept ?? 0;
}
