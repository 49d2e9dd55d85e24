import { codeOf } from '../server/db.ts';
import { Refused } from '../server/refusal.ts';
import { FileChanged, FileMissing } from './store.ts';

/** What the caller reads while documents can be neither kept nor fetched. */
export const laterSentence = 'Das geht gerade nicht. Bitte versuche es später erneut.';

/**
 * Waits for the store, the disk or the scanner: where one is away, full or too slow, the answer is 503 with a sentence, and
 * the log has the kind of the fault. What a store says of a single file flies on.
 */
export async function orLater<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused || error instanceof FileMissing || error instanceof FileChanged) throw error;
    throw new Refused(503, 'later', laterSentence, { retryAfter: 60, fault: error });
  }
}

/** Whether a file could not be written for want of room. */
export const isFull = (error: unknown): boolean => /^(ENOSPC|EDQUOT)$/.test(codeOf(error));
