import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceCookie } from '../../platform/http/calls/authentication.ts';
import { cookieName, readCookies, setCookie } from '../../platform/http/edge/cookies.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** The maximum number of people for whom one browser is a trusted device. 16 secrets add 700 bytes to each call. */
const maxSecrets = 16;

/** The number of days without a sign-in after which a device is no longer trusted. */
export const trustedDeviceDays = 180;

/** The hash of a device's secret. It is stored, and it identifies the device when failed logins are counted. */
export const hashDeviceSecret = (secret: string) => hash('sha256', secret, 'hex');

/** The device cookie of one call. It is parsed only when it is needed; malformed secrets are ignored. */
export function deviceCookieOf(request: FastifyRequest, reply: FastifyReply, settings: Settings): DeviceCookie {
  const name = cookieName('devices', settings);
  const readSecrets = () =>
    (readCookies(request).get(name) ?? '')
      .split('.', maxSecrets)
      .filter((secret) => /^[\w-]{43}$/.test(secret))
      .map((secret) => ({ secret, hash: hashDeviceSecret(secret) }));
  return {
    readHashes: () => readSecrets().map(({ hash }) => hash),
    set: ({ secret, otherHashes }) => {
      const otherPeoplesSecrets = readSecrets().flatMap((device) =>
        otherHashes.has(device.hash) ? [device.secret] : [],
      );
      setCookie(
        reply,
        name,
        [secret, ...otherPeoplesSecrets].slice(0, maxSecrets).join('.'),
        trustedDeviceDays * 86_400,
        settings,
      );
    },
  };
}
