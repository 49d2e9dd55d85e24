import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';

export const clientId = 'portal';
export const clientSecret = 'geheim-und-lang-genug';

/** The settings of a portal with single sign-on at this issuer. */
export const singleSignOnEnv = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_LABEL: 'Beispiel-Konto',
});

/** What the identity provider says about the account of the person who signs in next. */
export interface IssuerAccount {
  sub: string;
  email?: unknown;
  email_verified?: unknown;
}

/** Mistakes of an identity provider, or of somebody who pretends to be one. */
export interface IssuerFaults {
  /** Claims of the ID token in place of the right ones; undefined leaves one out. */
  claims: Record<string, unknown>;
  /** Signs with another key than the published one, with none, or with the secret of the client. */
  signature: 'otherKey' | 'none' | 'secret';
  /** Answers the sign-in with this error. */
  error: string;
  /** Says nothing about the account in the ID token, but when it is asked for it. */
  isReticent: boolean;
  /** What it says about itself in place of the right values; undefined leaves one out. */
  description: Record<string, unknown>;
  /** Never answers. */
  isSilent: boolean;
  /** Refuses the secret of the client in a header, and takes it in the body. */
  wantsSecretInBody: boolean;
}

/**
 * Starts a small identity provider (OpenID Connect), which signs in `account` without asking. It checks what the portal
 * sends: the address to come back to, PKCE, the secret of the client, and that each code is used once.
 */
export async function openIssuer(account: IssuerAccount) {
  let key = await createKey();
  const otherKey = await createKey();
  const grants = new Map<string, { nonce: string; challenge: string; redirectUri: string; account: IssuerAccount }>();
  const issuer = { account, faults: {} as Partial<IssuerFaults>, requests: [] as string[] };

  const signIdToken = async (nonce: string, { sub, ...claims }: IssuerAccount) => {
    const { faults } = issuer;
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      ...{ iss: address, aud: clientId, sub, iat: now, exp: now + 300, nonce },
      ...(faults.isReticent ? {} : claims),
      ...faults.claims,
    };
    if (faults.signature === 'none') {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${encode({ alg: 'none' })}.${encode(payload)}.`;
    }
    if (faults.signature === 'secret')
      return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret));
    const signingKey = faults.signature === 'otherKey' ? otherKey : key;
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: key.jwk.kid ?? '' })
      .sign(signingKey.privateKey);
  };

  const answers: Record<
    string,
    (url: URL, request: IncomingMessage, response: ServerResponse) => Promise<void> | void
  > = {
    '/.well-known/openid-configuration': (_url, _request, response) =>
      sendJson(response, 200, {
        issuer: address,
        authorization_endpoint: `${address}/authorize`,
        token_endpoint: `${address}/token`,
        userinfo_endpoint: `${address}/userinfo`,
        jwks_uri: `${address}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        ...issuer.faults.description,
        ...(issuer.faults.wantsSecretInBody ? { token_endpoint_auth_methods_supported: ['client_secret_post'] } : {}),
      }),

    '/jwks': (_url, _request, response) => sendJson(response, 200, { keys: [key.jwk] }),

    '/authorize': (url, _request, response) => {
      const query = (name: string) => url.searchParams.get(name) ?? '';
      const back = new URL(query('redirect_uri'));
      back.searchParams.set('state', query('state'));
      if (issuer.faults.error) back.searchParams.set('error', issuer.faults.error);
      else {
        const code = randomUUID();
        const challenge = query('code_challenge_method') === 'S256' ? query('code_challenge') : '';
        const { account } = issuer;
        grants.set(code, { nonce: query('nonce'), challenge, redirectUri: query('redirect_uri'), account });
        back.searchParams.set('code', code);
      }
      response.writeHead(302, { location: back.href }).end();
    },

    '/token': async (_url, request, response) => {
      const form = new URLSearchParams(await readText(request));
      const header = Buffer.from(request.headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
      const isAuthentic = issuer.faults.wantsSecretInBody
        ? form.get('client_secret') === clientSecret
        : decodeURIComponent(header) === `${clientId}:${clientSecret}`;
      if (!isAuthentic) return sendJson(response, 401, { error: 'invalid_client' });
      const grant = grants.get(form.get('code') ?? '');
      grants.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
        return sendJson(response, 400, { error: 'invalid_grant' });
      const idToken = await signIdToken(grant.nonce, grant.account);
      return sendJson(response, 200, {
        access_token: 'zugang',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: idToken,
      });
    },

    '/userinfo': (_url, _request, response) => sendJson(response, 200, issuer.account),
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    issuer.requests.push(url.pathname);
    if (issuer.faults.isSilent) return;
    void (answers[url.pathname] ?? (() => response.writeHead(404).end()))(url, request, response);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;

  return Object.assign(issuer, {
    address,
    /** Signs with a new key from now on, and publishes no other one. */
    async changeKey() {
      key = await createKey();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () => listen(port),
  });
}

export type Issuer = Awaited<ReturnType<typeof openIssuer>>;

async function createKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
  return { privateKey, jwk };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
