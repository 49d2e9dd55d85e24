import { findDocument } from './documents.sql.ts';
import type { Db } from '../../platform/database/db.ts';
import * as sql from './sql.ts';
import { FileMissing, type FileStore } from '../../platform/storage/store.ts';

/** The differences between the store and the table of documents. */
export interface Orphans {
  /**
   * Keys of old enough objects without a row: a server crashed after storing them and before writing their rows.
   */
  objects: string[];
  /** Ids of documents whose bytes are not in the store. */
  documents: number[];
  /** How many objects were checked. */
  seen: number;
}

/** A day ago: no upload takes this long from its first object to its rows. */
const yesterday = () => new Date(Date.now() - 24 * 3_600_000);

/**
 * Compares the whole store, disk or S3, with the table of documents and changes nothing. Objects younger than `before`,
 * by the store's clock, may belong to a running upload and are left out, so nothing that is stored in the meantime
 * counts as an orphan. Holds a sixteenth of all keys in memory at a time. Throws if the store is unavailable.
 */
export async function findOrphans(db: Db, store: FileStore, before = yesterday()): Promise<Orphans> {
  const orphans: Orphans = { objects: [], documents: [], seen: 0 };
  for (const first of '0123456789abcdef') {
    const objects = await store.list(first);
    const rows = await sql.selectDocumentsByKey(db, first);
    const keys = new Set(objects.map(({ key }) => key));
    const knownKeys = new Set(rows.map(({ storeKey }) => storeKey));
    orphans.seen += objects.length;
    orphans.objects.push(
      ...objects.filter(({ key, storedAt }) => storedAt < before && !knownKeys.has(key)).map(({ key }) => key),
    );
    for (const { id, storeKey } of rows) {
      // The listing may be older than the end of an upload, so the document is looked up by its own key.
      if (keys.has(storeKey) || (await isInStore(store, storeKey))) continue;
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

/** The number of orphans that may always be removed, however few objects there are. */
const alwaysRemovable = 20;

/**
 * Whether the orphans may be removed automatically: if more than a tenth of a store has no rows, the table is more
 * likely wrong, for example after an older backup was restored, or because two portals share a bucket.
 */
export function isPlausible({ objects, seen }: Orphans): boolean {
  return objects.length <= alwaysRemovable || objects.length * 10 <= seen;
}

/** Removes the objects without a row from the store, after checking again that each has none. */
export async function removeOrphans(db: Db, store: FileStore, { objects }: Orphans): Promise<void> {
  for (const key of objects) if (!(await sql.isKeyInUse(db, key))) await store.remove(key);
}
