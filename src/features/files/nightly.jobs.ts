import { FileChanged, FileMissing, checkUnchanged, type FileStore } from '../../platform/storage/store.ts';
import type { Db } from '../../platform/database/db.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import type { Log } from '../../platform/log.ts';
import { canSafelyRemove, findOrphans, removeOrphans } from './orphans.steps.ts';
import { selectDocumentsByRemainder } from './sql.ts';

/** The number of nights that it takes to read every document once. */
const nightsPerRound = 30;
const millisecondsPerDay = 86_400_000;

/**
 * Checks the file store and the virus scanner; runs every night. Removes objects that belong to no document. Reads a
 * thirtieth of all documents and compares their SHA-256. Logs an error if the scanner is unavailable or outdated, and
 * logs the ids of missing and changed documents, which only a backup can restore.
 */
export async function checkStore(
  { db, store, scanner }: Pick<App, 'db' | 'store' | 'scanner'>,
  log: Log,
): Promise<void> {
  const scannerState = (await scanner?.state()) ?? 'ok';
  if (scannerState !== 'ok')
    log.error(
      { scanner: scannerState },
      'The virus scanner does not answer, or its signatures are older than two days.',
    );
  const orphans = await findOrphans(db, store);
  const orphanCount = orphans.objects.length;
  if (!canSafelyRemove(orphans))
    log.error(
      { objects: orphanCount, seen: orphans.checkedCount },
      'Too many objects of the file store belong to no document; none of them is removed.',
    );
  else if (orphanCount > 0) {
    await removeOrphans(db, store, orphans);
    log.warn({ objects: orphanCount }, 'Objects of the file store that belonged to no document are removed.');
  }
  if (orphans.documents.length > 0)
    log.error({ documents: orphans.documents }, 'Documents are missing in the file store.');
  const partIndex = Math.floor(Date.now() / millisecondsPerDay) % nightsPerRound;
  const changedIds = await findChangedDocuments(db, store, { partCount: nightsPerRound, partIndex });
  if (changedIds.length > 0) log.error({ documents: changedIds }, 'Documents have changed in the file store.');
}

/**
 * Returns the ids of the documents whose bytes do not match their SHA-256. Divides all documents into `partCount` parts
 * and reads only the part with the index `partIndex`, counted from 0; `{ partCount: 1, partIndex: 0 }` reads all
 * documents. Skips documents that are missing in the store, since `findOrphans` finds them.
 */
export async function findChangedDocuments(
  db: Db,
  store: FileStore,
  { partCount, partIndex }: { partCount: number; partIndex: number },
): Promise<number[]> {
  const changedIds: number[] = [];
  for (const { id, storeKey, sha256 } of await selectDocumentsByRemainder(db, partCount, partIndex))
    try {
      await checkUnchanged(store, storeKey, sha256);
    } catch (error) {
      if (error instanceof FileMissing) continue;
      if (!(error instanceof FileChanged)) throw error;
      changedIds.push(id);
    }
  return changedIds;
}
