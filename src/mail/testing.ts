import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { openDb, openPool, transact, type Clock, type Db } from '../server/db.ts';
import type { Log } from '../server/log.ts';
import { migrate } from '../server/migrate.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { queueMail, type QueuedMail } from './outbox.ts';

/** A migrated database of its own with the parts that the mail worker needs; for tests. */
export interface MailWorld {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  settings: Settings;
  log: Log;
  /** All that was logged so far. */
  logged(): string;
  /** Queues mails as a handler does and answers their ids. */
  queue(...mails: QueuedMail[]): Promise<string[]>;
  end(): Promise<void>;
}

/**
 * Makes a world in a running PostgreSQL; the pool is the app's restricted role. `env` overrides settings. With `given`
 * the database of the URLs is used as it is, else a new one beside it.
 */
export async function makeMailWorld(
  { migrateUrl, url }: { migrateUrl: string; url: string },
  env: Record<string, string> = {},
  given = false,
): Promise<MailWorld> {
  const name = `mail_${randomUUID().replaceAll('-', '')}`;
  const inDatabase = (address: string) => {
    const changed = new URL(address);
    if (!given) changed.pathname = `/${name}`;
    return changed.href;
  };
  if (!given) await asOwner(migrateUrl, `CREATE DATABASE ${name}`);
  const role = new URL(url).username;
  await migrate(inDatabase(migrateUrl), role === new URL(migrateUrl).username ? null : role, 'db/migrations');
  const pool = openPool(inDatabase(url));
  const db = openDb(pool);
  const dataDir = mkdtempSync(join(tmpdir(), 'mail-test-'));
  let lines = '';
  const log: Log = pino({ level: 'debug' }, { write: (line: string) => void (lines += line) });
  return {
    db,
    pool,
    clock: { shiftMs: 0 },
    settings: readSettings({ DATA_DIR: dataDir, PUBLIC_URL: 'https://portal.example', ...env }),
    log,
    logged: () => lines,
    async queue(...mails) {
      const before = await db.selectFrom('mail').select('id').execute();
      await transact(db, (tx) => queueMail(tx, mails));
      const after = await db.selectFrom('mail').select('id').orderBy('created_at').execute();
      return after.map(({ id }) => id).filter((id) => !before.some((old) => old.id === id));
    },
    async end() {
      await db.destroy();
      if (!given) await asOwner(migrateUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Stores a confirmed participant, or whatever `columns` say, and answers the id. */
export async function addPerson(db: Db, columns: Partial<Parameters<typeof rowOf>[0]> = {}): Promise<number> {
  const { id } = await db.insertInto('person').values(rowOf(columns)).returning('id').executeTakeFirstOrThrow();
  return id;
}

function rowOf(columns: {
  email?: string;
  first_name?: string;
  last_name?: string;
  confirmed_at?: Date | null;
  inactive_at?: Date | null;
}) {
  const usual = { email: `${randomUUID()}@example.org`, first_name: 'Ada', last_name: 'Beispiel' };
  return { ...usual, gender: 'f', role_id: 1, confirmed_at: new Date(), ...columns };
}

/** Stores a coach and a participant with a coaching between them; times are instants. */
export async function addBooking(
  db: Db,
  facts: { startsAt: Date; endsAt: Date; participantName?: string; coachName?: string; status?: 'G' | 'K' },
): Promise<{ coach: number; participant: number; appointment: number }> {
  const participant = await addPerson(db, { last_name: facts.participantName ?? 'Beispiel' });
  const coach = await addPerson(db, { first_name: 'Cora', last_name: facts.coachName ?? 'Coach' });
  const location = await db
    .insertInto('location')
    .values({ label: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('participant')
    .values({
      ...{ person_id: participant, qualification: 'Umschulung', location_id: location.id },
      ...{ qualification_start: '2026-01-01', qualification_end: '2027-01-01' },
    })
    .execute();
  await db.insertInto('coach').values({ person_id: coach, teams_link: 'https://teams.example/cora?a=1&b=2' }).execute();
  const { id } = await db
    .insertInto('appointment')
    .values({
      ...{ coach_id: coach, participant_id: participant, type_id: 1, starts_at: facts.startsAt, ends_at: facts.endsAt },
      ...(facts.status === 'K' ? { status: 'K', cancel_kind: 'byParticipant' } : { status: 'G' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { coach, participant, appointment: id };
}
