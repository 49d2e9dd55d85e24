import { findDocument } from './documents.sql.ts';
import type { Db } from '../../platform/database/db.ts';
import * as sql from './sql.ts';
import { FileMissing, type FileStore } from '../../platform/storage/store.ts';

/** The objects without a row in the table of documents, and the rows without an object in the store. */
export interface Orphans {
  /** The keys of old objects without a row, for example because the server crashed before it wrote their rows. */
  objects: string[];
  /** The ids of documents whose bytes are missing in the store. */
  documents: number[];
  /** The number of objects that were checked. */
  checkedCount: number;
}

/** The default limit for the age of orphans: an upload never takes a day from its first object to its rows. */
const oneDayAgo = () => new Date(Date.now() - 24 * 3_600_000);

/**
 * Finds orphans by comparing the whole store (disk or S3) with the table of documents; changes nothing. Leaves out
 * objects that were stored after `storedBefore` by the store's clock, since they may belong to a running upload.
 * Compares one sixteenth of the keys at a time, to save memory. Throws if the store is unavailable.
 */
export async function findOrphans(db: Db, store: FileStore, storedBefore = oneDayAgo()): Promise<Orphans> {
  const orphans: Orphans = { objects: [], documents: [], checkedCount: 0 };
  for (const firstDigit of '0123456789abcdef') {
    const objects = await store.list(firstDigit);
    const rows = await sql.selectDocumentsByFirstDigit(db, firstDigit);
    const storedKeys = new Set(objects.map(({ key }) => key));
    const rowKeys = new Set(rows.map(({ storeKey }) => storeKey));
    orphans.checkedCount += objects.length;
    orphans.objects.push(
      ...objects.filter(({ key, storedAt }) => storedAt < storedBefore && !rowKeys.has(key)).map(({ key }) => key),
    );
    for (const { id, storeKey } of rows) {
      // The object may have been stored, or the document deleted, after the store was listed.
      if (storedKeys.has(storeKey) || (await isInStore(store, storeKey))) continue;
      if (await findDocument(db, id)) orphans.documents.push(id);
    }
  }
  return orphans;
}

async function isInStore(store: FileStore, key: string): Promise<boolean> {
  try {
    (await store.get(key)).destroy();
    return true;
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
}

/** Up to this number of orphans may be removed, even if they are most of the store. */
const maxAlwaysRemoved = 20;

/**
 * Whether the orphaned objects may be removed automatically. If more than a tenth of the store has no rows, the table
 * is probably wrong, for example because an older backup was restored or because two portals share a bucket.
 */
export function canSafelyRemove({ objects, checkedCount }: Orphans): boolean {
  return objects.length <= maxAlwaysRemoved || objects.length * 10 <= checkedCount;
}

/** Removes the orphaned objects from the store, after checking again that none of them has a row. */
export async function removeOrphans(db: Db, store: FileStore, { objects }: Orphans): Promise<void> {
  for (const key of objects) if (!(await sql.isKeyInUse(db, key))) await store.remove(key);
}
