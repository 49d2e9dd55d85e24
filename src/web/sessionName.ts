/** The cookie that names the browser's current session (session-cookie.adapter.ts). */
const cookieName = 'session-name';
/** How long the cookie is kept, in seconds: as long as a session can last by default. */
const maxAge = 7 * 24 * 3600;

let latestId = '';

/**
 * Names the current session in a cookie, so that the server can render pages for its user, and for nobody after a
 * sign-out (docs/decisions/0050). The name is the beginning of a hash of the session's id and gives no access. An empty
 * id removes the cookie. Over plain HTTP, browsers offer no hashes outside the own machine; then no session is named.
 */
export async function nameCurrentSession(sessionId: string): Promise<void> {
  latestId = sessionId;
  if (sessionId === '') return writeCookie('', 0);
  if (!globalThis.crypto.subtle) return;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionId));
  // The user may have signed out meanwhile.
  if (latestId !== sessionId) return;
  const name = [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  writeCookie(name, maxAge);
}

function writeCookie(value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookieName}=${value}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`;
}
