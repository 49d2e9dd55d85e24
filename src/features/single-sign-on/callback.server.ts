import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/calls/handler.ts';
import { withMinResponseTime } from '../../platform/http/calls/response-time.ts';
import { logSecurityEvent } from '../../platform/http/monitoring/security-log.ts';
import { toRateLimitAddress } from '../../platform/rate-limit/rate-limiter.ts';
import { createSecret, deriveSecrets, hashOf, readBrowserSecret, setBrowserSecret } from './browser-cookie.adapter.ts';
import { openIdentityProvider, type IdentityProvider } from './openid.adapter.ts';
import { toLanding, toTarget, type SignInFault } from './rules.ts';
import { createCode } from './sign-in.steps.ts';
import * as sql from './sql.ts';

/** The options of both routes. Only a browser that follows a link may use them up. */
const routeOptions = { exposeHeadRoute: false };

/**
 * Serves the two addresses through which a browser signs in at the identity provider (reference 3.18): `GET
 * /api/sso/start?to=/path` sends it there, `GET /api/sso/callback` takes it back to the portal. Without an identity
 * provider in the settings both are 404.
 */
export function registerSingleSignOn(fastify: FastifyInstance, app: App): void {
  const { singleSignOn, publicUrl } = app.settings;
  if (!singleSignOn) return;
  const provider = openIdentityProvider(singleSignOn, publicUrl);
  fastify.get('/api/sso/start', routeOptions, (request, reply) =>
    answer(app, request, reply, () => start(app, provider, request, reply)),
  );
  fastify.get('/api/sso/callback', routeOptions, (request, reply) =>
    // Hides what was wrong, unless the identity provider is slow to answer.
    answer(app, request, reply, () => withMinResponseTime(() => comeBack(app, provider, request, reply))),
  );
}

/** Leads the browser to the address that `work` returns, or to the portal with a fault. */
async function answer(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<string | { fault: SignInFault }>,
) {
  request.ipAddress = toRateLimitAddress(request.ip);
  const limit = 'singleSignOnPerIpAddress';
  const refusal = await app.rateLimiter.countAttemptOrReturnError(limit, request.ipAddress);
  if (refusal) logSecurityEvent(request.log, 'limitReached', { call: 'sso', limit });
  const result = refusal ? { fault: 'failed' as const } : await work();
  if (typeof result === 'string') return reply.redirect(result);
  if (result.fault !== 'cancelled') logSecurityEvent(request.log, 'signInFailed', { call: 'sso' });
  return reply.redirect(toLanding(result));
}

async function start(app: App, provider: IdentityProvider, request: FastifyRequest, reply: FastifyReply) {
  const { settings, db, clock } = app;
  // The same secret for all attempts of a browser, so that two tabs can sign in at the same time.
  const browserSecret = readBrowserSecret(request, settings) ?? createSecret();
  const state = createSecret();
  const address = await ask(request, () => provider.getSignInAddress(deriveSecrets(browserSecret, state)));
  if (!address) return { fault: 'failed' as const };
  const target = toTarget((request.query as Record<string, unknown>)['to']);
  await sql.insertAttempt(db, clock, { stateHash: hashOf(state), browserHash: hashOf(browserSecret), target });
  setBrowserSecret(reply, browserSecret, settings);
  return address.href;
}

async function comeBack(app: App, provider: IdentityProvider, request: FastifyRequest, reply: FastifyReply) {
  const query = new URLSearchParams(request.url.replace(/^[^?]*\??/, ''));
  const state = query.get('state') ?? '';
  const browserSecret = readBrowserSecret(request, app.settings) ?? '';
  const browserHash = hashOf(browserSecret);
  // The attempt is used up even if anything else is wrong.
  const target = await sql.consumeAttempt(app.db, app.clock, hashOf(state), browserHash);
  if (target === null) return { fault: 'failed' as const };
  if (query.has('error')) {
    const isCancelled = query.get('error') === 'access_denied';
    return { fault: isCancelled ? ('cancelled' as const) : ('failed' as const) };
  }
  const account = await ask(request, () => provider.loadAccount(query, deriveSecrets(browserSecret, state)));
  if (!account) return { fault: 'failed' as const };
  // Whom the account belongs to, or why it is nobody, does not show even after a slow answer.
  const result = await withMinResponseTime(() =>
    ask(request, async () => ({ code: await createCode(app, account, browserHash) })),
  );
  if (!result) return { fault: 'failed' as const };
  // The code needs the cookie for another minute.
  setBrowserSecret(reply, browserSecret, app.settings);
  return result.code === null ? { fault: 'unknown' as const } : toLanding({ code: result.code, target });
}

/** Returns what `question` returns; null if it throws, which is logged without what the identity provider has said. */
async function ask<T>({ log }: FastifyRequest, question: () => Promise<T>): Promise<T | null> {
  try {
    return await question();
  } catch (err) {
    log.warn({ err }, 'The sign-in at the identity provider failed.');
    return null;
  }
}
