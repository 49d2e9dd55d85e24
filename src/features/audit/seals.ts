import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { now, type Db, type Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';

/*
 * Seals of the log of deeds. A job hashes the entries that came since the last seal, together with that seal's hash. An
 * entry that is changed, deleted, added or moved later no longer fits its seal, nor does a seal that is changed the
 * one behind it. The newest seal is noted outside of the database (seal-list.ts), so that not even all of them can be made
 * anew without being seen.
 */

/** A seal as it is stored; instants ISO 8601 in UTC, with microseconds, hashes lower-case hex. */
export interface Seal {
  /** 1, 2, 3, … without a gap. */
  number: number;
  /** It covers the entries behind those of the seal before, up to this id. */
  lastId: number;
  entries: number;
  /** Latest instant among its entries; null where it has none. */
  newestAt: string | null;
  /** Entries up to this id had come to their end when the seal was made, and may be gone. */
  letGoTo: number;
  sealedAt: string;
  entriesHash: string;
  hash: string;
}

/** An entry as it is hashed: every column of the table, see the test. */
interface Entry {
  id: number;
  at: string;
  values: (string | number | null)[];
}

/** Any number, the same for every instance: who holds it seals, the others wait. */
const sealLock = 7_203_120;

/** Entries that are read at once, and that a seal has at most. */
const page = 10_000;

/** A seal's entries lie within a day, so that its last one is not much longer kept than its first. */
const stretch = 86_400_000;

/** How long entries under way are waited for, and how often it is looked, milliseconds. */
const patience = 30_000;
const pause = 100;

const inUtc = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The hash of a seal's entries, to which they are added in the order of their ids. */
export const entriesHasher = () => {
  const hasher = createHash('sha256');
  return {
    add: ({ values }: Entry) => void hasher.update(`${JSON.stringify(values)}\n`),
    hex: () => hasher.digest('hex'),
  };
};

/** The hash that a seal has to have behind another one; `before` is that one's hash, '' for the first. */
export function hashOf(seal: Omit<Seal, 'hash'>, before: string): string {
  const { number, lastId, entries, newestAt, letGoTo, sealedAt, entriesHash } = seal;
  const parts = [before, number, lastId, entries, newestAt, letGoTo, sealedAt, entriesHash];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** All seals behind one, in their order. */
export async function sealsBehind(db: Db | Tx, number: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    SELECT number, last_id AS "lastId", entries, ${inUtc('newest_at')} AS "newestAt", let_go_to AS "letGoTo",
      ${inUtc('sealed_at')} AS "sealedAt", encode(entries_hash, 'hex') AS "entriesHash", encode(hash, 'hex') AS hash
    FROM audit_seal WHERE number > ${number} ORDER BY number
  `.execute(db);
  return rows;
}

/** The newest seal; null where nothing was sealed yet. */
export async function newestSeal(db: Db | Tx): Promise<Seal | null> {
  const { rows } = await sql<{ number: number | null }>`SELECT max(number) AS number FROM audit_seal`.execute(db);
  const [newest] = rows[0]?.number ? await sealsBehind(db, rows[0].number - 1) : [];
  return newest ?? null;
}

/** The entries behind one id up to another, page by page, by their ids. */
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
 * Seals whatever stands in the log and has no seal yet, and notes what of it has come to its end by the settings. Answers
 * the newest seal and how many entries were sealed; the log's writers are neither stopped nor slowed. Throws where a
 * transaction that writes to the log takes longer than half a minute.
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
    const { auditMonths } = settings.portal.retention;
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
 * Waits for the transactions that are writing to the log at this moment. Ids come from a counter: a lower one than any
 * that is already seen can only belong to one of these, for whoever takes a number holds this lock until the end.
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
      throw new Error('A transaction writes to the log of deeds for very long: nothing was sealed.');
    await sleep(pause);
    left = new Set((await writing()).filter((one) => left.has(one)));
  }
}

/** Cuts entries, in their order, wherever one is further than a day from the first. */
function withinADay(entries: Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && Math.abs(Date.parse(entry.at) - Date.parse(first.at)) < stretch) group.push(entry);
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
