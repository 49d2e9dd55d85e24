import type { App } from '../../../platform/http/calls/handler.ts';
import { FileChanged, FileMissing } from '../../../platform/storage/store.ts';
import { countMarkup, withStoredFile } from './read.steps.ts';
import type { MarkupCounts } from './rules.ts';
import { findUncountedDocument, setMarkupCounts } from './sql.ts';

/** In the queue of files to read, the portal itself takes its turn like a person. */
const portal = 0;

/**
 * Counts the tracked changes and comments of documents that were stored before they were counted at the upload; runs
 * every night. Each document is read once, even if it cannot be read. Throws if the store is unavailable.
 */
export async function countStoredMarkup(
  app: Pick<App, 'db' | 'store' | 'settings' | 'inspectors'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (let document = await findUncountedDocument(app.db); document; document = await findUncountedDocument(app.db)) {
    const counts = await withStoredFile(app, document, (path) =>
      countMarkup(app.inspectors, portal, path, signal),
    ).catch((error: unknown): MarkupCounts | null => {
      // The nightly check of the store reports these documents.
      if (error instanceof FileMissing || error instanceof FileChanged) return null;
      throw error;
    });
    await setMarkupCounts(app.db, document.id, counts);
  }
}
