import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceCookie } from '../../platform/http/calls/authentication.ts';
import { cookieName, cookiesOf, setCookie } from '../../platform/http/edge/cookies.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** The maximum number of people whom a shared device remembers; 16 secrets add 700 bytes to each call. */
const maxSecrets = 16;

/** The number of days without a sign-in after which a device is no longer trusted. */
export const trustedDeviceDays = 180;

/** The stored hash of a device's secret, which also names its counters. */
export const hashOfDevice = (secret: string) => hash('sha256', secret, 'hex');

/** The device cookie of one call, parsed only when needed; malformed secrets are ignored. */
export function deviceCookieOf(request: FastifyRequest, reply: FastifyReply, settings: Settings): DeviceCookie {
  const name = cookieName('devices', settings);
  const read = () =>
    (cookiesOf(request).get(name) ?? '')
      .split('.', maxSecrets)
      .filter((secret) => /^[\w-]{43}$/.test(secret))
      .map((secret) => ({ secret, hash: hashOfDevice(secret) }));
  return {
    hashes: () => read().map(({ hash }) => hash),
    set: ({ secret, otherHashes }) => {
      const validSecrets = read().flatMap((device) => (otherHashes.has(device.hash) ? [device.secret] : []));
      setCookie(
        reply,
        name,
        [secret, ...validSecrets].slice(0, maxSecrets).join('.'),
        trustedDeviceDays * 86_400,
        settings,
      );
    },
  };
}
