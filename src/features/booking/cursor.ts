import * as z from 'zod/mini';
import { sharedRefusals } from '../shared/call.ts';
import { otherForm } from '../server/form.ts';
import { Refused } from '../server/refusal.ts';
import type { After, FreeRow } from './sql-lists.ts';

/** PostgreSQL takes no NUL and no half of a character. */
const form = z.tuple([z.iso.datetime(), z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]*$/u)), z.int()]);

/** Where the next page of the list begins, as a text that clients only hand back. */
export function writeCursor(last: FreeRow): string {
  return Buffer.from(JSON.stringify([last.startsAt.toISOString(), last.coach, last.id])).toString('base64url');
}

/** Reads a cursor. Throws 400 for anything that is none of ours. */
export function readCursor(cursor: string): After {
  try {
    const [startsAt, coach, id] = form.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { startsAt, coach, id };
  } catch {
    throw new Refused(400, 'invalidRequest', sharedRefusals.invalidRequest, {
      errors: [{ path: 'cursor', message: otherForm }],
    });
  }
}
