import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, cookiesOf, setCookie } from './cookies.ts';
import type { NewSession } from './session.ts';
import type { Settings } from './settings.ts';

/** Companions of sessions that nobody signed out of: a browser keeps the newest ones, since all of them travel along. */
const kept = 8;

/** The cookie that binds a session to the browser it was started in (docs/decisions/0016). */
export interface Companion {
  /** What this call presents for a session; null without. */
  of: (sessionId: string) => string | null;
  /** Hands a new session's companion over with the answer. */
  give: (session: NewSession) => void;
  /** Takes an ended session's companion back with the answer. */
  take: (sessionId: string) => void;
}

/**
 * The companions of one call. Each session has a cookie of its own name, so that sessions that share a browser, one after
 * the other or side by side, never meet each other's.
 */
export function companionOf(request: FastifyRequest, reply: FastifyReply, settings: Settings): Companion {
  const prefix = cookieName('companion-', settings);
  const nameOf = (sessionId: string) => prefix + hash('sha256', sessionId, 'hex').slice(0, 16);
  const presented = new Map([...cookiesOf(request)].filter(([name]) => name.startsWith(prefix)));
  const set = (name: string, value: string, seconds: number) => setCookie(reply, name, value, seconds, settings);
  return {
    of: (sessionId) => (presented.size === 0 ? null : (presented.get(nameOf(sessionId)) ?? null)),
    give: ({ sessionId, companion }) => {
      for (const name of [...presented.keys()].slice(0, 1 - kept)) set(name, '', 0);
      set(nameOf(sessionId), companion, settings.portal.session.absoluteHours * 3600);
    },
    take: (sessionId) => {
      const name = nameOf(sessionId);
      if (presented.has(name)) set(name, '', 0);
    },
  };
}
