import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { roleOfId, roles } from '../../shared/roles.ts';
import { now, nowShifted, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { Authentication, NewSession } from '../../platform/http/calls/authentication.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { prepare } from '../../platform/database/prepared.ts';
import { noSession } from '../../platform/server-error.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { batchPerTick } from '../../platform/database/batch-per-tick.ts';

/** The stored hash of a secret. */
export const hashOf = (secret: string) => hash('sha256', secret, 'buffer');

/**
 * Starts a session for a person: an id and a cookie of 256 random bits each, of which only the hashes are stored.
 * `device` is the browser in words, '' if unknown.
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
  return { sessionId, cookie: companion };
}

const today = (now: string) => `(${now} AT TIME ZONE 'Europe/Berlin')::date`;
const onceMore = 'ON CONFLICT (day) DO UPDATE SET sessions = session_day.sessions + 1';
const countDay = prepare(
  'session.countDay',
  `INSERT INTO session_day (day) VALUES (${today(nowShifted('$1'))}) ${onceMore}`,
);

/** Whether a session was last seen before today in Berlin. */
const seenBefore = (now: string) => `seen_at < date_trunc('day', ${now}, 'Europe/Berlin')`;

/** Counts a session's first use on a Berlin day; of several calls at once, only one counts. */
const seeOnNewDay = prepare(
  'session.seeOnNewDay',
  `WITH first AS (
    UPDATE session SET seen_at = ${nowShifted('$2')} WHERE id_hash = $1 AND ${seenBefore(nowShifted('$2'))} RETURNING 1
  )
  INSERT INTO session_day (day) SELECT ${today(nowShifted('$2'))} FROM first ${onceMore}`,
);

const see = prepare('session.see', `UPDATE session SET seen_at = ${nowShifted('$2')} WHERE id_hash = $1`);
const bind = prepare('session.bind', 'UPDATE session SET bound = true WHERE id_hash = $1');

const within = (now: string, { idleMinutes, absoluteHours }: ProviderConfig['session']) =>
  `(s.seen_at > ${now} - interval '${idleMinutes} minutes' AND s.created_at > ${now} - interval '${absoluteHours} hours')`;

/** Whether the session in the row `s` is within both limits, idle and absolute. */
export const isLive = (clock: Clock, limits: ProviderConfig['session']) =>
  sql<boolean>`(SELECT ${sql.raw(within('n.at', limits))} FROM (SELECT ${now(clock)} AS at) n)`;

/**
 * SQL: whether a person still has to set up a second factor, as staff must if the provider requires it; `person` and
 * `role` name columns.
 */
export function lacksSecondFactor(person: string, role: string, wanted: ProviderConfig['secondFactor']): string {
  if (wanted === 'offered') return 'false';
  const { coach, admin } = roles;
  return `coalesce(${role} IN (${coach.value}, ${admin.value}), false) AND NOT EXISTS (
    SELECT FROM second_factor f WHERE f.person_id = ${person} AND f.confirmed_at IS NOT NULL)`;
}

/** Looks sessions up, always in the database; one statement serves all calls that arrive together. */
export function openSessions(
  db: Db,
  clock: Clock,
  { session: limits, secondFactor }: ProviderConfig,
): Authentication['findSession'] {
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
  const lookUp = batchPerTick(async (asked: { id: Buffer; companion: Buffer | null }[]) => {
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
    // Not on every call: calls that only read should not write.
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
 * Keeps a session from ending before the transaction does; throws 'session invalid' if it has ended or expired since
 * the call began. Does nothing without locks, which only tests remove.
 */
export async function lockSession(tx: Tx, { clock, settings, locks }: App, sessionId: string): Promise<void> {
  if (!locks) return;
  const found = await tx
    .selectFrom('session as s')
    .select('s.number')
    .where('s.id_hash', '=', hashOf(sessionId))
    .where(isLive(clock, settings.providerConfig.session))
    .forShare()
    .executeTakeFirst();
  if (!found) throw noSession();
}

/** Whether a session began within so many minutes: its person has just shown who they are. */
export async function beganWithin(db: Db, clock: Clock, sessionId: string, minutes: number): Promise<boolean> {
  const found = await db
    .selectFrom('session')
    .select('number')
    .where('id_hash', '=', hashOf(sessionId))
    .where('created_at', '>', sql<Date>`${now(clock)} - ${minutes} * interval '1 minute'`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends one session; an unknown one counts as ended. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', hashOf(sessionId)).execute();
}

/** Ends all sessions of a person at once, on every instance, and returns how many; `except` keeps one. */
export async function endSessionsOf(tx: Tx, personId: number, except?: string): Promise<number> {
  let query = tx.deleteFrom('session').where('person_id', '=', personId);
  if (except) query = query.where('id_hash', '<>', hashOf(except));
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
