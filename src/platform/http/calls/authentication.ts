import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../../shared/call.ts';
import type { Caller, Role } from '../../../shared/roles.ts';

/**
 * The person to whom a live session belongs. `caller` is the kind of caller that determines the person's rights; null
 * for a person without a role.
 */
export interface SignedInPerson {
  id: number;
  role: Role | null;
  caller: Caller | null;
  mustChangePassword: boolean;
  /** Whether the provider requires a second factor for staff and this member of staff has not set one up. */
  mustSetUpSecondFactor: boolean;
  sessionId: string;
}

/** A token with which another system makes calls, and the admin who made it, for whom it acts. */
export interface TokenCaller {
  id: number;
  scopes: readonly Scope[];
  maker: SignedInPerson;
}

/** A session that has just begun. The client gets its id; `cookie` is the secret for the session cookie. */
export interface NewSession {
  sessionId: string;
  cookie: string;
}

/** The cookie that binds a session to the browser in which it was started (docs/decisions/0016). */
export interface SessionCookie {
  /** Returns the secret that the request sends for a session; null if it sends none. */
  read: (sessionId: string) => string | null;
  /** Sets the cookie of a new session in the response. */
  set: (session: NewSession) => void;
  /** Removes the cookie of an ended session in the response. */
  remove: (sessionId: string) => void;
}

/**
 * A device on which a person has just signed in. `secret` is the new secret of the device for the person's account.
 * `otherHashes` are hashes of the secrets in the request that are valid for other accounts.
 */
export interface NewDevice {
  secret: string;
  otherHashes: ReadonlySet<string>;
}

/**
 * The cookie of a browser in which people have signed in: one secret for each account, the newest first. It gives no
 * access. The rate limits use it to distinguish these people from strangers with the same IP address
 * (docs/decisions/0025).
 */
export interface DeviceCookie {
  /** Returns the hashes of the secrets that the request sends. */
  readHashes: () => string[];
  /** Sets a new secret in the response, in addition to the valid secrets of other accounts. */
  set: (device: NewDevice) => void;
}

/** What the HTTP server needs to know about sessions and devices; the application provides it. */
export interface Authentication {
  /**
   * Returns the person to whom a session belongs; null if the session is unknown, expired or ended. Also restarts the
   * session's idle time. The first call with the session's cookie binds the session to the cookie: calls without it
   * then get null.
   */
  findSession: (sessionId: string, cookie: string | null) => Promise<SignedInPerson | null>;
  /**
   * Returns the token with this text; null if it is unknown, expired or revoked, or if its maker is no active admin.
   * Always reads the database, so a token that one process has revoked is dead on all others. `path` is that of the call
   * that is made with it, which may be one that the token does not allow.
   */
  findToken: (text: string, path: string) => Promise<TokenCaller | null>;
  sessionCookie: (request: FastifyRequest, reply: FastifyReply) => SessionCookie;
  deviceCookie: (request: FastifyRequest, reply: FastifyReply) => DeviceCookie;
  /** Returns the id of a person whose device secret has one of these hashes; null if there is none. */
  findTrustedPerson: (hashes: readonly string[]) => Promise<number | null>;
}

/** Whether a value is formatted like a session id: 64 lower-case hex characters. */
export function isSessionId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
