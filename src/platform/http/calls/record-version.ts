import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Call } from '../../../shared/call.ts';
import { staleRecordRefusals } from '../../../shared/version.ts';
import { ServerError } from '../../server-error.ts';

/**
 * Adds a version to a record: a hash of the given `fields`, which its form shows. The version changes whenever one of
 * these fields changes. Equal data always have the same version.
 */
export function withVersion<R extends object>(record: R, fields: readonly (keyof R)[]): R & { version: string } {
  const content = JSON.stringify(fields.map((field) => record[field]));
  return { ...record, version: hash('sha256', content, 'base64url').slice(0, 24) };
}

/**
 * Throws the refusal `changedMeanwhile`, with the `current` record, if that record no longer has the version with which
 * the form was opened (reference 2.13). The caller must have locked the record. A form without a version is never
 * refused.
 */
export function refuseOutdatedForm(
  call: Pick<Call, 'currentRecord'>,
  formVersion: string | null | undefined,
  current: { version: string },
): void {
  if (typeof formVersion !== 'string' || formVersion === current.version || !call.currentRecord) return;
  const data = z.encode(call.currentRecord, current as never) as object;
  throw new ServerError(409, 'changedMeanwhile', staleRecordRefusals.changedMeanwhile, { data });
}
