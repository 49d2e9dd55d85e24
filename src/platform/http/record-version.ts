import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Call } from '../shared/call.ts';
import { changedMeanwhile } from '../shared/version.ts';
import { Refused } from './refusal.ts';

/**
 * A record with its version: a hash of what a form of it shows, the `fields`. Whoever changes one of these, by whichever
 * call, job or command, makes another version; the same data are the same version again.
 */
export function versioned<R extends object>(record: R, fields: readonly (keyof R)[]): R & { version: string } {
  const shown = JSON.stringify(fields.map((field) => record[field]));
  return { ...record, version: hash('sha256', shown, 'base64url').slice(0, 24) };
}

/**
 * Throws the refusal of a form that was opened with another version than the locked record has `now`, the record beside
 * it. Without a version a form saves over anything.
 */
export function refuseUnseen(
  call: Pick<Call, 'newer'>,
  seen: string | null | undefined,
  now: { version: string },
): void {
  if (typeof seen !== 'string' || seen === now.version || !call.newer) return;
  const data = z.encode(call.newer, now as never) as object;
  throw new Refused(409, 'changedMeanwhile', changedMeanwhile.changedMeanwhile, { data });
}
