import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { now, type Db, type Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';

/*
 * Seals of the audit log. A job hashes the entries since the last seal, together with that seal's hash. An entry that
 * is changed, deleted, added or moved later no longer matches its seal; a changed seal no longer matches the next one.
 * The newest seal is also noted outside the database (seal-list.jobs.ts), so that recreating all of them is detected, too.
 */

/** A seal as stored; instants ISO 8601 in UTC, with microseconds, hashes lower-case hex. */
export interface Seal {
  /** 1, 2, 3, … without a gap. */
  number: number;
  /** It covers the entries after those of the previous seal, up to this id. */
  lastId: number;
  entries: number;
  /** Latest instant among its entries; null if it has none. */
  newestAt: string | null;
  /** Entries up to this id were due for deletion when the seal was made, and may be gone. */
  letGoTo: number;
  sealedAt: string;
  entriesHash: string;
  hash: string;
}

/** An entry as hashed, with every column of the table. */
interface Entry {
  id: number;
  at: string;
  values: (string | number | null)[];
}

/** Any number, the same for every instance: the holder of this lock seals, the others wait. */
const sealLock = 7_203_120;

/** The most entries that are read at once, and that one seal covers. */
const page = 10_000;

/** A seal's entries lie within a day (in milliseconds), so that its last one is kept hardly longer than its first. */
const longestSpan = 86_400_000;

/** How long to wait for entries under way, and how often to check, in milliseconds. */
const patience = 30_000;
const pause = 100;

const inUtc = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Hashes a seal's entries, which are added in the order of their ids. */
export const entriesHasher = () => {
  const hasher = createHash('sha256');
  return {
    add: ({ values }: Entry) => void hasher.update(`${JSON.stringify(values)}\n`),
    hex: () => hasher.digest('hex'),
  };
};

/** The hash of a seal that follows another one; `before` is that one's hash, '' for the first. */
export function hashOf(seal: Omit<Seal, 'hash'>, before: string): string {
  const { number, lastId, entries, newestAt, letGoTo, sealedAt, entriesHash } = seal;
  const parts = [before, number, lastId, entries, newestAt, letGoTo, sealedAt, entriesHash];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** All seals after a number, in order. */
export async function sealsBehind(db: Db | Tx, number: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    SELECT number, last_id AS "lastId", entries, ${inUtc('newest_at')} AS "newestAt", let_go_to AS "letGoTo",
      ${inUtc('sealed_at')} AS "sealedAt", encode(entries_hash, 'hex') AS "entriesHash", encode(hash, 'hex') AS hash
    FROM audit_seal WHERE number > ${number} ORDER BY number
  `.execute(db);
  return rows;
}

/** The newest seal; null if nothing has been sealed yet. */
export async function newestSeal(db: Db | Tx): Promise<Seal | null> {
  const { rows } = await sql<{ number: number | null }>`SELECT max(number) AS number FROM audit_seal`.execute(db);
  const [newest] = rows[0]?.number ? await sealsBehind(db, rows[0].number - 1) : [];
  return newest ?? null;
}

/** The entries after one id up to another, page by page, by id. */
export async function* entriesBetween(tx: Tx, behind: number, last: number): AsyncGenerator<Entry[]> {
  for (let from = behind; from < last;) {
    const { rows } = await sql<Record<string, string | number | null> & { id: number; at: string }>`
      SELECT id, ${inUtc('at')} AS at, actor_id, action, person_id, appointment_id, document_id,
        ${inUtc('appointment_starts_at')} AS starts_at
      FROM audit WHERE id > ${from} AND id <= ${last} ORDER BY id LIMIT ${page}
    `.execute(tx);
    if (rows.length > 0) yield rows.map((row) => ({ id: row.id, at: row.at, values: Object.values(row) }));
    from = rows.length < page ? last : (rows.at(-1)?.id ?? last);
  }
}

/**
 * Seals all entries that have no seal yet, and records which entries are due for deletion by the settings. Returns the
 * newest seal and how many entries were sealed; writers of the log are not slowed. Throws if a transaction that writes
 * to the log takes longer than half a minute.
 */
export async function sealLog({
  db,
  clock,
  settings,
}: Pick<App, 'db' | 'clock' | 'settings'>): Promise<{ newest: Seal | null; sealed: number }> {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM audit`.execute(db);
  const last = rows[0]?.last ?? 0;
  await writersGone(db);
  return db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${sealLock})`.execute(tx);
    let newest = await newestSeal(tx);
    let sealed = 0;
    for await (const entries of entriesBetween(tx, newest?.lastId ?? 0, last))
      for (const group of withinADay(entries)) {
        newest = await addSeal(tx, newest, group, newest?.letGoTo ?? 0);
        sealed += group.length;
      }
    const { auditMonths } = settings.providerConfig.retention;
    if (!newest || auditMonths === null) return { newest, sealed };
    const before = sql`least(${now(clock)} - ${auditMonths}::int * interval '1 month', clock_timestamp() - interval '12 months')`;
    const { rows: due } = await sql<{ to: number }>`
      SELECT coalesce(max(last_id), 0) AS to FROM audit_seal
      WHERE number < coalesce((SELECT min(number) FROM audit_seal WHERE newest_at >= ${before}), ${newest.number + 1})
    `.execute(tx);
    const letGoTo = due[0]?.to ?? 0;
    if (letGoTo > newest.letGoTo) newest = await addSeal(tx, newest, [], letGoTo);
    return { newest, sealed };
  });
}

/**
 * Waits for the transactions that are writing to the log at this moment. Ids come from a sequence: a lower one than
 * those already visible can only belong to one of these, because whoever takes an id holds this lock until the end.
 */
async function writersGone(db: Db): Promise<void> {
  const writing = async () => {
    const { rows } = await sql<{ transaction: string }>`
      SELECT virtualtransaction AS transaction FROM pg_locks
      WHERE relation = 'audit'::regclass AND mode = 'RowExclusiveLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    `.execute(db);
    return rows.map(({ transaction }) => transaction);
  };
  let left = new Set(await writing());
  for (const since = performance.now(); left.size > 0;) {
    if (performance.now() - since > patience)
      throw new Error('A transaction that writes to the audit log takes too long: nothing was sealed.');
    await sleep(pause);
    left = new Set((await writing()).filter((one) => left.has(one)));
  }
}

/** Splits entries, in order, into groups within a day of the group's first. */
function withinADay(entries: Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && Math.abs(Date.parse(entry.at) - Date.parse(first.at)) < longestSpan) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

async function addSeal(tx: Tx, before: Seal | null, entries: Entry[], letGoTo: number): Promise<Seal> {
  const hasher = entriesHasher();
  for (const entry of entries) hasher.add(entry);
  const { rows } = await sql<{ at: string }>`
    SELECT ${inUtc('at')} AS at FROM clock_timestamp() at
  `.execute(tx);
  const seal = {
    number: (before?.number ?? 0) + 1,
    lastId: entries.at(-1)?.id ?? before?.lastId ?? 0,
    entries: entries.length,
    // Instants of one form sort as texts do.
    newestAt: entries.reduce<string | null>((newest, { at }) => (newest && newest > at ? newest : at), null),
    letGoTo,
    sealedAt: rows[0]?.at ?? '',
    entriesHash: hasher.hex(),
  };
  const hash = hashOf(seal, before?.hash ?? '');
  await tx
    .insertInto('audit_seal')
    .values({
      number: seal.number,
      last_id: seal.lastId,
      entries: seal.entries,
      newest_at: seal.newestAt,
      let_go_to: seal.letGoTo,
      sealed_at: seal.sealedAt,
      entries_hash: Buffer.from(seal.entriesHash, 'hex'),
      hash: Buffer.from(hash, 'hex'),
    })
    .execute();
  return { ...seal, hash };
}
