import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceCookie } from '../../platform/http/calls/authentication.ts';
import { cookieName, cookiesOf, setCookie } from '../../platform/http/edge/cookies.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** A shared machine remembers the last people who signed in; 16 secrets add 700 bytes to each call. */
const kept = 16;

/** A device is no longer trusted after so many days without a sign-in. */
export const trustedDays = 180;

/** The stored hash of a device's secret, which also names its counters. */
export const hashOfDevice = (secret: string) => hash('sha256', secret, 'hex');

/** The device cookie of one call, parsed only when needed; malformed secrets are ignored. */
export function deviceCookieOf(request: FastifyRequest, reply: FastifyReply, settings: Settings): DeviceCookie {
  const name = cookieName('devices', settings);
  const read = () =>
    (cookiesOf(request).get(name) ?? '')
      .split('.', kept)
      .filter((secret) => /^[\w-]{43}$/.test(secret))
      .map((secret) => ({ secret, hash: hashOfDevice(secret) }));
  return {
    hashes: () => read().map(({ hash }) => hash),
    give: ({ secret, others }) => {
      const good = read().flatMap((one) => (others.has(one.hash) ? [one.secret] : []));
      setCookie(reply, name, [secret, ...good].slice(0, kept).join('.'), trustedDays * 86_400, settings);
    },
  };
}
