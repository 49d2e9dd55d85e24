import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import {
  selectEntriesBetween,
  insertSeal,
  findLastDueEntry,
  findLastEntry,
  lockSeals,
  findNewestSeal,
  readSealingTime,
  findWritingTransactions,
  type Seal,
  type SealedEntry,
} from './seals.sql.ts';

/*
 * Seals of the audit log. A job hashes the entries since the last seal, together with that seal's hash. An entry that
 * is changed, deleted, added or moved later no longer matches its seal; a changed seal no longer matches the next one.
 * The seals are also recorded outside the database (seal-list.jobs.ts), which reveals if all of them were recreated.
 */

/** The maximum milliseconds from a seal's first entry to its last, since all its entries are deleted together. */
const maxSpan = 86_400_000;

/** How long to wait for transactions that are writing entries, and how often to check, in milliseconds. */
const writerTimeout = 30_000;
const checkInterval = 100;

/** Returns a hasher for a seal's entries, which are added in the order of their ids. */
export const entriesHasher = () => {
  const hasher = createHash('sha256');
  return {
    add: ({ values }: SealedEntry) => void hasher.update(`${JSON.stringify(values)}\n`),
    hex: () => hasher.digest('hex'),
  };
};

/** The hash of a seal; `previous` is the hash of the previous seal, '' for the first. */
export function hashOf(seal: Omit<Seal, 'hash'>, previous: string): string {
  const { number, lastId, entries, newestAt, releasedTo, sealedAt, entriesHash } = seal;
  const parts = [previous, number, lastId, entries, newestAt, releasedTo, sealedAt, entriesHash];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Seals all entries that have no seal yet, and records which entries are due for deletion by the settings. Returns the
 * newest seal and the number of sealed entries. Does not slow down writers of the log. Throws if a transaction that
 * writes to the log takes longer than half a minute.
 */
export async function sealLog({
  db,
  clock,
  settings,
}: Pick<App, 'db' | 'clock' | 'settings'>): Promise<{ newest: Seal | null; sealed: number }> {
  const last = await findLastEntry(db);
  await waitForWriters(db);
  return db.transaction().execute(async (tx) => {
    await lockSeals(tx);
    let newest = await findNewestSeal(tx);
    let sealed = 0;
    for await (const entries of selectEntriesBetween(tx, newest?.lastId ?? 0, last))
      for (const group of withinADay(entries)) {
        newest = await addSeal(tx, newest, group, newest?.releasedTo ?? 0);
        sealed += group.length;
      }
    const { auditMonths } = settings.providerConfig.retention;
    if (!newest || auditMonths === null) return { newest, sealed };
    const releasedTo = await findLastDueEntry(tx, clock, newest, auditMonths);
    if (releasedTo > newest.releasedTo) newest = await addSeal(tx, newest, [], releasedTo);
    return { newest, sealed };
  });
}

/**
 * Waits for the transactions that are writing to the log at this moment. Ids come from a sequence, and a transaction
 * holds its lock on the log from taking an id until its end. So only these transactions can still add an entry with an
 * id below that of the last visible entry.
 */
async function waitForWriters(db: Db): Promise<void> {
  let writers = new Set(await findWritingTransactions(db));
  for (const since = performance.now(); writers.size > 0;) {
    if (performance.now() - since > writerTimeout)
      throw new Error('A transaction that writes to the audit log takes too long: nothing was sealed.');
    await sleep(checkInterval);
    writers = new Set((await findWritingTransactions(db)).filter((transaction) => writers.has(transaction)));
  }
}

/** Splits entries, in order, into groups whose entries are less than a day from the group's first. */
function withinADay(entries: SealedEntry[]): SealedEntry[][] {
  const groups: SealedEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && Math.abs(Date.parse(entry.at) - Date.parse(first.at)) < maxSpan) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

async function addSeal(tx: Tx, previous: Seal | null, entries: SealedEntry[], releasedTo: number): Promise<Seal> {
  const hasher = entriesHasher();
  for (const entry of entries) hasher.add(entry);
  const seal = {
    number: (previous?.number ?? 0) + 1,
    lastId: entries.at(-1)?.id ?? previous?.lastId ?? 0,
    entries: entries.length,
    // Instants in the same format can be compared as texts.
    newestAt: entries.reduce<string | null>((newest, { at }) => (newest && newest > at ? newest : at), null),
    releasedTo,
    sealedAt: await readSealingTime(tx),
    entriesHash: hasher.hex(),
  };
  const sealed = { ...seal, hash: hashOf(seal, previous?.hash ?? '') };
  await insertSeal(tx, sealed);
  return sealed;
}
