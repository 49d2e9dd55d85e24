import * as z from 'zod/mini';
import { CallError } from './api.ts';

/**
 * Returns the current record that the server sends when another user has saved the record in the meantime, or null for
 * any other error. `schema` is the record's schema.
 */
export function parseNewerRecord<Schema extends z.ZodMiniType>(
  schema: Schema,
  error: unknown,
): z.output<Schema> | null {
  if (!(error instanceof CallError) || error.code !== 'changedMeanwhile') return null;
  return z.decode(schema, error.data as never) as z.output<Schema>;
}
