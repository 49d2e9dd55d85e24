import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../server/db.ts';
import type { DB } from '../server/schema.ts';

type Table = keyof DB;

const of = (column: string) => (id: number) => sql<boolean>`${sql.ref(`x.${column}`)} = ${id}`;
const ofAppointment = (id: number) =>
  sql<boolean>`x.appointment_id IN (SELECT a.id FROM appointment a WHERE a.participant_id = ${id})`;

/**
 * Which rows of each table are about a person, and what they are in the person's words; null where none is. A new table
 * without an answer does not compile.
 */
const about: Record<Table, { words: string; rows: (id: number) => RawBuilder<boolean> } | null> = {
  person: { words: 'Dein Konto', rows: of('id') },
  participant: { words: 'Deine Weiterbildung', rows: of('person_id') },
  coach: { words: 'Dein Coachzugang', rows: of('person_id') },
  appointment: { words: 'Deine Termine', rows: of('participant_id') },
  rating: { words: 'Deine Bewertungen', rows: ofAppointment },
  document: { words: 'Deine Unterlagen, auch die von Coaches', rows: of('participant_id') },
  mail: { words: 'E-Mails an dich, ohne ihren Text: er wird nicht aufbewahrt', rows: of('person_id') },
  reminder: { words: 'Erinnerungen an deine Termine', rows: ofAppointment },
  reminder_choice: { words: 'Welche Erinnerungen du möchtest', rows: of('person_id') },
  calendar_feed: { words: 'Dein Kalender-Abo', rows: of('person_id') },
  session: { words: 'Deine laufenden Anmeldungen', rows: of('person_id') },
  credential: {
    words: 'Bestätigungslinks, vorläufige Passwörter und Geräte, auf denen du dich angemeldet hast',
    rows: of('person_id'),
  },
  second_factor: { words: 'Deine Anmeldung in zwei Schritten', rows: of('person_id') },
  recovery_code: { words: 'Deine Wiederherstellungscodes', rows: of('person_id') },
  audit: {
    words: 'Was du getan hast und was mit deinen Daten getan wurde',
    rows: (id) => sql<boolean>`${id} IN (x.actor_id, x.person_id)`,
  },
  coaching_type: null,
  location: null,
  migration: null,
  role: null,
  audit_seal: null,
  session_day: null,
  throttle: null,
  tracking: null,
};

/** What opens doors, or could be turned into something that does: told of, and not handed out. */
const secrets = new Set([
  ...[
    'person.password_hash',
    'session.id_hash',
    'session.companion_hash',
    'credential.hash',
    'calendar_feed.token_hash',
  ],
  ...['recovery_code.hash', 'second_factor.secret', 'document.store_key'],
]);

/** Columns that name a person by number. Another one than who asks is told by name where it is the coach, else not at all. */
const people = new Set([
  'person_id',
  'participant_id',
  'coach_id',
  'booked_by',
  'cancelled_by',
  'uploaded_by',
  'actor_id',
]);

/** Rows about a person, in a form for machines, with what they are in words. */
export interface Told {
  words: string;
  rows: Record<string, unknown>[];
}

/** Everything that the database holds about a person, by table; no secret, and of others the names of coaches alone. */
export async function dataAbout(db: Db, id: number): Promise<Record<string, Told>> {
  const told: Record<string, Told> = {};
  const coaches = await db
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select(['p.id', 'p.full_name as name'])
    .execute();
  const names = new Map(coaches.map((coach) => [coach.id, coach.name]));
  const who = (column: string, value: unknown) => {
    if (value === null) return null;
    if (value === id) return 'du';
    return (column === 'coach_id' ? names.get(Number(value)) : undefined) ?? 'jemand vom Portal';
  };
  for (const [table, entry] of Object.entries(about)) {
    if (!entry) continue;
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      SELECT to_jsonb(x) AS row FROM ${sql.table(table)} x WHERE ${entry.rows(id)} ORDER BY x::text
    `.execute(db);
    told[table] = {
      words: entry.words,
      rows: rows.map(({ row }) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([column]) => !secrets.has(`${table}.${column}`))
            .map(([column, value]) => [column, people.has(column) ? who(column, value) : value]),
        ),
      ),
    };
  }
  return told;
}
