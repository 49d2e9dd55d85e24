import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, readCookies, setCookie } from '../../platform/http/edge/cookies.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { AttemptSecrets } from './openid.adapter.ts';
import { attemptMinutes } from './rules.ts';

/** The hash of a state, a code or a browser's secret, as it is stored. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** Creates a secret of 256 random bits, in base64url. */
export const createSecret = () => randomBytes(32).toString('base64url');

/** The name of the cookie with the secret of a browser that signs in. */
export const browserCookieName = (settings: Settings) => cookieName('single-sign-on', settings);

/** Returns the secret of the browser; null if it sends none, or something else. */
export function readBrowserSecret(request: FastifyRequest, settings: Settings): string | null {
  const secret = readCookies(request).get(browserCookieName(settings));
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : null;
}

/**
 * Stores a browser's secret in it, for as long as it may be at the identity provider. It comes back from there by a
 * link of another site, so the cookie is sent with such links.
 */
export function setBrowserSecret(reply: FastifyReply, secret: string, settings: Settings): void {
  setCookie(reply, browserCookieName(settings), secret, attemptMinutes * 60, settings, 'Lax');
}

/**
 * Derives the nonce and the verifier of an attempt from the browser's secret, so that they are stored nowhere else and
 * no other browser can end the attempt. Each attempt has its own, because each has another state.
 */
export function deriveSecrets(browserSecret: string, state: string): AttemptSecrets {
  const derive = (purpose: string) =>
    createHmac('sha256', browserSecret).update(`${purpose} ${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
}
