import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../../platform/http/calls/handler.ts';
import { mapErrorsTo503 } from '../../../platform/http/calls/unavailable.ts';
import { FileChanged } from '../../../platform/storage/store.ts';
import { receiveFile } from '../../../platform/storage/temporary-files.ts';
import type { Inspectors } from '../inspection/inspectors.adapter.ts';
import type { MarkupCounts } from './rules.ts';

/** A document whose bytes are in the store. `sha256` is the hash of its bytes. */
interface StoredBytes {
  storeKey: string;
  sha256: Buffer;
}

/**
 * Counts the tracked changes and comments in the docx at a path; null if it cannot be read. Throws 503 if too many
 * files wait, and the reason of `signal` when it fires.
 */
export async function countMarkup(
  inspectors: Inspectors,
  person: number,
  path: string,
  signal: AbortSignal,
): Promise<MarkupCounts | null> {
  const reading = await inspectors.read(person, { what: 'counts', path }, signal);
  return reading.ok ? reading.result : null;
}

/**
 * Writes a stored document to a temporary file, which exists while `work` runs. Throws FileMissing or FileChanged if the
 * store has not the document's bytes, and 503 if the store is unavailable.
 */
export async function withStoredFile<Result>(
  { store, settings }: Pick<App, 'store' | 'settings'>,
  { storeKey, sha256 }: StoredBytes,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const receive = async () =>
    receiveFile(await store.get(storeKey), { into: join(settings.dataDir, 'tmp'), limit: Infinity });
  const file = await mapErrorsTo503(receive());
  try {
    if (file.sha256 !== sha256.toString('hex')) throw new FileChanged();
    return await work(file.path);
  } finally {
    await rm(file.path, { force: true });
  }
}
