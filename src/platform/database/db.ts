import { Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import pg from 'pg';
import { namingPool } from './prepared.ts';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

const int8 = 20;
const date = 1082;
const timestamptz = 1184;

const parseInstant = pg.types.getTypeParser(timestamptz) as (text: string) => Date;

/** An instant as the database writes it: '2026-11-21 09:30:00.5+00' by the engine's own parser, any other zone by the library's. */
function instant(text: string): Date {
  if (!text.endsWith('+00')) return parseInstant(text);
  const utc = new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  return Number.isNaN(utc.getTime()) ? parseInstant(text) : utc;
}

/** bigint ids as numbers (they stay far below 2^53) and calendar dates as `yyyy-mm-dd`, never as local midnight. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number;
    if (oid === date) return String;
    if (oid === timestamptz && format !== 'binary') return instant;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/**
 * How long the database works for a job at most, in milliseconds: a minute is many times what the slowest honest statement
 * takes; whoever waits for a lock longer than ten seconds waits for something that hangs. A transaction without a
 * statement is a mail being handed over, which holds its lock meanwhile and is given up after five minutes.
 */
const jobLimits = {
  statement_timeout: 60_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 330_000,
};

/**
 * The same for calls, where a person waits: they get 503 and may come again. The import takes the time of a job. When all
 * connections are held up, nobody waits for one for more than two seconds, so that those who wait do not grow in number.
 */
export const callLimits = {
  ...jobLimits,
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  connectionTimeoutMillis: 2_000,
};

/** Gives a transaction of a call the time of a job, for locks too: a cancelled import holds its calendars until it notices. */
export async function takeTime(tx: Tx): Promise<void> {
  for (const limit of ['statement_timeout', 'lock_timeout'] as const)
    await sql`SET LOCAL ${sql.raw(limit)} = ${sql.lit(jobLimits[limit])}`.execute(tx);
}

/** Opens the connections to a database, with the limits of jobs unless `more` says otherwise. An idle connection that dies is dropped, it does not end the process. */
export function openPool(url: string, max = 20, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    ...jobLimits,
    application_name: 'coaching-portal',
    pipeline: true,
    ...more,
  });
  pool.on('error', () => {});
  // A connection in use reports its end to the query under way; without a listener it would end Node as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The typed query builder on top of a pool. */
export function openDb(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: namingPool(pool) }) });
}

const serializationFailure = '40001';
const deadlock = '40P01';

/** One transaction; a whole one is tried again up to three times where the database asks for it. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = codeOf(error);
      if (attempt > 3 || (code !== serializationFailure && code !== deadlock)) throw error;
    }
  }
}

/** SQLSTATE or system error code of an error, '' where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The name of the constraint that a write ran into, '' for any other error. */
export function constraintOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? '') : '';
}

/**
 * Turns a broken constraint into the refusal of the same meaning: runs `write`, answers null when it went through, the
 * code from `meanings` when one of those constraints refused it. Any other error flies on.
 */
export async function refusedBy<Code extends string>(
  meanings: Record<string, Code>,
  write: () => Promise<unknown>,
): Promise<Code | null> {
  try {
    await write();
    return null;
  } catch (error) {
    const code = meanings[constraintOf(error)];
    if (code) return code;
    throw error;
  }
}

/** Whether an error says that the database is away or restarting, rather than that the query was wrong. */
export function databaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(57P0[123]|08...|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(code)) return true;
  return (
    error instanceof Error &&
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(error.message)
  );
}

/** Whether an error says that the database had too much to do: a limit of time was reached, or the retries were. */
export function databaseBusy(error: unknown): boolean {
  return /^(57014|55P03|25P03|40001|40P01)$/.test(codeOf(error));
}

/** The clock that decisions use: the database's, which only tests shift. */
export interface Clock {
  shiftMs: number;
}

/** The instant of the decision as SQL, read when it is evaluated: place it behind the lock. */
export function now(clock: Clock): RawBuilder<Date> {
  return clock.shiftMs === 0
    ? sql<Date>`clock_timestamp()`
    : sql<Date>`(clock_timestamp() + ${clock.shiftMs}::double precision * interval '1 millisecond')`;
}

/** The same in a statement that is written out; `parameter`, such as `$3`, stands for the clock's shift. */
export const nowShifted = (parameter: string) =>
  `(clock_timestamp() + ${parameter}::double precision * interval '1 millisecond')`;
