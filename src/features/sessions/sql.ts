import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { prepare } from '../../platform/database/prepared.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { roleOfId, roles, type Role } from '../../shared/roles.ts';

/** The limits of a session: the maximum time without use, and the maximum time in total. */
type Limits = ProviderConfig['session'];

/** The hash of a session's id or cookie, as it is stored. */
export const hashSecret = (secret: string) => hash('sha256', secret, 'buffer');

/** SQL condition: the session in the row `s` has reached neither limit. `now` is an SQL expression. */
const withinLimits = (now: string, { idleMinutes, absoluteHours }: Limits) =>
  `(s.seen_at > ${now} - interval '${idleMinutes} minutes' AND s.created_at > ${now} - interval '${absoluteHours} hours')`;

/** SQL condition: the session in the row `s` has not expired. */
const isLive = (clock: Clock, limits: Limits) =>
  sql<boolean>`(SELECT ${sql.raw(withinLimits('n.at', limits))} FROM (SELECT ${now(clock)} AS at) n)`;

/**
 * SQL condition: a person has to set up a second factor, because the provider requires it of staff (`policy`) and the
 * person has none. A session that began with a passkey or with single sign-on needs no other second factor. The rows
 * are the person `p` and the session `s`.
 */
export function lacksSecondFactorSql(policy: ProviderConfig['secondFactor']): string {
  if (policy === 'offered') return 'false';
  const { coach, admin } = roles;
  return `(coalesce(p.role_id IN (${coach.value}, ${admin.value}), false) AND NOT coalesce(s.by_passkey OR s.by_single_sign_on, false)
    AND NOT EXISTS (SELECT FROM second_factor f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL))`;
}

/** How a person has signed in: a link in a mail counts as the password. */
export type SignInKind = 'password' | 'passkey' | 'singleSignOn';

/** A new session of a person. Only the hashes of its id and its cookie are stored. */
export interface SessionToStore {
  sessionId: string;
  cookie: string;
  person: number;
  /** A description of the browser, '' if it is unknown. */
  device: string;
  by: SignInKind;
}

/** Stores a new session and adds it to the count of the current Berlin day. */
export async function insertSession(tx: Tx, clock: Clock, session: SessionToStore): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      id_hash: hashSecret(session.sessionId),
      companion_hash: hashSecret(session.cookie),
      person_id: session.person,
      device: session.device,
      by_passkey: session.by === 'passkey',
      by_single_sign_on: session.by === 'singleSignOn',
      created_at: now(clock),
      seen_at: now(clock),
    })
    .execute();
  await addToDayCount(tx, clock.shiftMs);
}

const berlinDay = (now: string) => `(${now} AT TIME ZONE 'Europe/Berlin')::date`;
const incrementCount = 'ON CONFLICT (day) DO UPDATE SET sessions = session_day.sessions + 1';
const addToDayCount = prepare(
  'session.countDay',
  `INSERT INTO session_day (day) VALUES (${berlinDay(nowShifted('$1'))}) ${incrementCount}`,
);

/** SQL condition: a session was last used before the current Berlin day. It begins with `seen_at`, so that `s.` can be put
 * in front of it. */
const isNewDay = (now: string) => `seen_at < date_trunc('day', ${now}, 'Europe/Berlin')`;

const updateSeenAtOnNewDay = prepare(
  'session.seeOnNewDay',
  `WITH first AS (
    UPDATE session SET seen_at = ${nowShifted('$2')} WHERE id_hash = $1 AND ${isNewDay(nowShifted('$2'))} RETURNING 1
  )
  INSERT INTO session_day (day) SELECT ${berlinDay(nowShifted('$2'))} FROM first ${incrementCount}`,
);
const updateSeenAt = prepare('session.see', `UPDATE session SET seen_at = ${nowShifted('$2')} WHERE id_hash = $1`);
const setBound = prepare('session.bind', 'UPDATE session SET bound = true WHERE id_hash = $1');

/** Binds a session to its cookie: from now on, calls with its id also need the cookie. */
export async function bindToCookie(db: Db, idHash: Buffer): Promise<void> {
  await setBound(db, idHash);
}

/** Records that a session is used now. */
export async function recordUse(db: Db, clock: Clock, idHash: Buffer): Promise<void> {
  await updateSeenAt(db, idHash, clock.shiftMs);
}

/** Records and counts a session's first use on a Berlin day. Of several simultaneous calls, only one is counted. */
export async function recordFirstUseOfDay(db: Db, clock: Clock, idHash: Buffer): Promise<void> {
  await updateSeenAtOnNewDay(db, idHash, clock.shiftMs);
}

/** The hashes of the session id and of the cookie that a call presents. */
export interface PresentedSession {
  idHash: Buffer;
  cookieHash: Buffer | null;
}

/** The person of a live session, and what has to be updated in the session. */
export interface FoundSession {
  /** The id of the person. */
  id: number;
  roleId: number | null;
  mustChangePassword: boolean;
  mustSetUpSecondFactor: boolean;
  /** Null if the person is not a coach. */
  isSpeedCoach: boolean | null;
  /** Whether the last recorded use is more than a minute ago. */
  isLastUseOutdated: boolean;
  /** Whether the session has not been used before on this Berlin day. */
  isFirstUseOfDay: boolean;
  /** Whether the session is not bound yet and the call presents its cookie. Null if the call presents no cookie. */
  shouldBind: boolean | null;
}

/** Prepares a statement that finds several sessions together. A result is null if the session is not live. */
export function prepareFindSessions(clock: Clock, { session: limits, secondFactor }: ProviderConfig) {
  const find = prepare<FoundSession & { ordinal: number }>(
    'session.find',
    `SELECT presented.ordinal, p.id, p.role_id AS "roleId", p.must_change_password AS "mustChangePassword",
      c.speed_coach AS "isSpeedCoach", s.seen_at < n.at - interval '1 minute' AS "isLastUseOutdated",
      s.${isNewDay('n.at')} AS "isFirstUseOfDay",
      NOT s.bound AND s.companion_hash = presented.cookie_hash AS "shouldBind",
      ${lacksSecondFactorSql(secondFactor)} AS "mustSetUpSecondFactor"
    -- The parameters are in subqueries: the planner cannot see their lengths, so one plan serves all calls.
    FROM unnest((SELECT $1::bytea[]), (SELECT $2::bytea[])) WITH ORDINALITY AS presented (id_hash, cookie_hash, ordinal)
      CROSS JOIN (SELECT ${nowShifted('$3')}) AS n (at)
      JOIN session s ON s.id_hash = presented.id_hash AND (NOT s.bound OR s.companion_hash = presented.cookie_hash)
      JOIN person p ON p.id = s.person_id AND p.inactive_at IS NULL
      LEFT JOIN coach c ON c.person_id = p.id
    -- An inactive coach has no live session, even if a login was in progress during the deactivation.
    WHERE ${withinLimits('n.at', limits)} AND (p.role_id IS DISTINCT FROM ${roles.coach.value} OR coalesce(c.active, true))`,
  );
  return async (db: Db, presented: readonly PresentedSession[]): Promise<(FoundSession | null)[]> => {
    const idHashes = presented.map(({ idHash }) => idHash);
    const cookieHashes = presented.map(({ cookieHash }) => cookieHash);
    const rows = await find(db, idHashes, cookieHashes, clock.shiftMs);
    const rowsByOrdinal = new Map(rows.map((row) => [row.ordinal, row]));
    return presented.map((_, index) => rowsByOrdinal.get(index + 1) ?? null);
  };
}

/**
 * Finds the live sessions with these cookies and returns the person of the session that was used last; null if there is
 * none. Ignores people who must first choose a password or set up a second factor.
 */
export async function findByCookies(
  db: Db,
  clock: Clock,
  { session, secondFactor }: ProviderConfig,
  cookies: readonly string[],
): Promise<{ id: number; role: Role } | null> {
  const { rows } = await sql<{ id: number; roleId: number }>`
    SELECT p.id, p.role_id AS "roleId"
    FROM session s JOIN person p ON p.id = s.person_id LEFT JOIN coach c ON c.person_id = p.id
    WHERE s.companion_hash = ANY (${cookies.map(hashSecret)}::bytea[]) AND ${isLive(clock, session)}
      AND p.inactive_at IS NULL AND p.role_id IS NOT NULL AND NOT p.must_change_password
      AND (p.role_id <> ${roles.coach.value} OR coalesce(c.active, true))
      AND NOT ${sql.raw(lacksSecondFactorSql(secondFactor))}
    ORDER BY s.seen_at DESC LIMIT 1
  `.execute(db);
  const role = roleOfId(rows[0]?.roleId ?? null);
  return rows[0] && role ? { id: rows[0].id, role } : null;
}

/** Locks a session, so that it cannot end before the transaction does; returns false if it has ended or expired. */
export async function lockLiveSession(tx: Tx, clock: Clock, limits: Limits, sessionId: string): Promise<boolean> {
  const session = await tx
    .selectFrom('session as s')
    .select('s.number')
    .where('s.id_hash', '=', hashSecret(sessionId))
    .where(isLive(clock, limits))
    .forShare()
    .executeTakeFirst();
  return session !== undefined;
}

/** Whether the person of a session signed in to it within the last `minutes`. */
export async function hasSignedInWithin(db: Db, clock: Clock, sessionId: string, minutes: number): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('number')
    .where('id_hash', '=', hashSecret(sessionId))
    .where('created_at', '>', sql<Date>`${now(clock)} - ${minutes} * interval '1 minute'`)
    .executeTakeFirst();
  return session !== undefined;
}

/** A person's password hash, and their e-mail address in lower case, as the counters of failed logins need it. */
export async function findAccount(db: Db, id: number): Promise<{ email: string; passwordHash: string | null }> {
  const { email, passwordHash } = await db
    .selectFrom('person')
    .select(['email', 'password_hash as passwordHash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { email: (email ?? '').toLowerCase(), passwordHash };
}

/** Returns a person's live sessions, at most 100: first the current session, then the others, last used first. */
export function selectLiveSessions(db: Db, clock: Clock, limits: Limits, person: number, currentSessionId: string) {
  return db
    .selectFrom('session as s')
    .select([
      's.number as id',
      's.device',
      's.created_at as startedAt',
      's.seen_at as seenAt',
      sql<boolean>`s.id_hash = ${hashSecret(currentSessionId)}`.as('current'),
    ])
    .where('s.person_id', '=', person)
    .where(isLive(clock, limits))
    .orderBy('current', 'desc')
    .orderBy('s.seen_at', 'desc')
    .orderBy('s.number', 'desc')
    .limit(100)
    .execute();
}

/** Ends a session; also succeeds if it does not exist. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', hashSecret(sessionId)).execute();
}

/** Ends the session of a person with this number; returns false if there is none. */
export async function endSessionByNumber(tx: Tx, person: number, number: number): Promise<boolean> {
  const session = await tx
    .deleteFrom('session')
    .where('person_id', '=', person)
    .where('number', '=', number)
    .returning('number')
    .executeTakeFirst();
  return session !== undefined;
}

/** Ends all sessions of a person immediately, except `exceptSessionId` if it is given; returns how many have ended. */
export async function endSessions(tx: Tx, personId: number, exceptSessionId?: string): Promise<number> {
  let query = tx.deleteFrom('session').where('person_id', '=', personId);
  if (exceptSessionId) query = query.where('id_hash', '<>', hashSecret(exceptSessionId));
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
