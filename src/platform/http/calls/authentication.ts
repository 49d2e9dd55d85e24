import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Role } from '../../../shared/roles.ts';

/** The person behind a live session. `caller` is the kind of caller that has rights, null without a role. */
export interface SignedIn {
  id: number;
  role: Role | null;
  caller: Caller | null;
  mustChangePassword: boolean;
  /** Whether the provider requires a second factor of all staff and this person has not set one up. */
  mustSetUpSecondFactor: boolean;
  sessionId: string;
}

/** A session that has just begun: its id, for the client, and the secret of its cookie, for the browser only. */
export interface NewSession {
  sessionId: string;
  cookie: string;
}

/** The cookie that binds a session to the browser it was started in (docs/decisions/0016). */
export interface SessionCookie {
  /** The cookie that this call presents for a session; null without one. */
  read: (sessionId: string) => string | null;
  /** Sets the cookie of a new session in the answer. */
  set: (session: NewSession) => void;
  /** Removes the cookie of an ended session in the answer. */
  remove: (sessionId: string) => void;
}

/** A new secret, and the hashes of those presented secrets that are valid for other accounts. */
export interface NewDevice {
  secret: string;
  otherHashes: ReadonlySet<string>;
}

/**
 * The cookie of a browser in which people have signed in: one secret for each account, the newest first. It gives no
 * access; it distinguishes those people from strangers behind the same address where attempts are counted
 * (docs/decisions/0025).
 */
export interface DeviceCookie {
  /** Hashes of the secrets that this call presents. */
  hashes: () => string[];
  /** Sets a new secret in the answer, beside those that are still valid. */
  set: (device: NewDevice) => void;
}

/** Everything the HTTP server needs to know about sessions and devices, handed in by the application. */
export interface Authentication {
  /**
   * The person behind a session id, or null for an unknown, expired or ended one. Extends the idle limit. The first
   * call that presents the session's cookie binds the session to it: from then on, calls without that cookie get null.
   */
  findSession: (sessionId: string, cookie: string | null) => Promise<SignedIn | null>;
  sessionCookie: (request: FastifyRequest, reply: FastifyReply) => SessionCookie;
  deviceCookie: (request: FastifyRequest, reply: FastifyReply) => DeviceCookie;
  /** The id of a person who has signed in with one of the secrets that have these hashes; null if there is none. */
  trustedPerson: (hashes: readonly string[]) => Promise<number | null>;
}

/** Whether a text has the form of a session id: 64 lower-case hex characters. */
export function isSessionId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}
