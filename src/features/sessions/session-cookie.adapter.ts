import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, cookiesOf, setCookie } from '../../platform/http/edge/cookies.ts';
import type { SessionCookie } from '../../platform/http/calls/authentication.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/**
 * How many session cookies a browser keeps, the newest ones. All are sent with each call, even those of expired
 * sessions.
 */
const kept = 8;

const namePrefix = (settings: Settings) => cookieName('companion-', settings);

/** The values of all session cookies that a request presents, whatever sessions they belong to. */
export function sessionCookiesOf(request: FastifyRequest, settings: Settings): string[] {
  const prefix = namePrefix(settings);
  return [...cookiesOf(request)].flatMap(([name, value]) => (name.startsWith(prefix) ? [value] : [])).slice(-kept);
}

/**
 * The session cookies of one call. The cookie's name depends on the session, so that sessions in the same browser, one
 * after the other or at once, do not overwrite each other's.
 */
export function sessionCookieOf(request: FastifyRequest, reply: FastifyReply, settings: Settings): SessionCookie {
  const prefix = namePrefix(settings);
  const nameOf = (sessionId: string) => prefix + hash('sha256', sessionId, 'hex').slice(0, 16);
  const presented = new Map([...cookiesOf(request)].filter(([name]) => name.startsWith(prefix)));
  const set = (name: string, value: string, seconds: number) => setCookie(reply, name, value, seconds, settings);
  return {
    of: (sessionId) => (presented.size === 0 ? null : (presented.get(nameOf(sessionId)) ?? null)),
    give: ({ sessionId, cookie }) => {
      for (const name of [...presented.keys()].slice(0, 1 - kept)) set(name, '', 0);
      set(nameOf(sessionId), cookie, settings.providerConfig.session.absoluteHours * 3600);
    },
    take: (sessionId) => {
      const name = nameOf(sessionId);
      if (presented.has(name)) set(name, '', 0);
    },
  };
}
