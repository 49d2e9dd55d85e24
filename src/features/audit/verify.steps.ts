import type { Db } from '../../platform/database/db.ts';
import { selectEntriesBetween, selectSealsAfter, type Seal } from './seals.sql.ts';
import { createEntriesHasher, hashSeal } from './seals.steps.ts';

/** The result of a check of the audit log. */
export interface VerificationResult {
  seals: Seal[];
  /** The number of entries that were compared with their seals. */
  entries: number;
  /** One line about the first seal that does not match; null if all seals match. */
  fault: string | null;
}

/** The minimum age of released entries in milliseconds: twelve months, which have at least 365 days. */
const minAge = 365 * 86_400_000;

/**
 * Compares the audit log with its seals, in one snapshot and in order; stops at the first seal that does not match.
 * Entries that the seals have released may have been deleted. All other entries must exist as they were sealed.
 */
export async function verifyLog(db: Db): Promise<VerificationResult> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const seals = await selectSealsAfter(tx, 0);
      const newest = seals.at(-1);
      if (!newest) return { seals, entries: 0, fault: null };
      // Ids start at 1. An entry with a lower id was inserted by hand, so such entries must be read too.
      const entryIterator = flatten(selectEntriesBetween(tx, Number.MIN_SAFE_INTEGER, newest.lastId));
      let next = await entryIterator.next();
      let comparedCount = 0;
      let previous: Seal | null = null;
      for (const seal of seals) {
        const hasher = createEntriesHasher();
        let count = 0;
        let newestAt = '';
        for (; !next.done && next.value.id <= seal.lastId; next = await entryIterator.next()) {
          hasher.add(next.value);
          if (next.value.at > newestAt) newestAt = next.value.at;
          count++;
        }
        const isReleased = seal.lastId <= newest.lastReleasedId;
        const fault =
          findChainFault(seal, previous, seals) ??
          findEntriesFault(seal, { count, newestAt, hash: hasher.hex(), isReleased });
        if (fault) return { seals, entries: comparedCount, fault: `${describeSeal(seal, previous)} ${fault}` };
        comparedCount += count;
        previous = seal;
      }
      return { seals, entries: comparedCount, fault: null };
    });
}

async function* flatten<T>(pages: AsyncIterable<T[]>): AsyncGenerator<T, void> {
  for await (const page of pages) yield* page;
}

const describeSeal = ({ number, lastId, sealedAt }: Seal, previous: Seal | null) =>
  `Seal ${number} of ${sealedAt.slice(0, 16).replace('T', ' ')} UTC (entries ${(previous?.lastId ?? 0) + 1} to ${lastId})`;

/** Describes what is wrong with a seal itself or with its link to the previous seal; null if nothing is wrong. */
function findChainFault(seal: Seal, previous: Seal | null, seals: Seal[]): string | null {
  const expectedNumber = (previous?.number ?? 0) + 1;
  if (seal.number !== expectedNumber) return `follows where seal ${expectedNumber} should stand.`;
  if (hashSeal(seal, previous?.hash ?? '') !== seal.hash) return 'was changed, or the one before it.';
  const previousReleasedId = previous?.lastReleasedId ?? 0;
  if (seal.lastReleasedId === previousReleasedId) return null;
  const releasesTooEarly = seals.some(
    ({ lastId, newestAt }) =>
      lastId > previousReleasedId &&
      lastId <= seal.lastReleasedId &&
      newestAt &&
      Date.parse(newestAt) > Date.parse(seal.sealedAt) - minAge,
  );
  return releasesTooEarly ? 'lets entries go that were younger than twelve months.' : null;
}

/** Describes what is wrong with the entries that a seal covers; null if nothing is wrong. */
function findEntriesFault(
  seal: Seal,
  actual: { count: number; newestAt: string; hash: string; isReleased: boolean },
): string | null {
  // Some of the entries may have been deleted after their release, but no newer entries may have replaced them.
  if (actual.isReleased && actual.count < seal.entryCount && actual.newestAt <= (seal.newestAt ?? '')) return null;
  if (actual.count !== seal.entryCount) return `has ${actual.count} entries, ${seal.entryCount} were sealed.`;
  return actual.hash === seal.entriesHash ? null : 'has other entries than were sealed.';
}
