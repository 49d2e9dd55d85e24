import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { roleOfId, type Caller, type Role } from '../shared/roles.ts';
import { now, type Clock, type Db, type Tx } from './db.ts';
import type { Portal } from './settings.ts';

/** The person behind a live session. `caller` is their column in the table of rights, null without a role. */
export interface SignedIn {
  id: number;
  role: Role | null;
  caller: Caller | null;
  mustChangePassword: boolean;
  sessionId: string;
}

/** A session that has just begun: what a client gets of it, and what only its browser gets, as a cookie. */
export interface NewSession {
  sessionId: string;
  companion: string;
}

/** What is stored in a secret's place. */
export const hashOf = (secret: string) => createHash('sha256').update(secret, 'utf8').digest();

/** Whether a text has the form of a session id: 64 lower-case hex characters. */
export function isSessionId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}

/**
 * Starts a session for a person: an id and a companion of 256 random bits each; only the hashes are stored. `device` is
 * the browser in words, '' where it is not known.
 */
export async function startSession(tx: Tx, clock: Clock, personId: number, device = ''): Promise<NewSession> {
  const [sessionId, companion] = [randomBytes(32).toString('hex'), randomBytes(32).toString('base64url')];
  await tx
    .insertInto('session')
    .values({
      id_hash: hashOf(sessionId),
      companion_hash: hashOf(companion),
      person_id: personId,
      device,
      created_at: now(clock),
      seen_at: now(clock),
    })
    .execute();
  await sql`INSERT INTO session_day (day) VALUES (${today(clock)}) ${onceMore}`.execute(tx);
  return { sessionId, companion };
}

/** Whether a session was last seen before today in Berlin. */
const seenBefore = (clock: Clock) => sql<boolean>`seen_at < date_trunc('day', ${now(clock)}, 'Europe/Berlin')`;

/** Counts a session's first use of a Berlin day: of several at once, one finds it unseen. */
async function seeOnNewDay(db: Db, clock: Clock, sessionId: string): Promise<void> {
  await sql`
    WITH first AS (
      UPDATE session SET seen_at = ${now(clock)}
      WHERE id_hash = ${hashOf(sessionId)} AND ${seenBefore(clock)} RETURNING 1
    )
    INSERT INTO session_day (day) SELECT ${today(clock)} FROM first ${onceMore}
  `.execute(db);
}

/** Whether the session of the row `s` is within both limits, the idle and the absolute one. */
export const isLive = (clock: Clock, { idleMinutes, absoluteHours }: Portal['session']) => sql<boolean>`(
  s.seen_at > ${now(clock)} - ${idleMinutes}::double precision * interval '1 minute'
  AND s.created_at > ${now(clock)} - ${absoluteHours}::double precision * interval '1 hour'
)`;

const today = (clock: Clock) => sql`(${now(clock)} AT TIME ZONE 'Europe/Berlin')::date`;
const onceMore = sql`ON CONFLICT (day) DO UPDATE SET sessions = session_day.sessions + 1`;

/**
 * The person behind a session id, or null for an unknown, expired or ended one. Slides the idle limit. The first call
 * that presents the session's `companion` binds it: without it, or with another one, there is no such session any more.
 */
export async function findSession(
  db: Db,
  clock: Clock,
  limits: Portal['session'],
  sessionId: string,
  companion: string | null,
): Promise<SignedIn | null> {
  const presented = companion === null ? null : hashOf(companion);
  const found = await db
    .selectFrom('session as s')
    .innerJoin('person as p', 'p.id', 's.person_id')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select([
      'p.id',
      'p.role_id as roleId',
      'p.must_change_password as mustChangePassword',
      'c.speed_coach as speedCoach',
      sql<boolean>`s.seen_at < ${now(clock)} - interval '1 minute'`.as('stale'),
      seenBefore(clock).as('newDay'),
      sql<boolean | null>`NOT s.bound AND s.companion_hash = ${presented}::bytea`.as('binds'),
    ])
    .where('s.id_hash', '=', hashOf(sessionId))
    .where(sql<boolean>`(NOT s.bound OR s.companion_hash = ${presented}::bytea)`)
    .where(isLive(clock, limits))
    .where('p.inactive_at', 'is', null)
    // A coach out of service has none, even if a login was under way when it happened.
    .where(sql<boolean>`(p.role_id IS DISTINCT FROM 2 OR coalesce(c.active, true))`)
    .executeTakeFirst();
  if (!found) return null;
  if (found.binds)
    await db.updateTable('session').set({ bound: true }).where('id_hash', '=', hashOf(sessionId)).execute();
  if (found.newDay) await seeOnNewDay(db, clock, sessionId);
  // Not on every call: a list that is only read should not write.
  else if (found.stale)
    await db
      .updateTable('session')
      .set({ seen_at: now(clock) })
      .where('id_hash', '=', hashOf(sessionId))
      .execute();
  const role = roleOfId(found.roleId);
  return {
    id: found.id,
    role,
    caller: role === 'coach' && found.speedCoach ? 'speedCoach' : role,
    mustChangePassword: found.mustChangePassword,
    sessionId,
  };
}

/** Ends one session; an unknown one is ended already. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', hashOf(sessionId)).execute();
}

/** Ends all sessions of a person at once, on every instance, and answers their number; `except` keeps one. */
export async function endSessionsOf(tx: Tx, personId: number, except?: string): Promise<number> {
  let query = tx.deleteFrom('session').where('person_id', '=', personId);
  if (except) query = query.where('id_hash', '<>', hashOf(except));
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
