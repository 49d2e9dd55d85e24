import * as z from 'zod/mini';
import { CallError } from './api.ts';

/**
 * Returns the current record that the server sends when another user has saved the record in the meantime, or null for
 * any other error. `record` is the record's schema.
 */
export function parseNewerRecord<Record extends z.ZodMiniType>(
  record: Record,
  error: unknown,
): z.output<Record> | null {
  if (!(error instanceof CallError) || error.code !== 'changedMeanwhile') return null;
  return z.decode(record, error.data as never) as z.output<Record>;
}
