import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import {
  selectEntriesBetween,
  insertSeal,
  findLastDueEntryId,
  findLastEntryId,
  lockSeals,
  findNewestSeal,
  readSealingTime,
  findWritingTransactions,
  type Seal,
  type SealedEntry,
} from './seals.sql.ts';

/*
 * Seals of the audit log. A job hashes the entries since the last seal, together with that seal's hash. If an entry is
 * changed, deleted, added or moved later, the entries no longer match their seal. If a seal is changed, the next seal
 * no longer matches. The seals are also recorded outside the database (seal-list.jobs.ts); these lists show if somebody
 * has recreated all seals.
 */

/** The maximum time between the entries of a seal in ms. It is short, since these entries are deleted together. */
const maxSpan = 86_400_000;

/** How long sealing waits for transactions that are writing entries, and the interval of its checks, in ms. */
const writerTimeout = 30_000;
const checkInterval = 100;

/** Creates a hasher for the entries of a seal. The entries must be added in the order of their ids. */
export const createEntriesHasher = () => {
  const hasher = createHash('sha256');
  return {
    add: ({ values }: SealedEntry) => void hasher.update(`${JSON.stringify(values)}\n`),
    hex: () => hasher.digest('hex'),
  };
};

/** The hash of a seal, in hex; `previousHash` is the hash of the previous seal, '' for the first. */
export function hashSeal(seal: Omit<Seal, 'hash'>, previousHash: string): string {
  const { number, lastId, entryCount, newestAt, lastReleasedId, sealedAt, entriesHash } = seal;
  const parts = [previousHash, number, lastId, entryCount, newestAt, lastReleasedId, sealedAt, entriesHash];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Seals all entries that have no seal yet. If more entries have become due for deletion (`retention.auditMonths`), adds
 * a seal that releases them. Returns the newest seal and the number of sealed entries. Does not slow down the
 * transactions that write to the log, but throws if one of them takes longer than half a minute.
 */
export async function sealLog({
  db,
  clock,
  settings,
}: Pick<App, 'db' | 'clock' | 'settings'>): Promise<{ newest: Seal | null; sealedCount: number }> {
  const lastId = await findLastEntryId(db);
  await waitForWriters(db);
  return db.transaction().execute(async (tx) => {
    await lockSeals(tx);
    let newest = await findNewestSeal(tx);
    let sealedCount = 0;
    for await (const entries of selectEntriesBetween(tx, newest?.lastId ?? 0, lastId))
      for (const group of splitByDay(entries)) {
        newest = await addSeal(tx, newest, group, newest?.lastReleasedId ?? 0);
        sealedCount += group.length;
      }
    const { auditMonths } = settings.providerConfig.retention;
    if (!newest || auditMonths === null) return { newest, sealedCount };
    const lastDueId = await findLastDueEntryId(tx, clock, newest, auditMonths);
    if (lastDueId > newest.lastReleasedId) newest = await addSeal(tx, newest, [], lastDueId);
    return { newest, sealedCount };
  });
}

/**
 * Waits for the transactions that are writing to the log now. A transaction locks the log before it takes an id from
 * the sequence, and keeps the lock until its end. So only these transactions can still add an entry with a lower id
 * than the last visible entry.
 */
async function waitForWriters(db: Db): Promise<void> {
  let writers = new Set(await findWritingTransactions(db));
  const startedAt = performance.now();
  while (writers.size > 0) {
    if (performance.now() - startedAt > writerTimeout)
      throw new Error('A transaction that writes to the audit log takes too long: nothing was sealed.');
    await sleep(checkInterval);
    writers = new Set((await findWritingTransactions(db)).filter((transaction) => writers.has(transaction)));
  }
}

/** Splits entries, in order, into groups. Each entry is less than a day away from the first entry of its group. */
function splitByDay(entries: SealedEntry[]): SealedEntry[][] {
  const groups: SealedEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && Math.abs(Date.parse(entry.at) - Date.parse(first.at)) < maxSpan) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/**
 * Stores and returns the seal after `previous`. The new seal covers `entries`, and releases the entries up to the id
 * `lastReleasedId`.
 */
async function addSeal(tx: Tx, previous: Seal | null, entries: SealedEntry[], lastReleasedId: number): Promise<Seal> {
  const hasher = createEntriesHasher();
  for (const entry of entries) hasher.add(entry);
  const content = {
    number: (previous?.number ?? 0) + 1,
    lastId: entries.at(-1)?.id ?? previous?.lastId ?? 0,
    entryCount: entries.length,
    // All instants have the same format, so the order of the texts is the order of the instants.
    newestAt: entries.reduce<string | null>((newest, { at }) => (newest && newest > at ? newest : at), null),
    lastReleasedId,
    sealedAt: await readSealingTime(tx),
    entriesHash: hasher.hex(),
  };
  const seal = { ...content, hash: hashSeal(content, previous?.hash ?? '') };
  await insertSeal(tx, seal);
  return seal;
}
