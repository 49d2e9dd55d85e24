import * as z from 'zod/mini';
import { call, id, emptyObject } from '../../shared/call.ts';

/** A live session of the caller. Instants are ISO 8601. */
const session = z.object({
  id,
  /** The browser, such as 'Firefox auf Windows'; '' if unknown. */
  device: z.string(),
  startedAt: z.string(),
  /** The last use, accurate to the minute. */
  seenAt: z.string(),
  /** Whether this call was made in the session. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const getSessions = call({
  path: 'authentication/getSessions',
  summary: 'Lists the caller’s live sessions: the current one first, then by last use, at most 100.',
  may: 'signedIn',
  input: emptyObject,
  output: z.object({ data: z.array(session) }),
});

export const endSession = call({
  path: 'authentication/endSession',
  summary:
    'Ends one of the caller’s sessions immediately; an unknown session or another person’s is answered with 404.',
  may: 'signedIn',
  input: z.object({ id }),
  output: emptyObject,
});

export const endOtherSessions = call({
  path: 'authentication/endOtherSessions',
  summary: 'Ends all sessions of the caller except the current one; also succeeds if there is no other.',
  may: 'signedIn',
  input: emptyObject,
  output: emptyObject,
});
