import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { prepare } from '../../platform/database/prepared.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { roles } from '../../shared/roles.ts';

/** The idle and the absolute limit of a session. */
type Limits = ProviderConfig['session'];

/** The stored hash of a session's id or cookie. */
export const hashOf = (secret: string) => hash('sha256', secret, 'buffer');

const withinLimits = (now: string, { idleMinutes, absoluteHours }: Limits) =>
  `(s.seen_at > ${now} - interval '${idleMinutes} minutes' AND s.created_at > ${now} - interval '${absoluteHours} hours')`;

/** SQL: whether the session in the row `s` is within the idle and the absolute limit. */
const isLive = (clock: Clock, limits: Limits) =>
  sql<boolean>`(SELECT ${sql.raw(withinLimits('n.at', limits))} FROM (SELECT ${now(clock)} AS at) n)`;

/**
 * SQL: whether a person still has to set up a second factor, as staff must if the provider requires it; `person` and
 * `role` name columns.
 */
export function lacksSecondFactor(person: string, role: string, offer: ProviderConfig['secondFactor']): string {
  if (offer === 'offered') return 'false';
  const { coach, admin } = roles;
  return `coalesce(${role} IN (${coach.value}, ${admin.value}), false) AND NOT EXISTS (
    SELECT FROM second_factor f WHERE f.person_id = ${person} AND f.confirmed_at IS NOT NULL)`;
}

/** A new session of a person; only the hashes of its id and its cookie are stored. */
export interface SessionToStore {
  sessionId: string;
  cookie: string;
  person: number;
  /** A description of the browser, '' if it is unknown. */
  device: string;
}

/** Stores a new session, and counts it for the current Berlin day. */
export async function insertSession(tx: Tx, clock: Clock, session: SessionToStore): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      id_hash: hashOf(session.sessionId),
      companion_hash: hashOf(session.cookie),
      person_id: session.person,
      device: session.device,
      created_at: now(clock),
      seen_at: now(clock),
    })
    .execute();
  await countDay(tx, clock.shiftMs);
}

const today = (now: string) => `(${now} AT TIME ZONE 'Europe/Berlin')::date`;
const countOneMore = 'ON CONFLICT (day) DO UPDATE SET sessions = session_day.sessions + 1';
const countDay = prepare(
  'session.countDay',
  `INSERT INTO session_day (day) VALUES (${today(nowShifted('$1'))}) ${countOneMore}`,
);

/** SQL: whether a session was last used before the current Berlin day. */
const isNewDay = (now: string) => `seen_at < date_trunc('day', ${now}, 'Europe/Berlin')`;

const updateSeenAtOnNewDay = prepare(
  'session.seeOnNewDay',
  `WITH first AS (
    UPDATE session SET seen_at = ${nowShifted('$2')} WHERE id_hash = $1 AND ${isNewDay(nowShifted('$2'))} RETURNING 1
  )
  INSERT INTO session_day (day) SELECT ${today(nowShifted('$2'))} FROM first ${countOneMore}`,
);
const updateSeenAt = prepare('session.see', `UPDATE session SET seen_at = ${nowShifted('$2')} WHERE id_hash = $1`);
const setBound = prepare('session.bind', 'UPDATE session SET bound = true WHERE id_hash = $1');

/** Binds a session to its cookie: from now on its id is worthless without the cookie. */
export async function bindToCookie(db: Db, idHash: Buffer): Promise<void> {
  await setBound(db, idHash);
}

/** Records that a session is in use. */
export async function recordUse(db: Db, clock: Clock, idHash: Buffer): Promise<void> {
  await updateSeenAt(db, idHash, clock.shiftMs);
}

/** Records and counts a session's first use on a Berlin day; of several simultaneous calls, only one counts. */
export async function recordFirstUseOfDay(db: Db, clock: Clock, idHash: Buffer): Promise<void> {
  await updateSeenAtOnNewDay(db, idHash, clock.shiftMs);
}

/** A session to look up: the hashes of the id and of the cookie that a call presents. */
export interface PresentedSession {
  id: Buffer;
  cookie: Buffer | null;
}

/** The owner of a live session, and what a call changes in the session. */
export interface FoundSession {
  id: number;
  roleId: number | null;
  mustChangePassword: boolean;
  mustSetUpSecondFactor: boolean;
  speedCoach: boolean | null;
  /** Whether its last recorded use is more than a minute ago. */
  stale: boolean;
  /** Whether it has not been used on this Berlin day before. */
  newDay: boolean;
  /** Whether this call binds it: it is not bound yet, and is presented with its cookie. */
  binds: boolean | null;
}

/** Prepares the statement that finds several live sessions together; the result is null for each that is not live. */
export function prepareFindSessions(clock: Clock, { session: limits, secondFactor }: ProviderConfig) {
  const read = prepare<FoundSession & { nth: number }>(
    'session.find',
    `SELECT asked.nth, p.id, p.role_id AS "roleId", p.must_change_password AS "mustChangePassword",
      c.speed_coach AS "speedCoach", s.seen_at < n.at - interval '1 minute' AS stale, s.${isNewDay('n.at')} AS "newDay",
      NOT s.bound AND s.companion_hash = asked.cookie_hash AS binds,
      ${lacksSecondFactor('p.id', 'p.role_id', secondFactor)} AS "mustSetUpSecondFactor"
    -- Behind SELECT the planner does not see how many are asked for: one plan does for all.
    FROM unnest((SELECT $1::bytea[]), (SELECT $2::bytea[])) WITH ORDINALITY AS asked (id_hash, cookie_hash, nth)
      CROSS JOIN (SELECT ${nowShifted('$3')}) AS n (at)
      JOIN session s ON s.id_hash = asked.id_hash AND (NOT s.bound OR s.companion_hash = asked.cookie_hash)
      JOIN person p ON p.id = s.person_id AND p.inactive_at IS NULL
      LEFT JOIN coach c ON c.person_id = p.id
    -- A coach out of service has none, even if a login was under way when it happened.
    WHERE ${withinLimits('n.at', limits)} AND (p.role_id IS DISTINCT FROM 2 OR coalesce(c.active, true))`,
  );
  return async (db: Db, presented: readonly PresentedSession[]): Promise<(FoundSession | null)[]> => {
    const [ids, cookies] = [presented.map(({ id }) => id), presented.map(({ cookie }) => cookie)];
    const rows = await read(db, ids, cookies, clock.shiftMs);
    const rowsByPosition = new Map(rows.map((row) => [row.nth, row]));
    return presented.map((_, index) => rowsByPosition.get(index + 1) ?? null);
  };
}

/**
 * The person who is signed in by the last used one of these session cookies; null if no one is, or if the person still
 * has to choose a password or set up a second factor.
 */
export async function findByCookies(
  db: Db,
  clock: Clock,
  { session, secondFactor }: ProviderConfig,
  cookies: readonly string[],
): Promise<{ id: number; isAdmin: boolean } | null> {
  const { rows } = await sql<{ id: number; isAdmin: boolean }>`
    SELECT p.id, p.role_id = ${roles.admin.value} AS "isAdmin"
    FROM session s JOIN person p ON p.id = s.person_id LEFT JOIN coach c ON c.person_id = p.id
    WHERE s.companion_hash = ANY (${cookies.map(hashOf)}::bytea[]) AND ${isLive(clock, session)}
      AND p.inactive_at IS NULL AND p.role_id IS NOT NULL AND NOT p.must_change_password
      AND (p.role_id <> ${roles.coach.value} OR coalesce(c.active, true))
      AND NOT ${sql.raw(lacksSecondFactor('p.id', 'p.role_id', secondFactor))}
    ORDER BY s.seen_at DESC LIMIT 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Keeps a session from ending before the transaction does; returns false if it has ended or expired. */
export async function lockLiveSession(tx: Tx, clock: Clock, limits: Limits, sessionId: string): Promise<boolean> {
  const session = await tx
    .selectFrom('session as s')
    .select('s.number')
    .where('s.id_hash', '=', hashOf(sessionId))
    .where(isLive(clock, limits))
    .forShare()
    .executeTakeFirst();
  return session !== undefined;
}

/** Whether a session began within the last `minutes`, which means that its owner has just signed in. */
export async function hasBegunWithin(db: Db, clock: Clock, sessionId: string, minutes: number): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('number')
    .where('id_hash', '=', hashOf(sessionId))
    .where('created_at', '>', sql<Date>`${now(clock)} - ${minutes} * interval '1 minute'`)
    .executeTakeFirst();
  return session !== undefined;
}

/** A person's live sessions, at most 100: the one of `sessionId` first, then by last use. */
export function selectLiveSessions(db: Db, clock: Clock, limits: Limits, person: number, sessionId: string) {
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

/** Ends one session; an unknown one counts as ended. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', hashOf(sessionId)).execute();
}

/** Ends a person's session by its number; returns false if they have no such session. */
export async function endSessionByNumber(tx: Tx, person: number, number: number): Promise<boolean> {
  const session = await tx
    .deleteFrom('session')
    .where('person_id', '=', person)
    .where('number', '=', number)
    .returning('number')
    .executeTakeFirst();
  return session !== undefined;
}

/** Ends all sessions of a person immediately, on every instance, and returns their number; `except` keeps one. */
export async function endSessions(tx: Tx, personId: number, except?: string): Promise<number> {
  let query = tx.deleteFrom('session').where('person_id', '=', personId);
  if (except) query = query.where('id_hash', '<>', hashOf(except));
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
