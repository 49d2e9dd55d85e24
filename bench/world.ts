import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { seedLocations } from '../db/locations.ts';
import { seedParticipantSessions, createFreeSlots } from '../tests/support/bookings.ts';
import type { NewSession } from '../src/platform/http/calls/authentication.ts';
import { openDb, openPool, transact, type Db } from '../src/platform/database/db.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { startEmbedded } from '../src/platform/postgres/embedded.ts';
import { startSession } from '../src/features/sessions/session.steps.ts';
import { urlOfDatabase, runStatement } from '../tests/support/database.ts';
import { addAdmin } from '../tests/support/people.ts';

/**
 * The amounts of data in the measured database. `free` and `past` are numbers of appointments. Half of the past
 * appointments were booked, and the other half stayed free.
 */
export const amounts = { coaches: 20, free: 2000, participants: 2000, past: 20_000 };

/** A filled database. */
export interface BenchWorld {
  appUrl: string;
  ownerUrl: string;
  postgresVersion: string;
  /** The session ids of the participants. */
  participantSessions: string[];
  /** Ids of free appointments. */
  slots: number[];
  coachEmails: string[];
  /** A participant's session in a browser: its id, and the secret of its cookie. */
  browserSession: NewSession;
  /** The session id of an admin. */
  adminSession: string;
  close(): Promise<void>;
}

/**
 * Creates and fills a database. It is embedded in `dataDir`, or on the server of BENCH_DATABASE_URL, where `close`
 * deletes it.
 */
export async function openBenchWorld(dataDir: string): Promise<BenchWorld> {
  const serverUrl = process.env['BENCH_DATABASE_URL'];
  const { ownerUrl, appUrl, close } = serverUrl
    ? await createDatabaseOn(serverUrl)
    : await startEmbeddedDatabase(dataDir);
  await migrate(ownerUrl, appUrl, resolve(import.meta.dirname, '../db/migrations'));
  const pool = openPool(ownerUrl, 4);
  const contents = await fillWorld(openDb(pool));
  await pool.end();
  return {
    appUrl,
    ownerUrl,
    ...contents,
    close,
  };
}

/** Starts the embedded database with its usual settings: each commit is on disk before it is acknowledged. */
async function startEmbeddedDatabase(dataDir: string) {
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  return { ownerUrl: embedded.migrateUrl, appUrl: embedded.url, close: () => embedded.stop() };
}

async function createDatabaseOn(serverUrl: string) {
  const database = `bench_${randomUUID().replaceAll('-', '')}`;
  await runStatement(serverUrl, `CREATE DATABASE ${database}`);
  const url = urlOfDatabase(serverUrl, database);
  const close = () => runStatement(serverUrl, `DROP DATABASE ${database} WITH (FORCE)`);
  return { ownerUrl: url, appUrl: url, close };
}

async function fillWorld(db: Db) {
  await seedLocations(db);
  const participantSessions = await seedParticipantSessions(db, amounts.participants);
  const slotsPerCoach = amounts.free / amounts.coaches;
  const slots: number[] = [];
  for (let coach = 0; coach < amounts.coaches; coach++) slots.push(...(await createFreeSlots(db, slotsPerCoach)));
  await insertPastAppointments(db);
  const adminId = await addAdmin(db);
  const { sessionId: adminSession } = await transact(db, (tx) => startSession(tx, { shiftMs: 0 }, adminId));
  const { person_id } = await db
    .selectFrom('participant')
    .select('person_id')
    .orderBy('person_id')
    .executeTakeFirstOrThrow();
  const browserSession = await transact(db, (tx) => startSession(tx, { shiftMs: 0 }, person_id));
  const coaches = await db
    .selectFrom('coach')
    .innerJoin('person', 'person.id', 'coach.person_id')
    .select('email')
    .execute();
  await sql`ANALYZE`.execute(db);
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
  return {
    participantSessions,
    slots,
    coachEmails: coaches.map(({ email }) => email ?? ''),
    browserSession,
    adminSession,
    postgresVersion: rows[0]?.version ?? '',
  };
}

/**
 * Inserts past appointments, one each hour for each coach. The booked appointments were entered by staff. All
 * participants have the same number of bookings, and never two at the same time. The free appointments are a year
 * earlier.
 */
async function insertPastAppointments(db: Db): Promise<void> {
  const bookedPerCoach = amounts.past / amounts.coaches / 2;
  const participantsPerCoach = amounts.participants / amounts.coaches;
  await sql`
    WITH coaches AS (SELECT person_id, row_number() OVER (ORDER BY person_id) - 1 AS number FROM coach),
    people AS (SELECT person_id, row_number() OVER (ORDER BY person_id) - 1 AS number FROM participant)
    INSERT INTO appointment (coach_id, type_id, starts_at, ends_at, status, participant_id)
    SELECT c.person_id, 1, now() - n * interval '1 hour', now() - (n - 0.75) * interval '1 hour', 'G', p.person_id
    FROM coaches c, generate_series(1, ${bookedPerCoach}::int) n, people p
    WHERE p.number = c.number * ${participantsPerCoach}::int + n % ${participantsPerCoach}::int
  `.execute(db);
  await sql`
    INSERT INTO appointment (coach_id, type_id, starts_at, ends_at)
    SELECT coach_id, type_id, starts_at - interval '1 year', ends_at - interval '1 year' FROM appointment WHERE status = 'G'
  `.execute(db);
}
