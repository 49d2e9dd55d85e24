import { sql } from 'kysely';
import { installationId } from '../../platform/database/installation.ts';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';

/** A stored seal of audit entries. Instants are ISO 8601 in UTC, with microseconds; hashes are lower-case hex. */
export interface Seal {
  /** 1, 2, 3, … without a gap. */
  number: number;
  /** The id of the last entry that the seal covers. The seal begins after the last entry of the previous seal. */
  lastId: number;
  /** The number of entries that the seal covers. */
  entryCount: number;
  /** The latest instant of these entries; null if there are none. */
  newestAt: string | null;
  /** Entries up to this id were due for deletion when the seal was made, and may have been deleted. */
  lastReleasedId: number;
  sealedAt: string;
  entriesHash: string;
  hash: string;
}

/** An entry, with the values of all its columns in the order in which they are hashed. */
export interface SealedEntry {
  id: number;
  at: string;
  values: (string | number | null)[];
}

/** The number of the database lock that lets only one instance seal at a time; chosen arbitrarily. */
const sealLock = 7_203_120;

/** The maximum number of entries that one query reads. Each page is sealed separately, so it also limits a seal. */
const pageSize = 10_000;

const inUtc = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** All seals with higher numbers than `number`, in order. */
export async function selectSealsAfter(db: Db | Tx, number: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    SELECT number, last_id AS "lastId", entries AS "entryCount", ${inUtc('newest_at')} AS "newestAt",
      let_go_to AS "lastReleasedId", ${inUtc('sealed_at')} AS "sealedAt",
      encode(entries_hash, 'hex') AS "entriesHash", encode(hash, 'hex') AS hash
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

/** Yields the entries with ids above `previousId` up to `lastId`, in pages ordered by id. */
export async function* selectEntriesBetween(tx: Tx, previousId: number, lastId: number): AsyncGenerator<SealedEntry[]> {
  for (let lastReadId = previousId; lastReadId < lastId;) {
    const { rows } = await sql<Record<string, string | number | null> & { id: number; at: string }>`
      SELECT id, ${inUtc('at')} AS at, actor_id, action, person_id, appointment_id, document_id,
        ${inUtc('appointment_starts_at')} AS starts_at, token_id, webhook_host
      FROM audit WHERE id > ${lastReadId} AND id <= ${lastId} ORDER BY id LIMIT ${pageSize}
    `.execute(tx);
    if (rows.length > 0) yield rows.map((row) => ({ id: row.id, at: row.at, values: sealedValues(row) }));
    lastReadId = rows.length < pageSize ? lastId : (rows.at(-1)?.id ?? lastId);
  }
}

/**
 * The values of an entry that its seal covers. The token and the host of the webhook are left out where there is none:
 * such entries are hashed as they were before there were tokens and webhooks, so that older seals still match.
 */
function sealedValues(row: Record<string, string | number | null>): SealedEntry['values'] {
  const { token_id: token = null, webhook_host: host = null, ...others } = row;
  // A number is a token and a text is a host, so that neither can be taken for the other one.
  return [...Object.values(others), ...[token, host].filter((value) => value !== null)];
}

/** The highest id of the entries that are visible now; 0 for an empty log. */
export async function findLastEntryId(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM audit`.execute(db);
  return rows[0]?.last ?? 0;
}

/** The ids of the transactions that are writing to the log now. */
export async function findWritingTransactions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ transaction: string }>`
    SELECT virtualtransaction AS transaction FROM pg_locks
    WHERE relation = 'audit'::regclass AND mode = 'RowExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  `.execute(db);
  return rows.map(({ transaction }) => transaction);
}

/** Waits until no other instance is sealing, and makes other instances wait until the end of the transaction. */
export async function lockSeals(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sealLock})`.execute(tx);
}

/**
 * The id of the last entry that is due for deletion, 0 if there is none. An entry is due if all entries of its seal and
 * of earlier seals are older than `months` by the portal's clock, and older than twelve months by the database's clock.
 */
export async function findLastDueEntryId(tx: Tx, clock: Clock, newest: Seal, months: number): Promise<number> {
  const limit = sql`least(
    ${now(clock)} - ${months}::int * interval '1 month', clock_timestamp() - interval '12 months'
  )`;
  const { rows } = await sql<{ lastDue: number }>`
    SELECT coalesce(max(last_id), 0) AS "lastDue" FROM audit_seal
    WHERE number < coalesce((SELECT min(number) FROM audit_seal WHERE newest_at >= ${limit}), ${newest.number + 1})
  `.execute(tx);
  return rows[0]?.lastDue ?? 0;
}

/** The current time by the database's clock, in the format of a seal. It does not depend on the portal's clock. */
export async function readSealingTime(tx: Tx): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    SELECT ${inUtc('at')} AS at FROM clock_timestamp() at
  `.execute(tx);
  return rows[0]?.at ?? '';
}

export async function insertSeal(tx: Tx, seal: Seal): Promise<void> {
  await tx
    .insertInto('audit_seal')
    .values({
      number: seal.number,
      last_id: seal.lastId,
      entries: seal.entryCount,
      newest_at: seal.newestAt,
      let_go_to: seal.lastReleasedId,
      sealed_at: seal.sealedAt,
      entries_hash: Buffer.from(seal.entriesHash, 'hex'),
      hash: Buffer.from(seal.hash, 'hex'),
    })
    .execute();
}

/** The id of the portal's installation that the database belongs to; null if the database contains no portal. */
export async function findInstallationId(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`SELECT ${installationId} AS id`.execute(db);
  return rows[0]?.id ?? null;
}
