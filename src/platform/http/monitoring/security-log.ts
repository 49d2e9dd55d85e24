import type { Log } from '../../log.ts';

/** An event that matters for security. The field `security` of a log line contains its name. */
export type SecurityEvent =
  | 'signedIn'
  | 'signInFailed'
  /** Another system has sent a token that is unknown, expired or revoked, or whose maker is no active admin. */
  | 'tokenRefused'
  /** A limit of attempts or calls was reached. */
  | 'limitReached'
  /** The caller's role may not make this call. */
  | 'forbidden'
  /** The id in the call does not exist, or belongs to somebody else. */
  | 'notFound'
  /** Somebody has registered with the e-mail of a confirmed account. Logged once a day, when its owner gets a mail. */
  | 'registrationWithKnownEmail'
  /** A member of staff has read documents of unusually many people. */
  | 'readMuch'
  /** A coach has booked appointments for unusually many new participants. */
  | 'metMany'
  /** The virus scanner found something in an upload. */
  | 'infected';

/** The details of a security event. They contain ids of people only, because the log contains no personal data. */
export interface SecurityDetails {
  /** The id of the person; null or undefined if the person is unknown. */
  person?: number | null;
  /** The path of the call below /api/service/, without `.php`. */
  call: string;
  /** The name of the limit that was reached. */
  limit?: string | undefined;
}

/** Logs a security event with a request's logger, so that the line has the id of the request. */
export function logSecurityEvent(log: Log, event: SecurityEvent, details: SecurityDetails): void {
  const line = { security: event, person: null, ...details };
  if (event === 'signedIn') log.info(line, 'security');
  else log.warn(line, 'security');
}
