import { parseCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings/settings.ts';

type CookieSettings = Pick<Settings, 'publicUrl'>;

const isSecure = ({ publicUrl }: CookieSettings) => publicUrl.startsWith('https:');

/**
 * The full name of a cookie. With HTTPS it has the prefix `__Host-`, so that no other host can set the cookie. With
 * HTTP, which is only for local use, not every browser stores a cookie with this prefix.
 */
export const cookieName = (name: string, settings: CookieSettings) => (isSecure(settings) ? `__Host-${name}` : name);

/** Parses the cookies of a request: values by full name, in the browser's order, the oldest first. */
export function readCookies({ headers }: FastifyRequest): Map<string, string> {
  return new Map(Object.entries(parseCookie(headers.cookie ?? '')).map(([name, value = '']) => [name, value]));
}

/**
 * Sets a cookie that scripts cannot read and that browsers do not send with requests from other sites; with `sameSite`
 * 'Lax' they send it when somebody follows a link from another site. A lifetime of 0 seconds removes the cookie.
 */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  seconds: number,
  settings: CookieSettings,
  sameSite: 'Strict' | 'Lax' = 'Strict',
): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isSecure(settings) ? '; Secure' : ''}`;
  void reply.header('set-cookie', `${name}=${value}; ${attributes}`);
}
