import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { ssoLogin } from '../../src/features/single-sign-on/contract.ts';
import type { CallResponse } from './world.ts';

/** The fragment of an address to which the portal leads: of `/#sso=a&to=%2Fb` the fields `sso` and `to`. */
export interface Landing {
  sso?: string;
  to?: string;
  'sso-error'?: string;
}

/** Opens a browser that signs in with single sign-on at the portal at `address`. It keeps cookies of each host. */
export function openSsoBrowser(address: string) {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: URL) => {
    const jar = jars.get(url.hostname + url.port) ?? new Map<string, string>();
    jars.set(url.hostname + url.port, jar);
    return jar;
  };
  const request = async (url: URL, init: RequestInit = {}) => {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /Max-Age=0\b|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const browser = {
    /** The cookies for the portal. */
    cookies: jarOf(new URL(address)),
    request,
    /** Begins a sign-in and returns where the portal leads. */
    async start(to = '/'): Promise<URL> {
      const response = await request(new URL(`/api/sso/start?to=${encodeURIComponent(to)}`, address));
      return new URL(response.headers.get('location') ?? '', address);
    },
    /** Follows an address of the issuer until it leads back; returns the address of the callback at this portal. */
    async visitIssuer(first: URL): Promise<URL> {
      let url = first;
      for (let step = 0; step < 20; step++) {
        if (url.pathname === '/api/sso/callback') return new URL(url.pathname + url.search, address);
        const response = await request(url);
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${url.pathname} does not lead on (${response.status}).`);
        url = new URL(location, url);
      }
      throw new Error('The issuer leads in circles.');
    },
    /** Comes back to the portal and returns where it leads. */
    async comeBack(callback: URL): Promise<Landing> {
      const response = await request(callback);
      const landing = response.headers.get('location') ?? '';
      return Object.fromEntries(new URLSearchParams(landing.replace(/^\/#/, ''))) as Landing;
    },
    /** Signs in at the issuer and comes back. */
    async goThrough(to?: string): Promise<Landing> {
      return browser.comeBack(await browser.visitIssuer(await browser.start(to)));
    },
    /** Sends a code to the portal. */
    async redeem(code: string | undefined): Promise<CallResponse<{ data?: { sessionId: string; email: string } }>> {
      const response = await request(new URL(servicePath(ssoLogin), address), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      });
      const body = (await response.json()) as CallResponse<{ data?: { sessionId: string; email: string } }>['body'];
      return { status: response.status, headers: response.headers, body };
    },
    /** Signs in completely; returns the code of the refusal, or 'in'. */
    async signIn(): Promise<string> {
      const landing = await browser.goThrough();
      if (landing['sso-error']) return landing['sso-error'];
      return (await browser.redeem(landing.sso)).body.meta.code ?? 'in';
    },
  };
  return browser;
}
