import { sql } from 'kysely';
import { installationId } from '../../platform/database/installation.ts';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';

/** A seal as stored. Instants are ISO 8601 in UTC, with microseconds; hashes are lower-case hex. */
export interface Seal {
  /** 1, 2, 3, … without a gap. */
  number: number;
  /** The seal covers the entries after those of the previous seal, up to this id. */
  lastId: number;
  entries: number;
  /** The latest instant among its entries; null if it has none. */
  newestAt: string | null;
  /** Entries up to this id were due for deletion when the seal was made, and may have been deleted. */
  releasedTo: number;
  sealedAt: string;
  entriesHash: string;
  hash: string;
}

/** An entry as it is hashed, with every column of the table. */
export interface SealedEntry {
  id: number;
  at: string;
  values: (string | number | null)[];
}

/** The arbitrary number of the lock under which one instance seals while the others wait. */
const sealLock = 7_203_120;

/** The maximum number of entries that are read in one query and that one seal covers. */
const pageSize = 10_000;

const inUtc = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** All seals after a number, in order. */
export async function selectSealsAfter(db: Db | Tx, number: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    SELECT number, last_id AS "lastId", entries, ${inUtc('newest_at')} AS "newestAt", let_go_to AS "releasedTo",
      ${inUtc('sealed_at')} AS "sealedAt", encode(entries_hash, 'hex') AS "entriesHash", encode(hash, 'hex') AS hash
    FROM audit_seal WHERE number > ${number} ORDER BY number
  `.execute(db);
  return rows;
}

/** The newest seal; null if nothing has been sealed yet. */
export async function findNewestSeal(db: Db | Tx): Promise<Seal | null> {
  const { rows } = await sql<{ number: number | null }>`SELECT max(number) AS number FROM audit_seal`.execute(db);
  const [newest] = rows[0]?.number ? await selectSealsAfter(db, rows[0].number - 1) : [];
  return newest ?? null;
}

/** The entries after the id `after` up to the id `last`, in pages ordered by id. */
export async function* selectEntriesBetween(tx: Tx, after: number, last: number): AsyncGenerator<SealedEntry[]> {
  for (let from = after; from < last;) {
    const { rows } = await sql<Record<string, string | number | null> & { id: number; at: string }>`
      SELECT id, ${inUtc('at')} AS at, actor_id, action, person_id, appointment_id, document_id,
        ${inUtc('appointment_starts_at')} AS starts_at
      FROM audit WHERE id > ${from} AND id <= ${last} ORDER BY id LIMIT ${pageSize}
    `.execute(tx);
    if (rows.length > 0) yield rows.map((row) => ({ id: row.id, at: row.at, values: Object.values(row) }));
    from = rows.length < pageSize ? last : (rows.at(-1)?.id ?? last);
  }
}

/** The id of the last entry that is visible at this moment; 0 for an empty log. */
export async function findLastEntry(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM audit`.execute(db);
  return rows[0]?.last ?? 0;
}

/** The transactions that are writing to the log at this moment. */
export async function findWritingTransactions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ transaction: string }>`
    SELECT virtualtransaction AS transaction FROM pg_locks
    WHERE relation = 'audit'::regclass AND mode = 'RowExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  `.execute(db);
  return rows.map(({ transaction }) => transaction);
}

/** Waits until no other instance seals, and keeps the others waiting until the end of the transaction. */
export async function lockSeals(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sealLock})`.execute(tx);
}

/**
 * The id of the last entry that is due for deletion: all entries of its seal and of earlier seals are older than
 * `months`, and older than twelve months by the database's own clock. 0 if there is none.
 */
export async function findLastDueEntry(tx: Tx, clock: Clock, newest: Seal, months: number): Promise<number> {
  const limit = sql`least(${now(clock)} - ${months}::int * interval '1 month', clock_timestamp() - interval '12 months')`;
  const { rows } = await sql<{ to: number }>`
    SELECT coalesce(max(last_id), 0) AS to FROM audit_seal
    WHERE number < coalesce((SELECT min(number) FROM audit_seal WHERE newest_at >= ${limit}), ${newest.number + 1})
  `.execute(tx);
  return rows[0]?.to ?? 0;
}

/** The current time by the database's clock, in the format of a seal; independent of the portal's clock. */
export async function readSealingTime(tx: Tx): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    SELECT ${inUtc('at')} AS at FROM clock_timestamp() at
  `.execute(tx);
  return rows[0]?.at ?? '';
}

/** Stores a seal. */
export async function insertSeal(tx: Tx, seal: Seal): Promise<void> {
  await tx
    .insertInto('audit_seal')
    .values({
      number: seal.number,
      last_id: seal.lastId,
      entries: seal.entries,
      newest_at: seal.newestAt,
      let_go_to: seal.releasedTo,
      sealed_at: seal.sealedAt,
      entries_hash: Buffer.from(seal.entriesHash, 'hex'),
      hash: Buffer.from(seal.hash, 'hex'),
    })
    .execute();
}

/** The id of the installation that the database belongs to; null for a database without a portal. */
export async function readInstallation(db: Db): Promise<string | null> {
  const { rows } = await sql<{ portal: string | null }>`SELECT ${installationId} AS portal`.execute(db);
  return rows[0]?.portal ?? null;
}
