import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { clientId, clientSecret, type IssuerAccount } from './issuer.ts';

/**
 * Starts the certified identity provider of the package oidc-provider, with its usual settings: it signs in `account`
 * after its pages for signing in and for consent, which the browser follows by itself, and tells the e-mail address
 * only when it is asked for it.
 */
export async function openCertifiedIssuer(account: IssuerAccount) {
  /** What each account last said about itself when somebody signed in with it, by its id. */
  const known = new Map<string, IssuerAccount>();
  const issuer = { account };
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(address, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://localhost:3000/api/sso/callback'],
        application_type: 'native',
      },
    ],
    claims: { email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ ...known.get(accountId), sub: accountId }) }),
    pkce: { required: () => true },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void provider.interactionDetails(request, response).then(async ({ prompt, params, session }) => {
      if (prompt.name === 'login') {
        known.set(issuer.account.sub, issuer.account);
        return provider.interactionFinished(request, response, { login: { accountId: issuer.account.sub } });
      }
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
      grant.addOIDCScope('openid email');
      return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    });
  });
  return Object.assign(issuer, {
    address,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
