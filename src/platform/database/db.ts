import { Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
import pg from 'pg';
import { dateOf } from '../../shared/berlin.ts';
import { createPipeliningPool } from './prepared.ts';
import type { DB } from './tables.generated.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

// The ids of PostgreSQL's types (OIDs).
const int8 = 20;
const date = 1082;
const timestamptz = 1184;

const parseAnyTimestamp = pg.types.getTypeParser(timestamptz) as (text: string) => Date;

/**
 * Parses a timestamp. A timestamp in UTC, such as '2026-11-21 09:30:00.5+00', is parsed by `Date`, which is faster. A
 * timestamp in any other zone is parsed by `pg`.
 */
function parseTimestamp(text: string): Date {
  if (!text.endsWith('+00')) return parseAnyTimestamp(text);
  const utc = new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  return Number.isNaN(utc.getTime()) ? parseAnyTimestamp(text) : utc;
}

/**
 * Reads `bigint` values as numbers, because ids stay far below 2^53, and `date` values as strings `yyyy-mm-dd` instead
 * of a local midnight.
 */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number;
    if (oid === date) return String;
    if (oid === timestamptz && format !== 'binary') return parseTimestamp;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/**
 * The time limits of a job in the database, in milliseconds. They are far above what a statement or a lock takes unless
 * something hangs. The limit for idle transactions is the longest, because a transaction is idle while it hands a mail
 * to the SMTP server.
 */
const jobLimits = {
  statement_timeout: 60_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 330_000,
};

/**
 * The time limits of a call in the database, in milliseconds. They are shorter than the limits of a job, because a
 * person waits for the answer. A call that reaches a limit is answered with 503, and the client may try again. A call
 * waits at most two seconds for a connection, so that no queue builds up while all connections are blocked.
 */
export const callLimits = {
  ...jobLimits,
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  connectionTimeoutMillis: 2_000,
};

/**
 * Raises the statement and lock timeouts of a call's transaction to the limits of a job. Imports and exports need this:
 * their statements take long, and an import that was cancelled keeps its locks until it notices the cancellation.
 */
export async function applyJobTimeouts(tx: Tx): Promise<void> {
  for (const limit of ['statement_timeout', 'lock_timeout'] as const)
    await sql`SET LOCAL ${sql.raw(limit)} = ${sql.lit(jobLimits[limit])}`.execute(tx);
}

/**
 * Opens a pool of connections. They have the time limits of a job unless `overrides` sets others. An idle connection
 * that dies is dropped and does not end the process.
 */
export function openPool(url: string, max = 20, overrides: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: typeParsers,
    connectionTimeoutMillis: 10_000,
    ...jobLimits,
    application_name: 'coaching-portal',
    pipeline: true,
    ...overrides,
  });
  pool.on('error', () => {});
  // When a connection in use dies, its query fails. Without this listener, the process would end, too.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Creates the typed query builder on top of a pool. */
export function openDb(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: createPipeliningPool(pool) }) });
}

const serializationFailure = '40001';
const deadlock = '40P01';

/**
 * Like `transact`, for a call that is made with a token (its id; null without one): the entries of the audit log that
 * `work` writes get the token's id.
 */
export async function transactWithToken<T>(db: Db, token: number | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (token === null) return transact(db, work);
  return transact(db, async (tx) => {
    await sql`SELECT set_config('portal.token_id', ${String(token)}, true)`.execute(tx);
    return work(tx);
  });
}

/** Runs `work` in a transaction, and repeats it up to three times after a deadlock or a serialization failure. */
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

/** Returns the SQLSTATE or the system error code of an error, or '' if it has neither. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns the name of the constraint that a write violated, or '' for any other error. */
export function constraintOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? '') : '';
}

/**
 * Runs `write` and returns null if it succeeds. `codes` maps names of constraints to codes of refusals: if `write`
 * violates one of these constraints, its code is returned. Any other error is rethrown.
 */
export async function catchViolation<Code extends string>(
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

/** Whether an error means that the database is unavailable or restarting. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  // SQLSTATE codes for a shutdown or restart, a failed connection and too many connections, and system error codes.
  if (/^(57P0[123]|08...|53300|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code)) return true;
  // ENOENT means that the database's socket is missing, but also that any other file is.
  if (code === 'ENOENT') return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return (
    error instanceof Error &&
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(error.message)
  );
}

/** Whether an error means that the database is overloaded: a time limit was reached, or `transact` gave up. */
export function isDatabaseBusy(error: unknown): boolean {
  // Statement timeout, lock timeout, idle transaction timeout, serialization failure, deadlock.
  return /^(57014|55P03|25P03|40001|40P01)$/.test(codeOf(error));
}

/**
 * The clock on which all decisions are based: the database's clock, shifted by `shiftMs`, which is 0 except in
 * tests.
 */
export interface Clock {
  shiftMs: number;
}

/**
 * The current instant as SQL. The database evaluates it when the statement runs, so rows must be locked in an earlier
 * statement.
 */
export function now(clock: Clock): RawBuilder<Date> {
  return clock.shiftMs === 0
    ? sql<Date>`clock_timestamp()`
    : sql<Date>`(clock_timestamp() + ${clock.shiftMs}::double precision * interval '1 millisecond')`;
}

/** Like `now`, for a statement written as text: `parameter`, such as `$3`, stands for `clock.shiftMs`. */
export const nowShifted = (parameter: string) =>
  `(clock_timestamp() + ${parameter}::double precision * interval '1 millisecond')`;

/** Reads the current instant from the database's clock. */
export async function readClock(db: Db | Tx, clock: Clock): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT ${now(clock)} AS now`.execute(db);
  return rows[0]?.now ?? new Date(Number.NaN);
}

/** Reads the current date in Berlin, `yyyy-mm-dd`, from the database's clock. */
export async function readToday(db: Db | Tx, clock: Clock): Promise<string> {
  return dateOf(await readClock(db, clock));
}
