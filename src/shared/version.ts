import * as z from 'zod/mini';
import { text } from './call.ts';

/** Identifies the state of a record that a client has read. Clients do not interpret it, but only send it back. */
export const version = z.string();

/**
 * The version that a record had when its form was opened. A client that sends no version overwrites any other change.
 */
export const seenVersion = z.optional(z.nullable(text(100)));

/** The refusal of a form that would overwrite changes that the person has not seen. */
export const staleRecordRefusals = {
  changedMeanwhile: 'Inzwischen wurden diese Daten von jemand anderem geändert. Es wurde nichts gespeichert.',
};
