import * as z from 'zod/mini';
import { sharedRefusals } from '../../shared/call.ts';
import { unexpectedFormSentence } from '../../platform/http/calls/form.ts';
import { ServerError } from '../../platform/server-error.ts';
import type { ListPosition, BookableRow } from './lists.sql.ts';

/** PostgreSQL accepts no NUL and no unpaired surrogate. */
const cursorForm = z.tuple([z.iso.datetime(), z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]*$/u)), z.int()]);

/** Returns the position after the last row of a page as an opaque string; clients send it back unchanged. */
export function writeCursor(last: BookableRow): string {
  return Buffer.from(JSON.stringify([last.startsAt.toISOString(), last.coach, last.id])).toString('base64url');
}

/** Parses a cursor. Throws 400 for anything that `writeCursor` could not have written. */
export function readCursor(cursor: string): ListPosition {
  try {
    const [startsAt, coach, id] = cursorForm.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { startsAt, coach, id };
  } catch {
    throw new ServerError(400, 'invalidRequest', sharedRefusals.invalidRequest, {
      errors: [{ path: 'cursor', message: unexpectedFormSentence }],
    });
  }
}
