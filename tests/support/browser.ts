import { login, checkSession } from '../../src/features/accounts/contract.ts';
import type { Call } from '../../src/shared/call.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';

/**
 * Opens a client of the portal at `address` that keeps cookies, like a browser. Its `signIn` sends `password`. All
 * requests have the header X-Forwarded-For with the IP address `from`, for portals that trust their proxy.
 */
export function openBrowser(address: string, { password = '', from = '203.0.113.1' } = {}) {
  const cookies = new Map<string, string>();
  const setCookies: string[] = [];
  const post = async (call: Pick<Call, 'path'>, body: string | FormData) => {
    const response = await fetch(address + servicePath(call), {
      method: 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-forwarded-for': from,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      body,
    });
    setCookies.splice(0, setCookies.length, ...response.headers.getSetCookie());
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const callJson = async (call: Pick<Call, 'path'>, input: object = {}) =>
    (await (await post(call, JSON.stringify(input))).json()) as {
      data?: { sessionId?: string; email?: string } | null;
      meta: { status: string; code?: string; message?: string };
      files?: { uploadParticiopant: { id: number }[] };
    };
  return {
    /** The stored cookies by name, oldest first. */
    cookies,
    /** The `Set-Cookie` headers of the last response. */
    setCookies,
    /** Makes a call with a given body. */
    post,
    /** Makes a call with a JSON body; returns the body of the response. */
    callJson,
    /** Signs in and returns the session's id, or '' if the portal refuses. */
    async signIn(email: string): Promise<string> {
      return (await callJson(login, { username: email, password })).data?.sessionId ?? '';
    },
    async isSignedIn(sessionId: string): Promise<boolean> {
      return Boolean((await callJson(checkSession, { sessionId })).data);
    },
  };
}
