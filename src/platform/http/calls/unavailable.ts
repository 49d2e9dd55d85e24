import { ServerError } from '../../server-error.ts';
import { FileChanged, FileMissing } from '../../storage/store.ts';

/** The message while documents can be neither stored nor fetched. */
export const tryLaterSentence = 'Das geht gerade nicht. Bitte versuche es später erneut.';

/**
 * Awaits work of the store, the disk or the scanner. Throws 503 with a German sentence if that is unavailable, full or
 * too slow; the log names the kind of fault. Faults of a single file are rethrown.
 */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServerError || error instanceof FileMissing || error instanceof FileChanged) throw error;
    throw new ServerError(503, 'later', tryLaterSentence, { retryAfter: 60, fault: error });
  }
}
