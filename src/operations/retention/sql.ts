import { sql, type RawBuilder } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';

/** The time `count` months or days ago, as SQL. */
export function timeAgo(clock: Clock, count: number, unit: 'months' | 'days'): RawBuilder<Date> {
  return sql<Date>`(${now(clock)} - ${count}::int * ${sql.lit(`1 ${unit.slice(0, -1)}`)}::interval)`;
}

/** The time of the last activity of a participant `t` with the account `p`. */
const lastActivity = sql<Date>`greatest(
  p.created_at, p.confirmed_at, p.inactive_at, p.signed_in_on::timestamptz,
  t.qualification_end::timestamptz,
  (SELECT max(s.seen_at) FROM session s WHERE s.person_id = p.id),
  (SELECT max(greatest(a.ends_at, a.cancelled_at)) FROM appointment a WHERE a.participant_id = p.id),
  (SELECT max(d.uploaded_at) FROM document d WHERE d.participant_id = p.id AND NOT d.by_coach)
)`;

/** Participants who have not been anonymised and have no other role. */
const participants = sql`person p JOIN participant t ON t.person_id = p.id AND p.anonymised_at IS NULL AND p.role_id = 1`;

/** Participants who have not used the portal since `before`; callers check again by id, under their lock. */
export const unusedAccounts = (before: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`FROM ${participants} WHERE p.created_at < ${before} AND ${lastActivity} < ${before}`;

/** Narrows `unusedAccounts` to participants who can be notified and have not been notified since their last activity. */
export const notYetNotified = sql`
  AND p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL
  AND (p.end_announced_at IS NULL OR p.end_announced_at < ${lastActivity})`;

/** Narrows `unusedAccounts` to participants whose notice period has passed, or who can no longer sign in. */
export const noticeExpired = (before: RawBuilder<Date>) => sql`
  AND (p.inactive_at IS NOT NULL OR p.confirmed_at IS NULL
    OR p.end_announced_at < ${before} AND p.end_announced_at >= ${lastActivity})`;

/** Participants who registered before a time and have never confirmed their e-mail address. */
export const unconfirmedAccounts = (before: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`FROM ${participants} WHERE p.confirmed_at IS NULL AND p.created_at < ${before}`;

/** Documents, with their owner as `p` and `t`, of participants who have not used the portal since `before`. */
export const unusedDocuments = (before: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`FROM document d JOIN (${participants}) ON p.id = d.participant_id
    WHERE NOT d.by_coach AND d.uploaded_at < ${before} AND ${lastActivity} < ${before}`;

/** Documents that coaches uploaded before a time. */
export const coachDocuments = (before: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`FROM document d JOIN (${participants}) ON p.id = d.participant_id WHERE d.by_coach AND d.uploaded_at < ${before}`;

/** The number of rows of a selection. */
export async function countRows(db: Db, selection: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${selection}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns at most `max` ids of the people in a selection, those above `lastId`, lowest first. */
export async function selectPersonIds(db: Db | Tx, selection: RawBuilder<unknown>, lastId: number, max: number) {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT p.id ${selection} AND p.id > ${lastId} ORDER BY p.id LIMIT ${max}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a selection includes a person. */
export async function includesPerson(tx: Tx, selection: RawBuilder<unknown>, person: number): Promise<boolean> {
  const { rows } = await sql`SELECT ${selection} AND p.id = ${person} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Stores the time at which a person was notified that their account ends. */
export async function updateEndAnnounced(tx: Tx, clock: Clock, person: number): Promise<void> {
  await tx
    .updateTable('person')
    .set({ end_announced_at: now(clock) })
    .where('id', '=', person)
    .execute();
}

/** Deletes the documents in a selection that belong to a person, whose lock the caller holds. Returns ids and keys. */
export async function deleteDocuments(tx: Tx, selection: RawBuilder<unknown>, person: number) {
  const { rows } = await sql<{ id: number; key: string }>`
    DELETE FROM document WHERE id IN (SELECT d.id ${selection} AND p.id = ${person}) RETURNING id, store_key AS key
  `.execute(tx);
  return rows;
}
