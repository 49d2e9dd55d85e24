import * as z from 'zod/mini';
import { CallError } from './api.ts';

/**
 * The current record that the server sends when another user has saved the record in the meantime; null for any other
 * error. `record` is its schema.
 */
export function parseNewerRecord<Record extends z.ZodMiniType>(
  record: Record,
  error: unknown,
): z.output<Record> | null {
  if (!(error instanceof CallError) || error.code !== 'changedMeanwhile') return null;
  return z.decode(record, error.data as never) as z.output<Record>;
}
