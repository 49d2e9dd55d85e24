import { FileChanged, FileMissing, checkUnchanged, type FileStore } from './store.ts';
import type { Db } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import type { Log } from '../server/log.ts';
import { isBelievable, orphansOf, removeOrphans } from './orphans.ts';
import { everyNth } from './sql.ts';

/** Every document is read once in so many nights. */
const nights = 30;

/**
 * The nightly look at the store: removes what belongs to nobody, reads a thirtieth of all documents and compares their
 * SHA-256. Tells of a scanner that is away or old. Documents that are gone or changed are told as errors by their ids: only a backup has them.
 */
export async function checkStore(
  { db, store, scanner }: Pick<App, 'db' | 'store' | 'scanner'>,
  log: Log,
): Promise<void> {
  const state = (await scanner?.state()) ?? 'ok';
  if (state !== 'ok')
    log.error({ scanner: state }, 'The virus scanner is away, or its signatures are older than two days.');
  const orphans = await orphansOf(db, store);
  const { length: objects } = orphans.objects;
  if (!isBelievable(orphans))
    log.error(
      { objects, seen: orphans.seen },
      'Too much of the file store belongs to no document; nothing is removed.',
    );
  else if (objects > 0) {
    await removeOrphans(db, store, orphans);
    log.warn({ objects }, 'Objects of the file store that belonged to no document are removed.');
  }
  if (orphans.documents.length > 0)
    log.error({ documents: orphans.documents }, 'Documents are missing in the file store.');
  const changed = await changedDocuments(db, store, { of: nights, part: Math.floor(Date.now() / 86_400_000) % nights });
  if (changed.length > 0) log.error({ documents: changed }, 'Documents have changed in the file store.');
}

/** Ids of the documents whose bytes are not those that were put, among every `of`-th one; `{ of: 1, part: 0 }` reads all. Missing ones are told by `orphansOf`. */
export async function changedDocuments(
  db: Db,
  store: FileStore,
  { of, part }: { of: number; part: number },
): Promise<number[]> {
  const changed: number[] = [];
  for (const { id, storeKey, sha256 } of await everyNth(db, of, part))
    try {
      await checkUnchanged(store, storeKey, sha256);
    } catch (error) {
      if (error instanceof FileMissing) continue;
      if (!(error instanceof FileChanged)) throw error;
      changed.push(id);
    }
  return changed;
}
