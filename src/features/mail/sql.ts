import { sql, type RawBuilder } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { roles } from '../../shared/roles.ts';
import type { MailState, StateFilter } from './rules.ts';

/** The filters of the list; null for no filter. */
export interface MailFilters {
  /** The ids of the recipients. */
  people: number[] | null;
  state: StateFilter | null;
  /** The last mail of the previous page. */
  olderThan: Pick<MailRow, 'micros' | 'id'> | null;
}

/** A mail with its recipient and its state. */
export interface MailRow {
  id: string;
  kind: string;
  personId: number;
  person: string;
  /** The recipient's address; null once the person is anonymised. */
  email: string | null;
  /** Whether the recipient is a participant who still has the address that the mail went to. */
  isFindable: boolean;
  createdAt: Date;
  /** `createdAt` in microseconds since 1970, for the cursor. */
  micros: string;
  state: MailState;
  endedAt: Date | null;
  attempts: number;
  triedAt: Date | null;
  fault: string | null;
  /** Whether the person can still receive mails. */
  isReachable: boolean;
}

const isWaiting = sql`m.sent_at IS NULL AND m.failed_at IS NULL AND m.overtaken_at IS NULL`;

/** SQL: whether a later mail tells the same person the same about the same appointment. */
const isSentAgain = sql`EXISTS (
  SELECT FROM mail later WHERE later.person_id = m.person_id AND later.created_at > m.created_at
    AND later.kind = m.kind AND later.appointment_id IS NOT DISTINCT FROM m.appointment_id
)`;

/** The SQL condition of each state. Each has a partial index, so rare states are found without reading all mails. */
const stateConditions: Record<MailState, RawBuilder<unknown>> = {
  waiting: sql`${isWaiting} AND m.attempts = 0`,
  retrying: sql`${isWaiting} AND m.attempts > 0`,
  sent: sql`m.sent_at IS NOT NULL`,
  failed: sql`m.failed_at IS NOT NULL`,
  overtaken: sql`m.overtaken_at IS NOT NULL`,
};

/** The SQL conditions of a filter. They exclude each other, and the list shows the mails that match one of them. */
function conditionsOf(state: StateFilter | null): RawBuilder<unknown>[] {
  if (state === null) return [sql`true`];
  if (state !== 'undelivered') return [stateConditions[state]];
  return [stateConditions.retrying, sql`${stateConditions.failed} AND NOT ${isSentAgain}`];
}

const stateSql = sql<MailState>`CASE WHEN m.sent_at IS NOT NULL THEN 'sent' WHEN m.failed_at IS NOT NULL THEN 'failed'
  WHEN m.overtaken_at IS NOT NULL THEN 'overtaken' WHEN m.attempts > 0 THEN 'retrying' ELSE 'waiting' END`;

/** SQL: the rows of the list, newest first, for the rows of the table `mail` that `mailQuery` returns. */
function selectMailRows(mailQuery: RawBuilder<unknown>): RawBuilder<MailRow> {
  return sql<MailRow>`
    SELECT m.id, m.kind, m.person_id AS "personId", p.full_name AS person,
      coalesce(m.address, p.email) AS email,
      coalesce(p.role_id = ${roles.participant.value} AND coalesce(m.address, p.email) = p.email, false) AS "isFindable",
      m.created_at AS "createdAt",
      (extract(epoch FROM m.created_at) * 1000000)::bigint::text AS micros, ${stateSql} AS state,
      coalesce(m.sent_at, m.failed_at, m.overtaken_at) AS "endedAt", m.attempts, m.tried_at AS "triedAt",
      m.last_code AS fault, p.email IS NOT NULL AND p.inactive_at IS NULL AS "isReachable"
    FROM (${mailQuery}) m JOIN person p ON p.id = m.person_id
    ORDER BY m.created_at DESC, m.id DESC
  `;
}

/**
 * A page of mails, newest first. If people are given, the newest mails of each person are selected separately, because
 * an index lists the mails of one person in this order; likewise those of each condition of the filter.
 */
export async function listMails(db: Db, filters: MailFilters, limit: number): Promise<MailRow[]> {
  const { people, state, olderThan } = filters;
  const isOlder = olderThan
    ? sql`(m.created_at, m.id) <
        (timestamptz 'epoch' + ${olderThan.micros}::bigint * interval '1 microsecond', ${olderThan.id}::uuid)`
    : sql`true`;
  const selectNewest = (condition: RawBuilder<unknown>) => sql`(
    SELECT m.* FROM mail m WHERE ${condition} AND ${isOlder} ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}
  )`;
  const parts = conditionsOf(state).map((condition) =>
    people
      ? sql`
          SELECT m.* FROM unnest(${people}::bigint[]) recipient (id)
          CROSS JOIN LATERAL ${selectNewest(sql`m.person_id = recipient.id AND ${condition}`)} m
        `
      : selectNewest(condition),
  );
  const pageQuery = sql`
    SELECT m.* FROM (${sql.join(parts, sql` UNION ALL `)}) m ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}
  `;
  return (await selectMailRows(pageQuery).execute(db)).rows;
}

/** One mail; null for an unknown id. */
export async function findMail(db: Tx, id: string): Promise<MailRow | null> {
  const { rows } = await selectMailRows(sql`SELECT * FROM mail WHERE id = ${id}`).execute(db);
  return rows[0] ?? null;
}

/** The minutes after which a waiting mail is late (reference 10.7). */
const lateAfterMinutes = 15;
/** The number of waiting mails at which counting stops, since the page shows no higher number. */
const maxCounted = 1_000;

/**
 * Returns whether the oldest waiting mail is late, when it was queued (`since`), and how many mails are waiting, at
 * most `maxCounted`.
 */
export async function loadMailDelay(
  db: Db,
  clock: Clock,
): Promise<{ late: boolean; since: Date | null; waiting: number }> {
  const { rows } = await sql<{ late: boolean; since: Date | null; waiting: number }>`
    SELECT coalesce(oldest.at < ${now(clock)} - ${lateAfterMinutes}::int * interval '1 minute', false) AS late,
      oldest.at AS since,
      (SELECT count(*) FROM (SELECT FROM mail m WHERE ${isWaiting} LIMIT ${maxCounted}) counted)::int AS waiting
    FROM (SELECT min(m.created_at) AS at FROM mail m WHERE ${isWaiting}) oldest
  `.execute(db);
  return rows[0] ?? { late: false, since: null, waiting: 0 };
}
