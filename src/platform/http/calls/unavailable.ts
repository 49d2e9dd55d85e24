import { ServerError } from '../../server-error.ts';
import { FileChanged, FileMissing } from '../../storage/store.ts';

/** The message while documents cannot be stored or fetched. */
const tryLaterMessage = 'Das geht gerade nicht. Bitte versuche es später erneut.';

/**
 * Awaits work of the file store, the disk or the virus scanner. Turns their errors into 503 with a German message; the
 * log names the type of the error. ServerError, FileMissing and FileChanged are rethrown as they are.
 */
export async function mapErrorsTo503<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServerError || error instanceof FileMissing || error instanceof FileChanged) throw error;
    throw new ServerError(503, 'later', tryLaterMessage, { retryAfter: 60, fault: error });
  }
}
