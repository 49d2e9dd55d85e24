import type { Db } from '../server/db.ts';
import * as sql from './sql.ts';
import { FileMissing, type FileStore } from './store.ts';

/** What the store and the table of documents do not agree on. */
export interface Orphans {
  /** Keys of objects without a row, put there before the instant asked for: a server died between storing and noting them. */
  objects: string[];
  /** Ids of documents whose bytes are not in the store. */
  documents: number[];
  /** Objects looked at. */
  seen: number;
}

/** Longer than any upload takes between its first object and its rows. */
const yesterday = () => new Date(Date.now() - 24 * 3_600_000);

/**
 * Compares the whole store, disk or S3, with the table of documents and changes nothing. Objects younger than `before`,
 * by the store's clock, may belong to an upload under way and are left out; nothing that people do meanwhile is
 * mistaken for an orphan. Keeps a sixteenth of all keys in memory at a time. A store that is away throws.
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
      // Listed too early for an upload that ended meanwhile: such a document is there when it is asked for.
      if (keys.has(storeKey) || (await isThere(store, storeKey))) continue;
      if (await sql.findDocument(db, id)) found.documents.push(id);
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

/** As many orphans are removed without a question, however few objects there are. */
const few = 20;

/**
 * Whether the orphans may be removed without anybody looking: where more than a tenth of a store belongs to nobody, it
 * is rather the table that is wrong: an older backup restored, a bucket that another portal uses as well.
 */
export function isBelievable({ objects, seen }: Orphans): boolean {
  return objects.length <= few || objects.length * 10 <= seen;
}

/** Removes the objects without a row from the store, each asked for once more before it goes. */
export async function removeOrphans(db: Db, store: FileStore, { objects }: Orphans): Promise<void> {
  for (const key of objects) if (!(await sql.isStored(db, key))) await store.remove(key);
}
