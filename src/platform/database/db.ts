import { Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import pg from 'pg';
import { dateOf } from '../../shared/berlin.ts';
import { pipeliningPool } from './prepared.ts';
import type { DB } from './tables.generated.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

const int8 = 20;
const date = 1082;
const timestamptz = 1184;

const parseInstant = pg.types.getTypeParser(timestamptz) as (text: string) => Date;

/**
 * Parses an instant such as '2026-11-21 09:30:00.5+00' with the engine's fast parser, and one in any other zone with
 * the library's parser.
 */
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
 * Time limits for the database's work for a job, in milliseconds. A minute is many times what the slowest legitimate
 * statement takes; a lock that is held for more than ten seconds belongs to something that hangs. A transaction that
 * hands a mail to the SMTP server is idle and holds its lock meanwhile; it gives up after five minutes.
 */
const jobLimits = {
  statement_timeout: 60_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 330_000,
};

/**
 * The limits for calls, where a person waits: a call that reaches one is answered 503, and the client may try again.
 * The import gets the limits of a job. A call waits at most two seconds for a connection, so that no queue builds up
 * while all connections are blocked.
 */
export const callLimits = {
  ...jobLimits,
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  connectionTimeoutMillis: 2_000,
};

/**
 * Gives a transaction of a call the limits of a job, including the one for locks: a cancelled import holds the locks of
 * its calendars until it notices that it was cancelled.
 */
export async function allowJobTime(tx: Tx): Promise<void> {
  for (const limit of ['statement_timeout', 'lock_timeout'] as const)
    await sql`SET LOCAL ${sql.raw(limit)} = ${sql.lit(jobLimits[limit])}`.execute(tx);
}

/**
 * Opens a pool of connections, with the limits of jobs unless `overrides` sets others. An idle connection that dies is
 * dropped and does not end the process.
 */
export function openPool(url: string, max = 20, overrides: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    ...jobLimits,
    application_name: 'coaching-portal',
    pipeline: true,
    ...overrides,
  });
  pool.on('error', () => {});
  // A connection in use reports its end to the query under way; without a listener it would end Node as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The typed query builder on top of a pool. */
export function openDb(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pipeliningPool(pool) }) });
}

const serializationFailure = '40001';
const deadlock = '40P01';

/** Runs one transaction, and repeats it up to three times after a deadlock or a serialization failure. */
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

/** The SQLSTATE or system error code of an error; '' if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The name of the constraint that a write violates, '' for any other error. */
export function constraintOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? '') : '';
}

/**
 * Runs `write` and returns null if it succeeds. If it violates one of the constraints in `codes`, returns the code of
 * the refusal given there. Any other error is rethrown.
 */
export async function refusalOfWrite<Code extends string>(
  codes: Record<string, Code>,
  write: () => Promise<unknown>,
): Promise<Code | null> {
  try {
    await write();
    return null;
  } catch (error) {
    const code = codes[constraintOf(error)];
    if (code) return code;
    throw error;
  }
}

/** Whether an error means that the database is unavailable or restarting, not that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(57P0[123]|08...|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(code)) return true;
  return (
    error instanceof Error &&
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(error.message)
  );
}

/** Whether an error means that the database is overloaded: a time limit was reached, or the last retry failed. */
export function isDatabaseBusy(error: unknown): boolean {
  return /^(57014|55P03|25P03|40001|40P01)$/.test(codeOf(error));
}

/** The database's clock, on which all decisions are based; only tests shift it. */
export interface Clock {
  shiftMs: number;
}

/** The current instant as SQL, evaluated when the statement runs: use it after locking. */
export function now(clock: Clock): RawBuilder<Date> {
  return clock.shiftMs === 0
    ? sql<Date>`clock_timestamp()`
    : sql<Date>`(clock_timestamp() + ${clock.shiftMs}::double precision * interval '1 millisecond')`;
}

/** Like `now`, for a statement written as text; `parameter`, such as `$3`, holds the shift of the clock. */
export const nowShifted = (parameter: string) =>
  `(clock_timestamp() + ${parameter}::double precision * interval '1 millisecond')`;

/** The current instant of the database's clock. */
export async function readClock(db: Db | Tx, clock: Clock): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT ${now(clock)} AS now`.execute(db);
  return rows[0]?.now ?? new Date(Number.NaN);
}

/** The Berlin date of the database's clock, `yyyy-mm-dd`. */
export async function readToday(db: Db | Tx, clock: Clock): Promise<string> {
  return dateOf(await readClock(db, clock));
}
