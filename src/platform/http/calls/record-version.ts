import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Call } from '../../../shared/call.ts';
import { changedMeanwhile } from '../../../shared/version.ts';
import { ServerError } from '../../server-error.ts';

/**
 * Adds its version to a record: a hash of the `fields` that its form shows. Any change of one of them, by any call, job
 * or command, gives another version; the same data have the same version again.
 */
export function versioned<R extends object>(record: R, fields: readonly (keyof R)[]): R & { version: string } {
  const shown = JSON.stringify(fields.map((field) => record[field]));
  return { ...record, version: hash('sha256', shown, 'base64url').slice(0, 24) };
}

/**
 * Refuses a form that was opened with another version than the locked record has `now`, and sends that record along. A
 * form without a version overwrites anything.
 */
export function refuseUnseen(
  call: Pick<Call, 'newer'>,
  seen: string | null | undefined,
  now: { version: string },
): void {
  if (typeof seen !== 'string' || seen === now.version || !call.newer) return;
  const data = z.encode(call.newer, now as never) as object;
  throw new ServerError(409, 'changedMeanwhile', changedMeanwhile.changedMeanwhile, { data });
}
