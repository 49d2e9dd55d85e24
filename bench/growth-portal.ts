import { sql, type RawBuilder } from 'kysely';
import { hashPassword } from '../src/platform/password-hash.ts';
import { openDb, openPool, transact } from '../src/platform/database/db.ts';
import { startSession } from '../src/features/sessions/session.steps.ts';
import type { FilledDatabase } from './filled.ts';
import { startServer } from './server.ts';

/** The password of all people who sign in for these measurements. */
export const password = 'Wachstum-2026!';

/** A person with a live session. */
export interface Person {
  id: number;
  email: string;
  fullName: string;
  sessionId: string;
}

/** A portal on the small or the large database. The people in it have the same amount of data on both portals. */
export interface Portal {
  address: string;
  admin: Person;
  coach: Person;
  speedCoach: Person;
  /** A participant of the coach. No other participant of the coach has the same full name. */
  ownParticipant: Person;
  /** A document that this participant uploaded. */
  ownDocument: number;
  /** For each turn, a participant who can book and is not on the waiting list. The first participant has eight appointments and one document. */
  participants: Person[];
  /** For each turn, a free Einzelcoaching that the participant of the turn can book and then cancel. */
  slots: number[];
  /** For each turn, a past coaching that is not rated, and its participant. */
  unratedCoachings: { id: number; participant: Person }[];
  /** A day, `yyyy-mm-dd`. The coach has no appointments on it or later. */
  emptyDay: string;
  /** Stops the portal and deletes the ratings of the turns. */
  close(): Promise<void>;
}

/**
 * Starts a portal on a filled database, and finds the data that the calls use in this many turns. Throws if there are
 * not enough data.
 */
export async function openPortal(filledDatabase: FilledDatabase, dataDir: string, turns: number): Promise<Portal> {
  const pool = openPool(filledDatabase.ownerUrl, 1);
  const db = openDb(pool);
  const passwordHash = await hashPassword(password);
  const signIn = async (id: number): Promise<Person> => {
    const person = await db
      .updateTable('person')
      .set({ password_hash: passwordHash })
      .where('id', '=', id)
      .returning(['id', sql<string>`email`.as('email'), 'full_name as fullName'])
      .executeTakeFirstOrThrow();
    const { sessionId } = await transact(db, (tx) => startSession(tx, { shiftMs: 0 }, id));
    return { ...person, sessionId };
  };
  const findRows = async <T>(statement: RawBuilder<T>, minRows: number): Promise<T[]> => {
    const { rows } = await statement.execute(db);
    if (rows.length < minRows) throw new Error('This database has no data or too little: npm run bench -- fill');
    return rows;
  };
  const signInFirst = async (statement: RawBuilder<{ id: number }>) =>
    signIn((await findRows(statement, 1))[0]?.id ?? 0);
  const admin = await signInFirst(sql`SELECT id FROM person WHERE email = 'admin@probe.example'`);
  const coach = await signInFirst(sql`SELECT id FROM person WHERE email = 'c1@probe.example'`);
  const speedCoach = await signInFirst(sql`SELECT id FROM person WHERE email = 'c2@probe.example'`);
  await db.updateTable('coach').set({ speed_coach: true }).where('person_id', '=', speedCoach.id).execute();
  const unratedRows = await findRows(selectUnratedCoachings(turns), turns);
  const [emptyDayRow] = await findRows(selectEmptyDay(coach.id), 1);
  const participants: Person[] = [];
  const slots: number[] = [];
  for (const { id } of await findRows(selectParticipantsWhoCanBook(turns), turns)) {
    participants.push(await signIn(id));
    for (const slot of await findRows(selectFreeSlot(id, slots), 1)) slots.push(slot.id);
  }
  const unratedCoachings: Portal['unratedCoachings'] = [];
  for (const { id, participant } of unratedRows) unratedCoachings.push({ id, participant: await signIn(participant) });
  const ownParticipant = await signInFirst(selectOwnParticipant(coach.id));
  const [ownDocumentRow] = await findRows(selectOwnDocument(ownParticipant.id), 1);
  const urls = { DATABASE_URL: filledDatabase.appUrl, DATABASE_MIGRATE_URL: filledDatabase.ownerUrl };
  const server = await startServer({ ...urls, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' });
  return {
    address: server.address,
    admin,
    coach,
    speedCoach,
    ownParticipant,
    ownDocument: ownDocumentRow?.id ?? 0,
    participants,
    slots,
    unratedCoachings,
    emptyDay: emptyDayRow?.day ?? '',
    async close() {
      await sql`DELETE FROM rating WHERE appointment_id = ANY (${unratedRows.map(({ id }) => id)})`.execute(db);
      await pool.end();
      await server.stop();
    },
  };
}

const selectParticipantsWhoCanBook = (howMany: number) => sql<{ id: number }>`
  SELECT p.id FROM person p JOIN participant t ON t.person_id = p.id, LATERAL (
    SELECT count(*) FILTER (WHERE a.status IN ('G', 'V') OR a.cancel_kind = 'goodwill') = 8
        AND (SELECT count(*) FROM document d WHERE d.participant_id = p.id) = 1 AS preferred, count(a.quota_number) AS used
    FROM appointment a WHERE a.participant_id = p.id
  ) own
  WHERE p.inactive_at IS NULL AND own.used < 3
    AND NOT EXISTS (SELECT FROM waiting_entry e WHERE e.person_id = p.id AND e.ended_at IS NULL)
  ORDER BY own.preferred DESC, p.id DESC LIMIT ${howMany}
`;

const selectFreeSlot = (participant: number, takenSlots: number[]) => sql<{ id: number }>`
  SELECT f.id FROM appointment f
  WHERE f.status = 'F' AND f.type_id = 1 AND f.starts_at > now() + interval '3 days'
    AND NOT f.id = ANY (${takenSlots}::bigint[])
    AND NOT EXISTS (
      SELECT FROM appointment g
      WHERE g.participant_id = ${participant} AND g.status = 'G' AND g.starts_at < f.ends_at AND f.starts_at < g.ends_at
    )
  ORDER BY f.starts_at DESC, f.id LIMIT 1
`;

const selectUnratedCoachings = (howMany: number) => sql<{ id: number; participant: number }>`
  SELECT DISTINCT ON (participant_id) a.id, a.participant_id AS participant
  FROM appointment a JOIN person p ON p.id = a.participant_id
  WHERE a.status = 'G' AND a.ends_at < now() AND a.starts_at > now() - interval '20 days' AND p.inactive_at IS NULL
    AND NOT EXISTS (SELECT FROM rating r WHERE r.appointment_id = a.id)
  ORDER BY participant_id LIMIT ${howMany}
`;

/** Selects the participant with the longest unique name: no other participant's name begins with it. */
const selectOwnParticipant = (coach: number) => sql<{ id: number }>`
  SELECT min(p.id) AS id FROM person p
  WHERE p.inactive_at IS NULL AND EXISTS (SELECT FROM appointment a WHERE a.participant_id = p.id AND a.coach_id = ${coach})
  GROUP BY p.full_name HAVING count(*) = 1 ORDER BY length(p.full_name) DESC, p.full_name LIMIT 1
`;

const selectOwnDocument = (participant: number) => sql<{ id: number }>`
  SELECT id FROM document WHERE participant_id = ${participant} AND NOT by_coach ORDER BY id LIMIT 1
`;

const selectEmptyDay = (coach: number) => sql<{ day: string }>`
  SELECT (greatest(max(starts_at), now()) + interval '2 days')::date::text AS day FROM appointment WHERE coach_id = ${coach}
`;
