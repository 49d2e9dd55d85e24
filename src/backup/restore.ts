import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { queueForgetFiles } from '../files/forget.ts';
import { dropDocument, findDocument } from '../files/sql.ts';
import type { FileStore } from '../files/store.ts';
import { eraseBySystem } from '../participants/erase.ts';
import { audit } from '../server/audit.ts';
import type { Clock, Db, Tx } from '../server/db.ts';
import { migrationLock } from '../server/migrate.ts';
import { contentOf, partOf, readArchive, type Manifest } from './archive.ts';
import type { Erasure } from './erased.ts';
import { bringUpToDate, buildAsOf, dropAll, setCounters, setTriggers } from './rebuild.ts';
import { addRows, type About } from './tables.ts';

/** A backup that was read to its end and found whole, and what has to happen to it. */
export interface Wanted {
  path: string;
  identity: string | null;
  about: About;
  manifest: Manifest;
  /** What was erased after the backup, as far as any list knows. */
  erasures: Erasure[];
  /** The folder with this checkout's migrations. */
  migrations: string;
}

/** What a restore has done. */
export interface Restored {
  people: number;
  appointments: number;
  /** Documents whose bytes are in the store now. */
  documents: number;
  /** People and documents that were erased since the backup, and are again. */
  erased: { people: number; documents: number };
  /** Mails that waited when the backup was made, and wait again. */
  mails: number;
}

/** The moment of an erasure and that of a backup are told by the same clock; a transaction may end this much later. */
const overlap = 3_600_000;

const system: { clock: Clock; locks: boolean } = { clock: { shiftMs: 0 }, locks: true };

/**
 * Puts a backup in the place of whatever the database holds, in one transaction: until it is complete everything stays as
 * it was, whenever it is killed. Erases again who was erased since. Documents go to the store before their rows appear;
 * what the store holds beyond them is left alone. `db` is the owner's; no portal may run meanwhile.
 */
export async function restore(db: Db, store: FileStore, wanted: Wanted): Promise<Restored> {
  return db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
    // A portal that starts meanwhile waits here to look after its schema.
    await sql`SELECT pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    await dropAll(tx);
    await buildAsOf(tx, wanted.about, wanted.migrations);
    await setTriggers(tx, wanted.about, false);

    let filled: Filled | null = null;
    let documents = 0;
    for await (const entry of readArchive(wanted.path, wanted.identity)) {
      const part = partOf(entry.name);
      if (part && 'table' in part) {
        const table = wanted.about.tables.find(({ name }) => name === part.table);
        if (!table) throw new Error(`The backup holds rows of an unknown table '${part.table}'.`);
        await addRows(tx, table, await contentOf(entry));
      } else if (part) {
        filled ??= await finish(tx, wanted);
        if (!filled.keys.has(part.key)) continue;
        await store.put(part.key, Readable.from(entry.content));
        documents++;
      }
    }
    filled ??= await finish(tx, wanted);
    return { ...filled.told, documents };
  });
}

interface Filled {
  /** Keys of the documents that are still wanted. */
  keys: Set<string>;
  told: Omit<Restored, 'documents'>;
}

/** What follows behind the last row: today's schema, the counters, the queue, the erasures since. */
async function finish(tx: Tx, { about, manifest, erasures, migrations }: Wanted): Promise<Filled> {
  await setTriggers(tx, about, true);
  await bringUpToDate(tx, about, migrations);
  await setCounters(tx, about);
  const mails = await queueWaiting(tx);
  const since = new Date(about.at).getTime() - overlap;
  const erased = await eraseAgain(
    tx,
    erasures.filter(({ at }) => at.getTime() >= since),
  );
  for (const id of manifest.deleted) await dropDocument(tx, id);
  await audit(tx, { actor: null, action: 'restored' });
  const { rows } = await sql<{ people: number; appointments: number }>`
    SELECT (SELECT count(*) FROM person) AS people, (SELECT count(*) FROM appointment) AS appointments
  `.execute(tx);
  const keys = await tx.selectFrom('document').select('store_key as key').execute();
  const { people = 0, appointments = 0 } = rows[0] ?? {};
  return { keys: new Set(keys.map(({ key }) => key)), told: { people, appointments, erased, mails } };
}

/** Empties the queue, whose jobs belong to another time, and queues the mails that wait once more. */
async function queueWaiting(tx: Tx): Promise<number> {
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(tx);
  const { rows } = await sql`
    UPDATE mail SET to_hand_over = true WHERE num_nonnulls(sent_at, failed_at, overtaken_at) = 0 RETURNING id
  `.execute(tx);
  return rows.length;
}

async function eraseAgain(tx: Tx, erasures: Erasure[]): Promise<Restored['erased']> {
  const idsOf = (what: Erasure['what']) => new Set(erasures.filter((one) => one.what === what).map(({ id }) => id));
  let people = 0;
  for (const id of idsOf('person')) if (await eraseBySystem(tx, system, id)) people++;
  let documents = 0;
  for (const id of idsOf('document')) {
    const document = await findDocument(tx, id);
    if (!document) continue;
    await dropDocument(tx, id);
    await queueForgetFiles(tx, [document.storeKey]);
    await audit(tx, { actor: null, action: 'fileDeleted', person: document.participant, document: id });
    documents++;
  }
  return { people, documents };
}
