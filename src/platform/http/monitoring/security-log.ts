import type { Log } from '../../log.ts';

/** Events for those who monitor security; the field `security` of a log line names the event. */
export type SecurityEvent =
  | 'signedIn'
  | 'signInFailed'
  /** A limit of attempts or calls was reached. */
  | 'limitReached'
  /** The caller's role may not make this call. */
  | 'forbidden'
  /** An id that does not exist, or is not the caller's. */
  | 'notFound'
  /** A registration with the e-mail of a confirmed account; logged when its owner gets a mail about it, once a day. */
  | 'registrationOfKnown'
  /** A member of staff has read the documents of unusually many people. */
  | 'readMuch'
  /** A coach has booked for unusually many new people. */
  | 'metMany'
  /** The virus scanner found something in an upload. */
  | 'infected';

/** The facts of a security event; people appear by id only, because the log holds no personal data. */
export interface SecurityFacts {
  /** Null, or absent, for an unknown caller. */
  person?: number | null;
  /** Path of the call below /api/service/. */
  call: string;
  /** The limit that was reached. */
  limit?: string | undefined;
}

/** Logs a security event. The line has the number of the request, which its other log lines share. */
export function logSecurityEvent(log: Log, event: SecurityEvent, facts: SecurityFacts): void {
  const line = { security: event, person: null, ...facts };
  if (event === 'signedIn') log.info(line, 'security');
  else log.warn(line, 'security');
}
