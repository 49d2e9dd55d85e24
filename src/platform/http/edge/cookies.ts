import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings/settings.ts';

type CookieSettings = Pick<Settings, 'publicUrl'>;

const isSecure = ({ publicUrl }: CookieSettings) => publicUrl.startsWith('https:');

/**
 * The full name of a cookie: prefixed with `__Host-` under HTTPS, so that no other host can set it. On plain HTTP,
 * which is for local use, not every browser would store such a cookie.
 */
export const cookieName = (name: string, settings: CookieSettings) => (isSecure(settings) ? `__Host-${name}` : name);

/** The cookies of a request by their full names, in the browser's order: the oldest first. */
export function cookiesOf({ headers }: FastifyRequest): Map<string, string> {
  return new Map(Object.entries(parseCookie(headers.cookie ?? '')).map(([name, value = '']) => [name, value]));
}

/** Sets a cookie that no script can read and that no other site causes to be sent; 0 seconds removes it. */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  seconds: number,
  settings: CookieSettings,
): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure(settings) ? '; Secure' : ''}`;
  void reply.header('set-cookie', `${name}=${value}; ${attributes}`);
}
