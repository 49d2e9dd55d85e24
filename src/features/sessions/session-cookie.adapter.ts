import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, readCookies, setCookie } from '../../platform/http/edge/cookies.ts';
import type { SessionCookie } from '../../platform/http/calls/authentication.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/**
 * The maximum number of session cookies in a browser; only the newest are kept. The browser sends all of them with each
 * call, even those of expired sessions.
 */
const maxCookies = 8;

const namePrefix = (settings: Settings) => cookieName('companion-', settings);

/** Returns the values of the session cookies of a request, at most the newest eight. */
export function readSessionCookies(request: FastifyRequest, settings: Settings): string[] {
  const prefix = namePrefix(settings);
  return [...readCookies(request)]
    .flatMap(([name, value]) => (name.startsWith(prefix) ? [value] : []))
    .slice(-maxCookies);
}

/** The cookie in which the browser's script names its current session (src/web/sessionName.ts). */
const sessionNameCookie = 'session-name';

/** Returns the value of the cookie of the session that the browser names as its current one; null if there is none. */
export function readCurrentSessionCookie(request: FastifyRequest, settings: Settings): string | null {
  const cookies = readCookies(request);
  return cookies.get(namePrefix(settings) + cookies.get(sessionNameCookie)) ?? null;
}

/**
 * The session cookies of one call. Each session has a cookie with its own name, so that several sessions in the same
 * browser do not overwrite each other's cookies.
 */
export function sessionCookieOf(request: FastifyRequest, reply: FastifyReply, settings: Settings): SessionCookie {
  const prefix = namePrefix(settings);
  const nameOf = (sessionId: string) => prefix + hash('sha256', sessionId, 'hex').slice(0, 16);
  const presentedCookies = new Map([...readCookies(request)].filter(([name]) => name.startsWith(prefix)));
  const set = (name: string, value: string, seconds: number) => setCookie(reply, name, value, seconds, settings);
  return {
    read: (sessionId) => (presentedCookies.size === 0 ? null : (presentedCookies.get(nameOf(sessionId)) ?? null)),
    set: ({ sessionId, cookie }) => {
      // Deletes the oldest cookies, so that at most `maxCookies` remain, including the new one.
      for (const name of [...presentedCookies.keys()].slice(0, 1 - maxCookies)) set(name, '', 0);
      set(nameOf(sessionId), cookie, settings.providerConfig.session.absoluteHours * 3600);
    },
    remove: (sessionId) => {
      const name = nameOf(sessionId);
      if (presentedCookies.has(name)) set(name, '', 0);
    },
  };
}
