import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { roleOfId, roles, type Caller, type Role } from '../shared/roles.ts';
import { now, nowShifted, type Clock, type Db, type Tx } from './db.ts';
import type { App } from './handler.ts';
import { prepare } from './prepared.ts';
import { noSession } from './refusal.ts';
import type { Portal } from './portal-file.ts';
import { together } from './together.ts';

/** The person behind a live session. `caller` is their column in the table of rights, null without a role. */
export interface SignedIn {
  id: number;
  role: Role | null;
  caller: Caller | null;
  mustChangePassword: boolean;
  /** The provider wants a second factor of all staff, and this one has none. */
  mustSetUpSecondFactor: boolean;
  sessionId: string;
}

/** A session that has just begun: what a client gets of it, and what only its browser gets, as a cookie. */
export interface NewSession {
  sessionId: string;
  companion: string;
}

/** What is stored in a secret's place. */
export const hashOf = (secret: string) => hash('sha256', secret, 'buffer');

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
  await countDay(tx, clock.shiftMs);
  return { sessionId, companion };
}

const today = (now: string) => `(${now} AT TIME ZONE 'Europe/Berlin')::date`;
const onceMore = 'ON CONFLICT (day) DO UPDATE SET sessions = session_day.sessions + 1';
const countDay = prepare(
  'session.countDay',
  `INSERT INTO session_day (day) VALUES (${today(nowShifted('$1'))}) ${onceMore}`,
);

/** Whether a session was last seen before today in Berlin. */
const seenBefore = (now: string) => `seen_at < date_trunc('day', ${now}, 'Europe/Berlin')`;

/** Counts a session's first use of a Berlin day: of several at once, one finds it unseen. */
const seeOnNewDay = prepare(
  'session.seeOnNewDay',
  `WITH first AS (
    UPDATE session SET seen_at = ${nowShifted('$2')} WHERE id_hash = $1 AND ${seenBefore(nowShifted('$2'))} RETURNING 1
  )
  INSERT INTO session_day (day) SELECT ${today(nowShifted('$2'))} FROM first ${onceMore}`,
);

const see = prepare('session.see', `UPDATE session SET seen_at = ${nowShifted('$2')} WHERE id_hash = $1`);
const bind = prepare('session.bind', 'UPDATE session SET bound = true WHERE id_hash = $1');

const within = (now: string, { idleMinutes, absoluteHours }: Portal['session']) =>
  `(s.seen_at > ${now} - interval '${idleMinutes} minutes' AND s.created_at > ${now} - interval '${absoluteHours} hours')`;

/** Whether the session of the row `s` is within both limits, the idle and the absolute one. */
export const isLive = (clock: Clock, limits: Portal['session']) =>
  sql<boolean>`(SELECT ${sql.raw(within('n.at', limits))} FROM (SELECT ${now(clock)} AS at) n)`;

/**
 * SQL: whether a person has to set a second factor up, which are staff where the provider requires it; `person` and `role`
 * name columns.
 */
export function lacksSecondFactor(person: string, role: string, wanted: Portal['secondFactor']): string {
  if (wanted === 'offered') return 'false';
  const { coach, admin } = roles;
  return `coalesce(${role} IN (${coach.value}, ${admin.value}), false) AND NOT EXISTS (
    SELECT FROM second_factor f WHERE f.person_id = ${person} AND f.confirmed_at IS NOT NULL)`;
}

/**
 * The person behind a session id, or null for an unknown, expired or ended one. Slides the idle limit. The first call
 * that presents the session's `companion` binds it: without it, or with another one, there is no such session any more.
 */
export type FindSession = (sessionId: string, companion: string | null) => Promise<SignedIn | null>;

/** The look-up of sessions, each time in the database; one statement serves the calls that arrive together. */
export function openSessions(db: Db, clock: Clock, { session: limits, secondFactor }: Portal): FindSession {
  const read = prepare<{
    nth: number;
    id: number;
    roleId: number | null;
    mustChangePassword: boolean;
    mustSetUpSecondFactor: boolean;
    speedCoach: boolean | null;
    stale: boolean;
    newDay: boolean;
    binds: boolean | null;
  }>(
    'session.find',
    `SELECT asked.nth, p.id, p.role_id AS "roleId", p.must_change_password AS "mustChangePassword",
      c.speed_coach AS "speedCoach", s.seen_at < n.at - interval '1 minute' AS stale, s.${seenBefore('n.at')} AS "newDay",
      NOT s.bound AND s.companion_hash = asked.companion AS binds,
      ${lacksSecondFactor('p.id', 'p.role_id', secondFactor)} AS "mustSetUpSecondFactor"
    -- Behind SELECT the planner does not see how many are asked for: one plan does for all.
    FROM unnest((SELECT $1::bytea[]), (SELECT $2::bytea[])) WITH ORDINALITY AS asked (id_hash, companion, nth)
      CROSS JOIN (SELECT ${nowShifted('$3')}) AS n (at)
      JOIN session s ON s.id_hash = asked.id_hash AND (NOT s.bound OR s.companion_hash = asked.companion)
      JOIN person p ON p.id = s.person_id AND p.inactive_at IS NULL
      LEFT JOIN coach c ON c.person_id = p.id
    -- A coach out of service has none, even if a login was under way when it happened.
    WHERE ${within('n.at', limits)} AND (p.role_id IS DISTINCT FROM 2 OR coalesce(c.active, true))`,
  );
  const lookUp = together(async (asked: { id: Buffer; companion: Buffer | null }[]) => {
    const [ids, companions] = [asked.map(({ id }) => id), asked.map(({ companion }) => companion)];
    const rows = await read(db, ids, companions, clock.shiftMs);
    const found = new Map(rows.map((row) => [row.nth, row]));
    return asked.map((_, index) => found.get(index + 1) ?? null);
  });
  return async (sessionId, companion) => {
    const id = hashOf(sessionId);
    const found = await lookUp({ id, companion: companion === null ? null : hashOf(companion) });
    if (!found) return null;
    if (found.binds) await bind(db, id);
    if (found.newDay) await seeOnNewDay(db, id, clock.shiftMs);
    // Not on every call: a list that is only read should not write.
    else if (found.stale) await see(db, id, clock.shiftMs);
    const role = roleOfId(found.roleId);
    return {
      id: found.id,
      role,
      caller: role === 'coach' && found.speedCoach ? 'speedCoach' : role,
      mustChangePassword: found.mustChangePassword,
      mustSetUpSecondFactor: found.mustSetUpSecondFactor,
      sessionId,
    };
  };
}

/**
 * Keeps a session from ending until the transaction does; throws 'session invalid' where it has ended, or run out, since
 * the call began. Without locks, which only tests take away, it asks nothing.
 */
export async function lockSession(tx: Tx, { clock, settings, locks }: App, sessionId: string): Promise<void> {
  if (!locks) return;
  const found = await tx
    .selectFrom('session as s')
    .select('s.number')
    .where('s.id_hash', '=', hashOf(sessionId))
    .where(isLive(clock, settings.portal.session))
    .forShare()
    .executeTakeFirst();
  if (!found) throw noSession();
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
