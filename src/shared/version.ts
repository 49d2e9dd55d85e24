import * as z from 'zod/mini';
import { text } from './call.ts';

/** Identifies the state of a record that a client has read. It is opaque: clients only send it back. */
export const version = z.string();

/** The version of the record with which a form was opened. Clients that send none overwrite any state. */
export const seenVersion = z.optional(z.nullable(text(100)));

/** The refusal of a form that would overwrite changes that its user has not seen. */
export const changedMeanwhile = {
  changedMeanwhile: 'Inzwischen wurden diese Daten von jemand anderem geändert. Es wurde nichts gespeichert.',
};
