import { sql, type RawBuilder } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../server/db.ts';

/** So many months or days before now, as SQL. */
export function ago(clock: Clock, count: number, unit: 'months' | 'days'): RawBuilder<Date> {
  return sql<Date>`(${now(clock)} - ${count}::int * ${sql.lit(`1 ${unit.slice(0, -1)}`)}::interval)`;
}

/** When a participant `t` with the account `p` last had to do with the portal: the latest of all that tells of it. */
const lastActivity = sql<Date>`greatest(
  p.created_at, p.confirmed_at, p.inactive_at, p.signed_in_on::timestamptz,
  t.qualification_end::timestamptz,
  (SELECT max(s.seen_at) FROM session s WHERE s.person_id = p.id),
  (SELECT max(greatest(a.ends_at, a.cancelled_at)) FROM appointment a WHERE a.participant_id = p.id),
  (SELECT max(d.uploaded_at) FROM document d WHERE d.participant_id = p.id AND NOT d.by_coach)
)`;

/** Participants who have an account still, and are nothing else. */
const participants = sql`person p JOIN participant t ON t.person_id = p.id AND p.anonymised_at IS NULL AND p.role_id = 1`;

/** Participants who have not used the portal since an instant; asked again behind their lock, by id. */
export const unused = (before: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`FROM ${participants} WHERE p.created_at < ${before} AND ${lastActivity} < ${before}`;

/** Of `unused` ones those who were not told since they last did something, and can be. */
export const untold = sql`
  AND p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL
  AND (p.end_announced_at IS NULL OR p.end_announced_at < ${lastActivity})`;

/** Of `unused` ones those who had their time to answer, or cannot sign in any more. */
export const told = (before: RawBuilder<Date>) => sql`
  AND (p.inactive_at IS NOT NULL OR p.confirmed_at IS NULL
    OR p.end_announced_at < ${before} AND p.end_announced_at >= ${lastActivity})`;

/** Participants who never confirmed their address, registered before an instant. */
export const unconfirmed = (before: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`FROM ${participants} WHERE p.confirmed_at IS NULL AND p.created_at < ${before}`;

/** Documents, with who owns them as `p` and `t`, of people who have not used the portal since. */
export const unusedDocuments = (before: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`FROM document d JOIN (${participants}) ON p.id = d.participant_id
    WHERE NOT d.by_coach AND d.uploaded_at < ${before} AND ${lastActivity} < ${before}`;

/** Documents of coaches, uploaded before an instant. */
export const coachDocuments = (before: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`FROM document d JOIN (${participants}) ON p.id = d.participant_id WHERE d.by_coach AND d.uploaded_at < ${before}`;

/** How many rows a selection holds. */
export async function countOf(db: Db, selection: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${selection}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ids of a selection's people, the lowest first, beyond one. */
export async function peopleOf(db: Db | Tx, selection: RawBuilder<unknown>, beyond: number, most: number) {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT p.id ${selection} AND p.id > ${beyond} ORDER BY p.id LIMIT ${most}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a selection holds somebody. */
export async function holds(tx: Tx, selection: RawBuilder<unknown>, person: number): Promise<boolean> {
  const { rows } = await sql`SELECT ${selection} AND p.id = ${person} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Notes that somebody was told of the end of their account. */
export async function noteAnnounced(tx: Tx, clock: Clock, person: number): Promise<void> {
  await tx
    .updateTable('person')
    .set({ end_announced_at: now(clock) })
    .where('id', '=', person)
    .execute();
}

/** Deletes the documents of a selection that belong to a person whose lock is held. */
export async function dropDocumentsOf(tx: Tx, selection: RawBuilder<unknown>, person: number) {
  const { rows } = await sql<{ id: number; key: string }>`
    DELETE FROM document WHERE id IN (SELECT d.id ${selection} AND p.id = ${person}) RETURNING id, store_key AS key
  `.execute(tx);
  return rows;
}
