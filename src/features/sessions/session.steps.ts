import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { roleOfId, type Role } from '../../shared/roles.ts';
import { batchPerTick } from '../../platform/database/batch-per-tick.ts';
import type { Clock, Db, Tx } from '../../platform/database/db.ts';
import type { Authentication, NewSession } from '../../platform/http/calls/authentication.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { noSession } from '../../platform/server-error.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { readCurrentSessionCookie, readSessionCookies } from './session-cookie.adapter.ts';
import * as sql from './sql.ts';

/**
 * Starts a session for a person, with an id and a cookie of 256 random bits each. Only their hashes are stored.
 * `device` describes the browser, '' if it is unknown. `by` is how the person has signed in.
 */
export async function startSession(
  tx: Tx,
  clock: Clock,
  personId: number,
  device = '',
  by: sql.SignInKind = 'password',
): Promise<NewSession> {
  const session = { sessionId: randomBytes(32).toString('hex'), cookie: randomBytes(32).toString('base64url') };
  await sql.insertSession(tx, clock, { ...session, person: personId, device, by });
  return session;
}

/**
 * Creates the function that finds the person of a session. The function always reads the database; calls that arrive
 * together share one statement. It also binds the session to its cookie, and records the use of the session.
 */
export function createFindSession(db: Db, clock: Clock, config: ProviderConfig): Authentication['findSession'] {
  const findSessions = sql.prepareFindSessions(clock, config);
  const findBatched = batchPerTick((presented: sql.PresentedSession[]) => findSessions(db, presented));
  return async (sessionId, cookie) => {
    const idHash = sql.hashSecret(sessionId);
    const session = await findBatched({ idHash, cookieHash: cookie === null ? null : sql.hashSecret(cookie) });
    if (!session) return null;
    if (session.shouldBind) await sql.bindToCookie(db, idHash);
    if (session.isFirstUseOfDay) await sql.recordFirstUseOfDay(db, clock, idHash);
    // The use is recorded at most once a minute, so that most read-only calls write nothing.
    else if (session.isLastUseOutdated) await sql.recordUse(db, clock, idHash);
    const role = roleOfId(session.roleId);
    return {
      id: session.id,
      role,
      caller: role === 'coach' && session.isSpeedCoach ? 'speedCoach' : role,
      mustChangePassword: session.mustChangePassword,
      mustSetUpSecondFactor: session.mustSetUpSecondFactor,
      sessionId,
    };
  };
}

/**
 * Locks a session, so that it cannot end before the transaction does. Throws 'session invalid' if it has ended or
 * expired since the call began. Does nothing if `usesLocks` is false, as in some tests.
 */
export async function lockSession(tx: Tx, { clock, settings, usesLocks }: App, sessionId: string): Promise<void> {
  if (usesLocks && !(await sql.lockLiveSession(tx, clock, settings.providerConfig.session, sessionId)))
    throw noSession();
}

/**
 * Finds the signed-in person whose browser sent a request; null if nobody is signed in there. Reads only the session
 * cookies, so it may serve only content that a page embeds, such as pictures; all other calls also need the session id.
 * Does not extend the session. Ignores people who must first choose a password or set up a second factor.
 */
export async function findPersonByCookies(
  request: FastifyRequest,
  { db, clock, settings }: Pick<App, 'db' | 'clock' | 'settings'>,
): Promise<{ id: number; role: Role } | null> {
  const cookies = readSessionCookies(request, settings);
  return cookies.length === 0 ? null : sql.findByCookies(db, clock, settings.providerConfig, cookies);
}

/**
 * Finds the person of the session that the browser names as its current one; null if nobody is signed in there. Serves
 * pages only (docs/decisions/0050). Does not extend the session. Ignores people who must first choose a password or set
 * up a second factor.
 */
export async function findPersonOfCurrentSession(
  request: FastifyRequest,
  { db, clock, settings }: Pick<App, 'db' | 'clock' | 'settings'>,
): Promise<{ id: number; role: Role } | null> {
  const cookie = readCurrentSessionCookie(request, settings);
  return cookie === null ? null : sql.findByCookies(db, clock, settings.providerConfig, [cookie]);
}
