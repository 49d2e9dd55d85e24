import { sql, type RawBuilder } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';

/** Returns the time `count` months or days ago, as SQL. */
export function timeAgo(clock: Clock, count: number, unit: 'months' | 'days'): RawBuilder<Date> {
  return sql<Date>`(${now(clock)} - ${count}::int * ${sql.lit(`1 ${unit.slice(0, -1)}`)}::interval)`;
}

/** The time of the last activity of a participant; `p` is the row in `person`, `t` the row in `participant`. */
const lastActivity = sql<Date>`greatest(
  p.created_at, p.confirmed_at, p.inactive_at, p.signed_in_on::timestamptz,
  t.qualification_end::timestamptz,
  (SELECT max(s.seen_at) FROM session s WHERE s.person_id = p.id),
  (SELECT max(greatest(a.ends_at, a.cancelled_at)) FROM appointment a WHERE a.participant_id = p.id),
  (SELECT max(d.uploaded_at) FROM document d WHERE d.participant_id = p.id AND NOT d.by_coach)
)`;

/**
 * The FROM and WHERE clauses of a query for people, with `p` as the alias of `person`. In a selection of documents, `d`
 * is the alias of `document`. Further conditions can be appended with AND.
 */
export type Selection = RawBuilder<unknown>;

/** The joined tables `person` (`p`) and `participant` (`t`), without people who are anonymised or have another role. */
const participantTables = sql`person p JOIN participant t ON t.person_id = p.id AND p.anonymised_at IS NULL AND p.role_id = 1`;

/** Selects participants who have not used the portal since `cutoff`. */
export const fromUnusedAccounts = (cutoff: RawBuilder<Date>): Selection =>
  sql`FROM ${participantTables} WHERE p.created_at < ${cutoff} AND ${lastActivity} < ${cutoff}`;

/**
 * Narrows unused accounts to participants who can be notified, but have not been notified since their last activity.
 */
export const andNotYetNotified = sql`
  AND p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL
  AND (p.end_announced_at IS NULL OR p.end_announced_at < ${lastActivity})`;

/** Narrows unused accounts to participants who were notified before `cutoff`, or who can no longer sign in. */
export const andNoticeExpired = (cutoff: RawBuilder<Date>) => sql`
  AND (p.inactive_at IS NOT NULL OR p.confirmed_at IS NULL
    OR p.end_announced_at < ${cutoff} AND p.end_announced_at >= ${lastActivity})`;

/** Selects participants who registered before `cutoff` and have never confirmed their e-mail address. */
export const fromUnconfirmedAccounts = (cutoff: RawBuilder<Date>): Selection =>
  sql`FROM ${participantTables} WHERE p.confirmed_at IS NULL AND p.created_at < ${cutoff}`;

/** Selects the documents of participants who have not used the portal since `cutoff`. */
export const fromUnusedDocuments = (cutoff: RawBuilder<Date>): Selection =>
  sql`FROM document d JOIN (${participantTables}) ON p.id = d.participant_id
    WHERE NOT d.by_coach AND d.uploaded_at < ${cutoff} AND ${lastActivity} < ${cutoff}`;

/** Selects the documents that coaches uploaded before `cutoff`. */
export const fromCoachDocuments = (cutoff: RawBuilder<Date>): Selection =>
  sql`FROM document d JOIN (${participantTables}) ON p.id = d.participant_id WHERE d.by_coach AND d.uploaded_at < ${cutoff}`;

/** Counts the rows of a selection. */
export async function countRows(db: Db, selection: Selection): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${selection}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns at most `max` ids of the people in a selection: the lowest ones above `lastId`, in ascending order. */
export async function selectPersonIds(db: Db | Tx, selection: Selection, lastId: number, max: number) {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT p.id ${selection} AND p.id > ${lastId} ORDER BY p.id LIMIT ${max}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a selection includes a person. The caller must hold the person's lock, so that the result stays valid. */
export async function includesPerson(tx: Tx, selection: Selection, person: number): Promise<boolean> {
  const { rows } = await sql`SELECT ${selection} AND p.id = ${person} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Stores the present time as the time at which a person was informed that their account will end. */
export async function storeNoticeTime(tx: Tx, clock: Clock, person: number): Promise<void> {
  await tx
    .updateTable('person')
    .set({ end_announced_at: now(clock) })
    .where('id', '=', person)
    .execute();
}

/**
 * Deletes the documents of a person that are in a selection, and returns their ids and store keys. The caller must hold
 * the person's lock.
 */
export async function deleteDocuments(tx: Tx, selection: Selection, person: number) {
  const { rows } = await sql<{ id: number; key: string }>`
    DELETE FROM document WHERE id IN (SELECT d.id ${selection} AND p.id = ${person}) RETURNING id, store_key AS key
  `.execute(tx);
  return rows;
}
