import * as z from 'zod/mini';
import { call, id, nothing } from '../../shared/call.ts';

/** A live session as shown to its person. Instants are ISO 8601. */
const session = z.object({
  id,
  /** 'Firefox auf Windows'; '' where the browser did not say. */
  device: z.string(),
  startedAt: z.string(),
  /** The last use, to the minute. */
  seenAt: z.string(),
  /** The session of this request. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const getSessions = call({
  path: 'authentication/getSessions',
  summary: 'The caller’s live sessions: the one that asks, then by last use, at most the 100 used last.',
  may: 'signedIn',
  input: nothing,
  output: z.object({ data: z.array(session) }),
});

export const endSession = call({
  path: 'authentication/endSession',
  summary: 'Ends one of the caller’s sessions at once; an unknown one, or somebody else’s, is not found.',
  may: 'signedIn',
  input: z.object({ id }),
  output: nothing,
});

export const endOtherSessions = call({
  path: 'authentication/endOtherSessions',
  summary: 'Ends all sessions of the caller but the one that asks; succeeds where there is no other.',
  may: 'signedIn',
  input: nothing,
  output: nothing,
});
