import type { Log } from './log.ts';

/** What somebody who watches over the portal wants to see, in the field `security` of a line of the server's log. */
export type SecurityEvent =
  | 'signedIn'
  | 'signInFailed'
  /** A limit of attempts or calls was reached. */
  | 'limitReached'
  /** A call that the caller's role may not make. */
  | 'forbidden'
  /** An id that does not exist, or is not the caller's. */
  | 'notFound'
  /** A registration with the e-mail of a confirmed account, whose owner is told, once a day, and named then. */
  | 'registrationOfKnown'
  /** A member of staff has looked at the documents of unusually many people. */
  | 'readMuch'
  /** The virus scanner found something in an upload. */
  | 'infected';

/** By id alone: the log holds nothing personal. */
export interface SecurityFacts {
  /** Null, or absent, where nobody is known to stand behind it. */
  person?: number | null;
  /** Path of the call below /api/service/. */
  call: string;
  /** The limit that was reached. */
  limit?: string | undefined;
}

/** Writes a security event down; the line carries the request's number, which leads to its address in the proxy's log. */
export function record(log: Log, event: SecurityEvent, facts: SecurityFacts): void {
  const line = { security: event, person: null, ...facts };
  if (event === 'signedIn') log.info(line, 'security');
  else log.warn(line, 'security');
}
