import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { clientId, clientSecret } from './issuer.ts';

/**
 * Starts the certified identity provider of the package oidc-provider, with its usual settings: it signs in `account`
 * after its pages for signing in and for consent, which the browser follows by itself, and tells the e-mail address
 * only when it is asked for it.
 */
export async function openCertifiedIssuer(account: { sub: string; email: string; email_verified: boolean }) {
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
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ ...account }) }),
    pkce: { required: () => true },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void provider.interactionDetails(request, response).then(async ({ prompt, params, session }) => {
      if (prompt.name === 'login')
        return provider.interactionFinished(request, response, { login: { accountId: account.sub } });
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
      grant.addOIDCScope('openid email');
      return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    });
  });
  return {
    address,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
