import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { roleOfId } from '../../shared/roles.ts';
import { batchPerTick } from '../../platform/database/batch-per-tick.ts';
import type { Clock, Db, Tx } from '../../platform/database/db.ts';
import type { Authentication, NewSession } from '../../platform/http/calls/authentication.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { noSession } from '../../platform/server-error.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { sessionCookiesOf } from './session-cookie.adapter.ts';
import * as sql from './sql.ts';

/**
 * Starts a session for a person: an id and a cookie of 256 random bits each, of which only the hashes are stored.
 * `device` describes the browser, '' if it is unknown.
 */
export async function startSession(tx: Tx, clock: Clock, personId: number, device = ''): Promise<NewSession> {
  const session = { sessionId: randomBytes(32).toString('hex'), cookie: randomBytes(32).toString('base64url') };
  await sql.insertSession(tx, clock, { ...session, person: personId, device });
  return session;
}

/**
 * Returns a function that finds a session, always in the database; one statement serves all calls that arrive together.
 */
export function openSessions(db: Db, clock: Clock, config: ProviderConfig): Authentication['findSession'] {
  const find = sql.prepareFindSessions(clock, config);
  const lookUp = batchPerTick((presented: sql.PresentedSession[]) => find(db, presented));
  return async (sessionId, cookie) => {
    const id = sql.hashOf(sessionId);
    const session = await lookUp({ id, cookie: cookie === null ? null : sql.hashOf(cookie) });
    if (!session) return null;
    if (session.binds) await sql.bindToCookie(db, id);
    if (session.newDay) await sql.recordFirstUseOfDay(db, clock, id);
    // The use is recorded at most once a minute, since calls that only read should rarely write.
    else if (session.stale) await sql.recordUse(db, clock, id);
    const role = roleOfId(session.roleId);
    return {
      id: session.id,
      role,
      caller: role === 'coach' && session.speedCoach ? 'speedCoach' : role,
      mustChangePassword: session.mustChangePassword,
      mustSetUpSecondFactor: session.mustSetUpSecondFactor,
      sessionId,
    };
  };
}

/**
 * Keeps a session from ending before the transaction does; throws 'session invalid' if it has ended or expired since
 * the call began. Does nothing without locks, which only tests switch off.
 */
export async function lockSession(tx: Tx, { clock, settings, locks }: App, sessionId: string): Promise<void> {
  if (locks && !(await sql.lockLiveSession(tx, clock, settings.providerConfig.session, sessionId))) throw noSession();
}

/**
 * The person who is signed in in the browser that sends a request, by its session cookies alone; null if no one is.
 * Only for content that a page embeds and no script fetches, such as pictures: calls also present the session's id.
 * Extends no session, and ignores people who still have to choose a password or set up a second factor.
 */
export async function findPersonByCookies(
  request: FastifyRequest,
  { db, clock, settings }: Pick<App, 'db' | 'clock' | 'settings'>,
): Promise<{ id: number; isAdmin: boolean } | null> {
  const cookies = sessionCookiesOf(request, settings);
  return cookies.length === 0 ? null : sql.findByCookies(db, clock, settings.providerConfig, cookies);
}
