import * as z from 'zod/mini';
import { Refusal } from './api.ts';

/**
 * The record that stands beside the refusal of a form that somebody else has overtaken, as it is now; null for any other
 * error. `record` is its form.
 */
export function newerOf<Record extends z.ZodMiniType>(record: Record, error: unknown): z.output<Record> | null {
  if (!(error instanceof Refusal) || error.code !== 'changedMeanwhile') return null;
  return z.decode(record, error.data as never) as z.output<Record>;
}
