import type { Db } from '../../platform/database/db.ts';
import { selectEntriesBetween, selectSealsAfter, type Seal } from './seals.sql.ts';
import { entriesHasher, hashOf } from './seals.steps.ts';

/**
 * The result of a check: the seals, and one line about the first seal that does not match (`fault`), null if all do.
 */
export interface VerificationResult {
  seals: Seal[];
  /** The number of entries that were compared with their seals. */
  entries: number;
  fault: string | null;
}

/** The minimum age of deleted entries, in milliseconds: twelve months have at least 365 days. */
const minAge = 365 * 86_400_000;

/**
 * Compares the audit log with its seals, in one snapshot, from the first entry on; stops at the first seal that does
 * not match. Entries that a seal has released may have been deleted; all others must exist as they were sealed.
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
      // Ids start at 1, so any entry below was inserted by hand; such entries are read too.
      const entries = flatten(selectEntriesBetween(tx, Number.MIN_SAFE_INTEGER, newest.lastId));
      let next = await entries.next();
      let compared = 0;
      let previous: Seal | null = null;
      for (const seal of seals) {
        const hasher = entriesHasher();
        let count = 0;
        let newestAt = '';
        for (; !next.done && next.value.id <= seal.lastId; next = await entries.next()) {
          hasher.add(next.value);
          if (next.value.at > newestAt) newestAt = next.value.at;
          count++;
        }
        const released = seal.lastId <= newest.releasedTo;
        const fault =
          chainFault(seal, previous, seals) ?? entriesFault(seal, { count, newestAt, hash: hasher.hex(), released });
        if (fault) return { seals, entries: compared, fault: `${nameOf(seal, previous)} ${fault}` };
        compared += count;
        previous = seal;
      }
      return { seals, entries: compared, fault: null };
    });
}

async function* flatten<T>(pages: AsyncIterable<T[]>): AsyncGenerator<T, void> {
  for await (const page of pages) yield* page;
}

const nameOf = ({ number, lastId, sealedAt }: Seal, previous: Seal | null) =>
  `Seal ${number} of ${sealedAt.slice(0, 16).replace('T', ' ')} UTC (entries ${(previous?.lastId ?? 0) + 1} to ${lastId})`;

/** What is wrong with a seal itself or with its link to the previous one, null if nothing is. */
function chainFault(seal: Seal, previous: Seal | null, seals: Seal[]): string | null {
  const expected = (previous?.number ?? 0) + 1;
  if (seal.number !== expected) return `follows where seal ${expected} should stand.`;
  if (hashOf(seal, previous?.hash ?? '') !== seal.hash) return 'was changed, or the one before it.';
  const released = previous?.releasedTo ?? 0;
  if (seal.releasedTo === released) return null;
  const tooYoung = seals.some(
    ({ lastId, newestAt }) =>
      lastId > released &&
      lastId <= seal.releasedTo &&
      newestAt &&
      Date.parse(newestAt) > Date.parse(seal.sealedAt) - minAge,
  );
  return tooYoung ? 'lets entries go that were younger than twelve months.' : null;
}

/** What is wrong with the entries in the range of a seal, null if nothing is. */
function entriesFault(
  seal: Seal,
  actual: { count: number; newestAt: string; hash: string; released: boolean },
): string | null {
  // Retention may have deleted some of them, but nothing may have taken their place.
  if (actual.released && actual.count < seal.entries && actual.newestAt <= (seal.newestAt ?? '')) return null;
  if (actual.count !== seal.entries) return `has ${actual.count} entries, ${seal.entries} were sealed.`;
  return actual.hash === seal.entriesHash ? null : 'has other entries than were sealed.';
}
