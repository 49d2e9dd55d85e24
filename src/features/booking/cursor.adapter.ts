import * as z from 'zod/mini';
import { sharedRefusals } from '../../shared/call.ts';
import { unexpectedFormatMessage } from '../../platform/http/calls/form.ts';
import { ServerError } from '../../platform/server-error.ts';
import type { ListPosition, BookableRow } from './lists.sql.ts';

/**
 * The start, the coach's name and the id of an appointment. The name contains no control characters and no unpaired
 * surrogates, because PostgreSQL rejects text with NUL or an unpaired surrogate.
 */
const cursorSchema = z.tuple([z.iso.datetime(), z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]*$/u)), z.int()]);

/** Encodes the position of the last row of a page as an opaque string, which clients send to get the next page. */
export function encodeCursor(lastRow: BookableRow): string {
  return Buffer.from(JSON.stringify([lastRow.startsAt.toISOString(), lastRow.coach, lastRow.id])).toString('base64url');
}

/** Decodes a cursor. Throws 400 for anything that `encodeCursor` could not have returned. */
export function decodeCursor(cursor: string): ListPosition {
  try {
    const [startsAt, coach, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { startsAt, coach, id };
  } catch {
    throw new ServerError(400, 'invalidRequest', sharedRefusals.invalidRequest, {
      errors: [{ path: 'cursor', message: unexpectedFormatMessage }],
    });
  }
}
