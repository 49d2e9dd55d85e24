import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { transact, type Db } from '../../src/platform/database/db.ts';
import { addCoach, addLocation, buildPeopleInsert } from './people.ts';

/** Creates participants, each with a docx file and a session, in one statement; returns their session ids. */
export async function seedParticipantSessions(db: Db, count: number): Promise<string[]> {
  const location = await addLocation(db);
  const sessions = Array.from({ length: count }, () => randomBytes(32).toString('hex'));
  const hashes = sessions.map((id) => createHash('sha256').update(id).digest('hex'));
  await sql`
    WITH people AS (
      ${buildPeopleInsert({ email: sql`h || '@race.example'`, last_name: 'Eilig' }, sql`FROM unnest(${hashes}::text[]) h`)}
    ), profiles AS (
      INSERT INTO participant (person_id, qualification, qualification_start, qualification_end, location_id)
      SELECT id, 'Umschulung', '2026-01-01', '2026-12-31', ${location} FROM people
      RETURNING person_id
    ), documents AS (
      INSERT INTO document (participant_id, uploaded_by, by_coach, name, ending, size, sha256, store_key)
      SELECT person_id, person_id, false, 'CV.docx', 'docx', 1, '\\x00', replace(gen_random_uuid()::text, '-', '')
      FROM profiles
    )
    INSERT INTO session (id_hash, person_id) SELECT decode(split_part(email, '@', 1), 'hex'), id FROM people
  `.execute(db);
  return sessions;
}

/** Creates a coach with free slots, one per hour, that begin in a week; returns the slots' ids. */
export async function createFreeSlots(db: Db, count: number): Promise<number[]> {
  // In one transaction, because a killed database must not leave a person without the row in `coach`.
  const coach = await transact(db, (tx) => addCoach(tx));
  const { rows } = await sql<{ id: number }>`
    INSERT INTO appointment (coach_id, type_id, starts_at, ends_at)
    SELECT ${coach}, 1, now() + interval '7 days' + n * interval '1 hour',
      now() + interval '7 days' + (n + 0.75) * interval '1 hour'
    FROM generate_series(1, ${count}::int) n RETURNING id
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Returns how many of these slots are booked and have both an audit entry and a mail about the booking. */
export async function countCompleteBookings(db: Db, slots: number[]): Promise<number> {
  const { rows } = await sql<{ complete: number }>`
    SELECT count(*)::int AS complete FROM appointment a
    WHERE a.id = ANY (${slots}) AND a.status = 'G'
      AND EXISTS (SELECT FROM audit u WHERE u.appointment_id = a.id AND u.action = 'booked')
      AND EXISTS (SELECT FROM mail m WHERE m.appointment_id = a.id)
  `.execute(db);
  return rows[0]?.complete ?? 0;
}
