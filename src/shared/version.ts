import * as z from 'zod/mini';
import { text } from './call.ts';

/** Which state of a record somebody has seen; it says nothing by itself and is only handed back. */
export const version = z.string();

/** The version that a form was opened with. Clients that send none save over whatever is there. */
export const seenVersion = z.optional(z.nullable(text(100)));

/** The outcome of a form that would save over what its person has not seen. */
export const changedMeanwhile = {
  changedMeanwhile: 'Inzwischen wurden diese Daten von jemand anderem geändert. Es wurde nichts gespeichert.',
};
