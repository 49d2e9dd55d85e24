import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDb, openPool, type Db } from '../../src/platform/database/db.ts';
import { addCoach, addParticipant } from '../support/people.ts';

/** The id of the coaching type 'Einzelcoaching'. */
const einzelcoachingTypeId = 1;
/** The status of a booked appointment ('gebucht'). */
const bookedStatus = 'G';

/** A new participant with one past appointment, and with the password of the demo accounts. */
export interface PastCoaching {
  email: string;
  appointmentId: number;
}

/**
 * Inserts a new participant with a past appointment directly into the server's database, because no call can book a
 * past appointment. The appointment began 26 hours ago, and its coach is new and has no other appointments.
 */
export function createPastCoaching(): Promise<PastCoaching> {
  return withDatabase(async (db) => {
    const demoParticipant = await db
      .selectFrom('person')
      .innerJoin('participant', 'person_id', 'id')
      .select(['password_hash', 'phone', 'qualification', 'qualification_start', 'qualification_end'])
      .where('email', '=', 'teilnehmer@demo.example')
      .executeTakeFirstOrThrow();
    const { password_hash, phone, ...profile } = demoParticipant;
    const email = `${randomUUID()}@e2e.example`;
    const name = { first_name: 'Robin', last_name: 'Rückblick' };
    const participantId = await addParticipant(db, { email, ...name, password_hash, phone }, profile);
    const coachId = await addCoach(db, { first_name: 'Cleo', last_name: 'Rat' });
    const { id } = await db
      .insertInto('appointment')
      .values({
        coach_id: coachId,
        type_id: einzelcoachingTypeId,
        status: bookedStatus,
        participant_id: participantId,
        starts_at: sql<Date>`now() - interval '26 hours'`,
        ends_at: sql<Date>`now() - interval '25 hours'`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { email, appointmentId: id };
  });
}

/**
 * Inserts a new coach directly into the server's database, with seven ratings of 2 to 5 stars by different
 * participants. Returns the coach's e-mail address. The coach has the password of the demo accounts.
 */
export function createRatedCoach(): Promise<string> {
  return withDatabase(async (db) => {
    const { password_hash } = await db
      .selectFrom('person')
      .select('password_hash')
      .where('email', '=', 'coach@demo.example')
      .executeTakeFirstOrThrow();
    const email = `${randomUUID()}@e2e.example`;
    const coach_id = await addCoach(db, { email, password_hash });
    for (let daysAgo = 1; daysAgo <= 7; daysAgo++) {
      const { id: appointment_id } = await db
        .insertInto('appointment')
        .values({
          coach_id,
          type_id: einzelcoachingTypeId,
          status: bookedStatus,
          participant_id: await addParticipant(db, { email: `${randomUUID()}@e2e.example` }),
          starts_at: sql<Date>`now() - ${daysAgo}::int * interval '1 day' - interval '1 hour'`,
          ends_at: sql<Date>`now() - ${daysAgo}::int * interval '1 day'`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const stars = 2 + (daysAgo % 4);
      await db
        .insertInto('rating')
        .values({
          appointment_id,
          collaboration: stars,
          open_questions: stars,
          application_process: stars,
          competencies: stars,
          documents: stars,
          recommendation: stars,
          personal_feedback: 'Sehr geduldig, vielen Dank!',
        })
        .execute();
    }
    return email;
  });
}

/** Runs `work` on the server's database, for changes that no call can make. */
export async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const socket = join(realpathSync(process.env['E2E_DATA_DIR'] ?? ''), 'postgres-socket');
  const pool = openPool(`postgres://portal_app@localhost/portal?host=${encodeURIComponent(socket)}`, 1);
  try {
    return await work(openDb(pool));
  } finally {
    await pool.end();
  }
}
