import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from './settings.ts';

type Where = Pick<Settings, 'publicUrl'>;

const isSecure = ({ publicUrl }: Where) => publicUrl.startsWith('https:');

/**
 * The full name of a cookie: `__Host-` where the portal is served by HTTPS, so that no other host can set it; on plain HTTP,
 * which is for one's own machine, not every browser would store such a one.
 */
export const cookieName = (name: string, settings: Where) => (isSecure(settings) ? `__Host-${name}` : name);

/** The cookies that a request brings along by their full names, in the browser's order: the oldest first. */
export function cookiesOf(request: FastifyRequest): Map<string, string> {
  const { cookie } = request.headers;
  if (!cookie) return new Map();
  return new Map(
    cookie.split(';').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.trim().split('=', 2);
      return [name, value];
    }),
  );
}

/** Sets a cookie that no script can read and no other site can make travel; 0 seconds take it away. */
export function setCookie(reply: FastifyReply, name: string, value: string, seconds: number, settings: Where): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure(settings) ? '; Secure' : ''}`;
  void reply.header('set-cookie', `${name}=${value}; ${attributes}`);
}
