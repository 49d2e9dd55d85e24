import type { FastifyRequest } from 'fastify';
import { sharedRefusals, type Call } from '../../../shared/call.ts';
import { ServerError } from '../../server-error.ts';
import type { SignedInPerson } from './authentication.ts';
import { invalidRequest } from './form.ts';
import type { App } from './handler.ts';

/** The person for whom a call is made, and the id of the token with which it is made; null without them. */
export interface Access {
  person: SignedInPerson | null;
  token: number | null;
}

/**
 * Returns the token of the header `Authorization: Bearer …`; null without one. Other schemes are not the portal's: a
 * proxy before it may ask for a password.
 */
export function readToken({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const [scheme = '', ...rest] = (headers.authorization ?? '').trim().split(/\s+/);
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : null;
}

/**
 * Checks whether a token allows a call (reference 2.14). Returns the admin who made the token, for whom the call is
 * made. Throws 400 if a session id is sent as well, 401 `tokenInvalid`, 403 or 429. Wrong tokens count towards a limit of
 * the address. A right one cannot be guessed, so it works even if others at this address have used up that limit.
 */
export async function authoriseToken(
  app: App,
  { path, scope, rateLimit }: Call,
  request: FastifyRequest,
  text: string,
  sessionId: unknown,
): Promise<Access & { person: SignedInPerson }> {
  if (sessionId !== undefined && sessionId !== null && sessionId !== '') throw invalidRequest();
  const token = await app.authentication.findToken(text, path);
  if (!token) {
    await app.rateLimiter.countAttemptOrThrow('tokenPerIpAddress', request.ipAddress);
    throw new ServerError(401, 'tokenInvalid', sharedRefusals.tokenInvalid);
  }
  request.personId = token.maker.id;
  await app.rateLimiter.countCall(rateLimit, { token: token.id }, request.ipAddress);
  if (scope === null || !token.scopes.includes(scope))
    throw new ServerError(403, 'forbidden', sharedRefusals.forbidden);
  return { person: token.maker, token: token.id };
}

/**
 * Checks the token of a call whose body cannot be read, so that the answer to a wrong token is the same for every body.
 * Does nothing without a token.
 */
export async function checkTokenWithoutBody(app: App, call: Call, request: FastifyRequest): Promise<void> {
  const text = readToken(request);
  if (text !== null) await authoriseToken(app, call, request, text, undefined);
}
