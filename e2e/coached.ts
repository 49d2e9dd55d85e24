import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A participant of a test's own with one appointment that is over; the password is that of the demo accounts. */
export interface Coached {
  email: string;
  appointment: number;
}

/**
 * Writes such a participant straight into the server's database: no call of the contract books into the past. The
 * appointment lies a day and some random minutes back, at a coach of its own.
 */
export async function newCoached(): Promise<Coached> {
  const socket = join(realpathSync(process.env['E2E_DATA_DIR'] ?? ''), 'postgres-socket');
  const client = new pg.Client({ host: socket, user: 'portal_app', database: 'portal', ssl: false });
  await client.connect();
  try {
    const email = `${randomUUID()}@e2e.example`;
    const { rows } = await client.query<{ id: string }>(
      `WITH model AS (SELECT * FROM person WHERE email = 'teilnehmer@demo.example'),
        people AS (
          INSERT INTO person (role_id, email, first_name, last_name, gender, phone, password_hash, confirmed_at)
          SELECT role_id, $1, 'Robin', 'Rückblick', 'd', phone, password_hash, confirmed_at FROM model
          UNION ALL SELECT 2, 'coach.' || $1, 'Cleo', 'Rat', 'f', '0221123456', NULL, confirmed_at FROM model
          RETURNING id, role_id
        ),
        participants AS (
          INSERT INTO participant (person_id, qualification, qualification_start, qualification_end, location_id)
          SELECT people.id, p.qualification, p.qualification_start, p.qualification_end, p.location_id
          FROM people, model JOIN participant p ON p.person_id = model.id WHERE people.role_id = 1
          RETURNING person_id
        ),
        coaches AS (
          INSERT INTO coach (person_id, teams_link)
          SELECT id, 'https://teams.example/rat' FROM people WHERE role_id = 2 RETURNING person_id
        )
      INSERT INTO appointment (coach_id, type_id, starts_at, ends_at, status, participant_id)
      SELECT coaches.person_id, 1, now() - interval '26 hours', now() - interval '25 hours', 'G', participants.person_id
      FROM coaches, participants RETURNING id`,
      [email],
    );
    return { email, appointment: Number(rows[0]?.id) };
  } finally {
    await client.end();
  }
}
