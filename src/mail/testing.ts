import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { openDb, openPool, transact, type Clock, type Db } from '../server/db.ts';
import type { Log } from '../server/log.ts';
import type { Settings } from '../server/settings.ts';
import { queueMail, type QueuedMail } from './outbox.ts';

/** The parts that a mail worker needs, on a migrated database; for tests. */
export interface MailParts {
  db: Db;
  pool: Pool;
  clock: Clock;
  settings: Settings;
  log: Log;
  nightly: () => Promise<void>;
  jobs: Record<string, never>;
  /** All that was logged so far. */
  logged(): string;
  /** Queues one mail as a handler does and answers its id. */
  queue(mail: QueuedMail): Promise<string>;
  /** Stores a person, confirmed and active unless `columns` say otherwise, and answers the id. */
  person(columns?: Columns): Promise<number>;
}

interface Columns {
  email?: string;
  first_name?: string;
  confirmed_at?: Date | null;
  inactive_at?: Date | null;
}

/** Opens the parts with the app's restricted role; `pool.end()` closes them. */
export function openMailParts(url: string, settings: Settings): MailParts {
  const pool = openPool(url);
  const db = openDb(pool);
  let lines = '';
  const log: Log = pino({ level: 'debug' }, { write: (line: string) => void (lines += line) });
  return {
    ...{ db, pool, settings, log, clock: { shiftMs: 0 }, nightly: () => Promise.resolve(), jobs: {} },
    logged: () => lines,
    async queue(mail) {
      const before = (await db.selectFrom('mail').select('id').execute()).map(({ id }) => id);
      await transact(db, (tx) => queueMail(tx, [mail]));
      const after = (await db.selectFrom('mail').select('id').execute()).map(({ id }) => id);
      return after.find((id) => !before.includes(id)) ?? '';
    },
    async person(columns = {}) {
      const usual = { first_name: 'Ada', last_name: 'Beispiel', gender: 'f', role_id: 1, confirmed_at: new Date() };
      const row = { ...usual, email: `${randomUUID()}@example.org`, ...columns };
      const { id } = await db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow();
      return id;
    },
  };
}
