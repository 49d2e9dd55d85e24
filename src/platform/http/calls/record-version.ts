import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Call } from '../../../shared/call.ts';
import { changedMeanwhile } from '../../../shared/version.ts';
import { ServerError } from '../../server-error.ts';

/**
 * Returns a record with its version, a hash of the `fields` that its form shows. Any change of one of them, by any
 * call, job or command, gives another version; the same data always have the same version.
 */
export function withVersion<R extends object>(record: R, fields: readonly (keyof R)[]): R & { version: string } {
  const content = JSON.stringify(fields.map((field) => record[field]));
  return { ...record, version: hash('sha256', content, 'base64url').slice(0, 24) };
}

/**
 * Refuses a form that was opened with another version than the locked record has now, and sends that `current` record
 * along. A form without a version overwrites anything.
 */
export function refuseOutdatedForm(
  call: Pick<Call, 'newer'>,
  formVersion: string | null | undefined,
  current: { version: string },
): void {
  if (typeof formVersion !== 'string' || formVersion === current.version || !call.newer) return;
  const data = z.encode(call.newer, current as never) as object;
  throw new ServerError(409, 'changedMeanwhile', changedMeanwhile.changedMeanwhile, { data });
}
