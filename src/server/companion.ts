import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
 * the other or side by side, never meet each other's. `__Host-` and Secure where the portal is served by HTTPS; on plain
 * HTTP, which is for one's own machine, not every browser would store such a one.
 */
export function companionOf(request: FastifyRequest, reply: FastifyReply, settings: Settings): Companion {
  const secure = settings.publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-companion-' : 'companion-';
  const nameOf = (sessionId: string) => prefix + hash('sha256', sessionId, 'hex').slice(0, 16);
  // The browser's order: the oldest first.
  const presented = new Map(
    (request.headers.cookie ?? '').split(';').flatMap((pair): [string, string][] => {
      const [name = '', value = ''] = pair.trim().split('=', 2);
      return name.startsWith(prefix) ? [[name, value]] : [];
    }),
  );
  const set = (name: string, value: string, seconds: number) => {
    const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
    void reply.header('set-cookie', `${name}=${value}; ${attributes}`);
  };
  return {
    of: (sessionId) => presented.get(nameOf(sessionId)) ?? null,
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
