import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { seedLocations } from '../db/locations.ts';
import { seedParticipants, createFreeSlots } from '../tests/support/bookings.ts';
import { openDb, openPool, transact, type Db } from '../src/platform/database/db.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { startEmbedded } from '../src/platform/postgres/embedded.ts';
import { startSession } from '../src/features/sessions/session.steps.ts';
import { inDatabase, runStatement } from '../tests/support/database.ts';
import { addAdmin } from '../tests/support/people.ts';

/** The amounts of data in the measured database; half of the past appointments are booked, half stayed free. */
export const size = { coaches: 20, free: 2000, participants: 2000, past: 20_000 };

/** A filled database: `participants` are session ids, `slots` free appointments, `coaches` e-mails. */
export interface BenchWorld {
  appUrl: string;
  ownerUrl: string;
  postgres: string;
  participants: string[];
  slots: number[];
  coaches: string[];
  admin: string;
  close(): Promise<void>;
}

/** A separate database, embedded in `dataDir` or on the server of BENCH_DATABASE_URL; deleted by `close()`. */
export async function openBenchWorld(dataDir: string): Promise<BenchWorld> {
  const server = process.env['BENCH_DATABASE_URL'];
  const { ownerUrl, appUrl, drop } = server ? await createDatabaseOn(server) : await startCluster(dataDir);
  await migrate(ownerUrl, appUrl, resolve(import.meta.dirname, '../db/migrations'));
  const pool = openPool(ownerUrl, 4);
  const contents = await fill(openDb(pool));
  await pool.end();
  return {
    appUrl,
    ownerUrl,
    ...contents,
    close: drop,
  };
}

/** Starts the embedded database as it is shipped: every commit is on disk before it is acknowledged. */
async function startCluster(dataDir: string) {
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  return { ownerUrl: embedded.migrateUrl, appUrl: embedded.url, drop: () => embedded.stop() };
}

async function createDatabaseOn(server: string) {
  const database = `bench_${randomUUID().replaceAll('-', '')}`;
  await runStatement(server, `CREATE DATABASE ${database}`);
  const url = inDatabase(server, database);
  const drop = () => runStatement(server, `DROP DATABASE ${database} WITH (FORCE)`);
  return { ownerUrl: url, appUrl: url, drop };
}

async function fill(db: Db) {
  await seedLocations(db);
  const participants = await seedParticipants(db, size.participants);
  const perCoach = size.free / size.coaches;
  const slots: number[] = [];
  for (let coach = 0; coach < size.coaches; coach++) slots.push(...(await createFreeSlots(db, perCoach)));
  await insertPastAppointments(db);
  const adminId = await addAdmin(db);
  const { sessionId: admin } = await transact(db, (tx) => startSession(tx, { shiftMs: 0 }, adminId));
  const coaches = await db
    .selectFrom('coach')
    .innerJoin('person', 'person.id', 'coach.person_id')
    .select('email')
    .execute();
  await sql`ANALYZE`.execute(db);
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
  return {
    participants,
    slots,
    coaches: coaches.map(({ email }) => email ?? ''),
    admin,
    postgres: rows[0]?.version ?? '',
  };
}

/**
 * Past appointments an hour apart. The booked ones were entered by staff; all participants have the same number, never
 * two at the same time. The free ones are a year earlier.
 */
async function insertPastAppointments(db: Db): Promise<void> {
  const perCoach = size.past / size.coaches / 2;
  const group = size.participants / size.coaches;
  await sql`
    WITH coaches AS (SELECT person_id, row_number() OVER (ORDER BY person_id) - 1 AS number FROM coach),
    people AS (SELECT person_id, row_number() OVER (ORDER BY person_id) - 1 AS number FROM participant)
    INSERT INTO appointment (coach_id, type_id, starts_at, ends_at, status, participant_id)
    SELECT c.person_id, 1, now() - n * interval '1 hour', now() - (n - 0.75) * interval '1 hour', 'G', p.person_id
    FROM coaches c, generate_series(1, ${perCoach}::int) n, people p
    WHERE p.number = c.number * ${group}::int + n % ${group}::int
  `.execute(db);
  await sql`
    INSERT INTO appointment (coach_id, type_id, starts_at, ends_at)
    SELECT coach_id, type_id, starts_at - interval '1 year', ends_at - interval '1 year' FROM appointment WHERE status = 'G'
  `.execute(db);
}
