import { findDocument } from './documents.sql.ts';
import type { Db } from '../../platform/database/db.ts';
import * as sql from './sql.ts';
import { FileMissing, type FileStore } from '../../platform/storage/store.ts';

/** The differences between the store and the table of documents. */
export interface Orphans {
  /**
   * Keys of objects without a row that are old enough: a server crashed after storing them, before writing their rows.
   */
  objects: string[];
  /** Ids of documents whose bytes are not in the store. */
  documents: number[];
  /** How many objects were checked. */
  seen: number;
}

/** No upload takes this long from its first object to its rows. */
const yesterday = () => new Date(Date.now() - 24 * 3_600_000);

/**
 * Compares the whole store, disk or S3, with the table of documents and changes nothing. Objects younger than `before`,
 * by the store's clock, may belong to an upload under way and are left out, so no activity in the meantime counts as an
 * orphan. Holds a sixteenth of all keys in memory at a time. An unavailable store throws.
 */
export async function orphansOf(db: Db, store: FileStore, before = yesterday()): Promise<Orphans> {
  const found: Orphans = { objects: [], documents: [], seen: 0 };
  for (const first of '0123456789abcdef') {
    const objects = await store.list(first);
    const rows = await sql.documentsByKey(db, first);
    const keys = new Set(objects.map(({ key }) => key));
    const known = new Set(rows.map(({ storeKey }) => storeKey));
    found.seen += objects.length;
    found.objects.push(...objects.filter(({ key, putAt }) => putAt < before && !known.has(key)).map(({ key }) => key));
    for (const { id, storeKey } of rows) {
      // The listing may be older than the end of an upload, so the document is looked up by its own key.
      if (keys.has(storeKey) || (await isThere(store, storeKey))) continue;
      if (await findDocument(db, id)) found.documents.push(id);
    }
  }
  return found;
}

async function isThere(store: FileStore, key: string): Promise<boolean> {
  try {
    (await store.get(key)).destroy();
    return true;
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
}

/** Up to this many orphans are always removed, however few objects there are. */
const few = 20;

/**
 * Whether the orphans may be removed automatically: if more than a tenth of a store has no rows, the table is more
 * likely wrong, for example after an older backup was restored, or because two portals share a bucket.
 */
export function isPlausible({ objects, seen }: Orphans): boolean {
  return objects.length <= few || objects.length * 10 <= seen;
}

/** Removes the objects without a row from the store, after checking again that each has none. */
export async function removeOrphans(db: Db, store: FileStore, { objects }: Orphans): Promise<void> {
  for (const key of objects) if (!(await sql.isStored(db, key))) await store.remove(key);
}
