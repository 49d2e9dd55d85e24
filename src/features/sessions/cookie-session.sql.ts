import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { roles } from '../../shared/roles.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { hashOf, isLive, lacksSecondFactor } from './session.steps.ts';
import { companionsOf } from './session-cookie.adapter.ts';

/**
 * Who is signed in in the browser that sends a request, by the cookies of its sessions alone; null for nobody. Only for
 * what a page shows and a script does not fetch: calls present the session's id as well. It extends no session, and
 * lets nobody in who still has to choose a password or to set up a second factor.
 */
export async function personBehind(
  request: FastifyRequest,
  { db, clock, settings }: Pick<App, 'db' | 'clock' | 'settings'>,
): Promise<{ id: number; isAdmin: boolean } | null> {
  const hashes = companionsOf(request, settings).map(hashOf);
  if (hashes.length === 0) return null;
  const { session, secondFactor } = settings.providerConfig;
  const { rows } = await sql<{ id: number; isAdmin: boolean }>`
    SELECT p.id, p.role_id = ${roles.admin.value} AS "isAdmin"
    FROM session s JOIN person p ON p.id = s.person_id LEFT JOIN coach c ON c.person_id = p.id
    WHERE s.companion_hash = ANY (${hashes}::bytea[]) AND ${isLive(clock, session)}
      AND p.inactive_at IS NULL AND p.role_id IS NOT NULL AND NOT p.must_change_password
      AND (p.role_id <> ${roles.coach.value} OR coalesce(c.active, true))
      AND NOT ${sql.raw(lacksSecondFactor('p.id', 'p.role_id', secondFactor))}
    ORDER BY s.seen_at DESC LIMIT 1
  `.execute(db);
  return rows[0] ?? null;
}
