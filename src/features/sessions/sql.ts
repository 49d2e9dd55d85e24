import { sql } from 'kysely';
import type { Clock, Db, Tx } from '../../platform/database/db.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { hashOf, isLive } from './session.steps.ts';

/** A person's live sessions: the one of `sessionId` first, then by last use, at most 100. */
export function liveSessions(
  db: Db,
  clock: Clock,
  limits: ProviderConfig['session'],
  person: number,
  sessionId: string,
) {
  return db
    .selectFrom('session as s')
    .select([
      's.number as id',
      's.device',
      's.created_at as startedAt',
      's.seen_at as seenAt',
      sql<boolean>`s.id_hash = ${hashOf(sessionId)}`.as('current'),
    ])
    .where('s.person_id', '=', person)
    .where(isLive(clock, limits))
    .orderBy('current', 'desc')
    .orderBy('s.seen_at', 'desc')
    .orderBy('s.number', 'desc')
    .limit(100)
    .execute();
}

/** Ends a person's session by its number; false if they have no such session. */
export async function endByNumber(tx: Tx, person: number, number: number): Promise<boolean> {
  const ended = await tx
    .deleteFrom('session')
    .where('person_id', '=', person)
    .where('number', '=', number)
    .returning('number')
    .executeTakeFirst();
  return ended !== undefined;
}
