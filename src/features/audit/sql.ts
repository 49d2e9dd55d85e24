import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { AuditAction } from './actions.rules.ts';

/** A new entry of the append-only log: who did what to whom. It contains ids, but no names. */
export interface NewAuditEntry {
  /** Null if no account is signed in: for the nightly job, and for commands on the server. */
  actor: number | null;
  action: AuditAction;
  /** The person concerned. */
  person?: number;
  appointment?: number;
  document?: number;
  /** The token that the action is about. An action that is done with a token is stored with it anyway. */
  token?: number;
  /** The host of the webhook that the action is about. The rest of its address may hold a secret. */
  webhookHost?: string;
  /** The start of an appointment that the action deletes, since its row does not exist afterwards. */
  startsAt?: Date;
}

/** Writes an entry in the transaction of the action, so that no action is stored without its entry. */
export async function audit(tx: Tx, entry: NewAuditEntry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      actor_id: entry.actor,
      action: entry.action,
      person_id: entry.person ?? null,
      appointment_id: entry.appointment ?? null,
      document_id: entry.document ?? null,
      appointment_starts_at: entry.startsAt ?? null,
      webhook_host: entry.webhookHost ?? null,
      // If the column is left out, it gets the token with which the call is made.
      ...(entry.token === undefined ? {} : { token_id: entry.token }),
    })
    .execute();
}

/**
 * SQL that inserts several entries, to be used as a part of a larger statement. `entries` is a query with the columns
 * actor, action, person and appointment, in this order.
 */
export const insertEntriesSql = (entries: string) =>
  `INSERT INTO audit (actor_id, action, person_id, appointment_id) ${entries}`;

/**
 * The actor of the latest action of this kind on a person's appointment; null if the log has no such entry, or if the
 * system did it. The caller must hold the locks that the action takes, so that no later entry is being written.
 */
export async function findLastActor(
  tx: Tx,
  { action, person, appointment }: { action: AuditAction; person: number; appointment: number },
): Promise<number | null> {
  const entry = await tx
    .selectFrom('audit')
    .select('actor_id as actor')
    .where('person_id', '=', person)
    .where('action', '=', action)
    .where('appointment_id', '=', appointment)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.actor ?? null;
}

/**
 * Counts the people whose documents a member of staff has opened in the last 24 hours. `isAlarmLogged` is true if an
 * alarm about this member of staff was logged in these 24 hours.
 */
export async function countPeopleWithOpenedDocuments(
  tx: Tx,
  actor: number,
): Promise<{ personCount: number; isAlarmLogged: boolean }> {
  // The clock is in a subquery, so that it is read only once and the index scan reads only entries of these 24 hours.
  const { rows } = await sql<{ personCount: number; isAlarmLogged: boolean }>`
    SELECT count(DISTINCT person_id) AS "personCount",
      coalesce(bool_or(action = 'readMuch'), false) AS "isAlarmLogged"
    FROM audit
    WHERE actor_id = ${actor} AND at > (SELECT clock_timestamp() - interval '24 hours')
      AND action IN ('filesListed', 'fileDownloaded', 'readMuch')
  `.execute(tx);
  return rows[0] ?? { personCount: 0, isAlarmLogged: false };
}

/** The filters of the log; null does not filter. */
export interface LogFilters {
  /** The ids of the people concerned. */
  personIds: number[] | null;
  actorIds: number[] | null;
  action: string | null;
  from: Date | null;
  /** Exclusive. */
  till: Date | null;
  /** The id of an entry: only older entries are returned. */
  beforeId: number | null;
}

/** A person's current name; null if their row no longer exists. */
type Name = string | null;

/** An entry, with the current data of its people, appointment and document, as far as they still exist. */
export interface LogRow {
  id: number;
  at: Date;
  action: string;
  actorId: number | null;
  actor: Name;
  personId: number | null;
  person: Name;
  appointmentId: number | null;
  /** If the appointment was deleted, this is the start that the entry contains, if any, and the end is null. */
  startsAt: Date | null;
  endsAt: Date | null;
  coach: Name;
  documentId: number | null;
  document: Name;
  tokenId: number | null;
  /** The name of the token; null if there is none, or if the admin who made it is anonymised. */
  token: string | null;
  webhookHost: string | null;
}

/** A page of the log, newest entries first. */
export async function selectLogPage(db: Db, filters: LogFilters, limit: number): Promise<LogRow[]> {
  const name = (alias: string) => {
    const person = sql.ref(alias);
    return sql`CASE WHEN ${person}.anonymised_at IS NULL THEN ${person}.full_name ELSE 'Anonymisiert' END`;
  };
  const { rows } = await sql<LogRow>`
    SELECT e.id, e.at, e.action, e.actor_id AS "actorId", ${name('actor')} AS actor, e.person_id AS "personId",
      ${name('person')} AS person, e.appointment_id AS "appointmentId",
      coalesce(a.starts_at, e.appointment_starts_at) AS "startsAt", a.ends_at AS "endsAt",
      coach.full_name AS coach, e.document_id AS "documentId", d.name AS document, e.token_id AS "tokenId", t.name AS token,
      e.webhook_host AS "webhookHost"
    FROM (${pageSql(filters, limit)}) e
    LEFT JOIN person actor ON actor.id = e.actor_id
    LEFT JOIN person ON person.id = e.person_id
    LEFT JOIN appointment a ON a.id = e.appointment_id
    LEFT JOIN person coach ON coach.id = a.coach_id
    LEFT JOIN document d ON d.id = e.document_id
    LEFT JOIN token t ON t.id = e.token_id
    ORDER BY e.at DESC, e.id DESC
  `.execute(db);
  return rows;
}

/**
 * SQL for a page of entries, newest first. There are indexes in this order for all entries, for each actor and for each
 * person. If several people match, a page is read for each of them and these pages are merged, because a single query
 * for all of them would have to sort all their entries.
 */
function pageSql(
  { personIds, actorIds, action, from, till, beforeId }: LogFilters,
  limit: number,
): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(action ? [sql`u.action = ${action}`] : []),
    ...(from ? [sql`u.at >= ${from}`] : []),
    ...(till ? [sql`u.at < ${till}`] : []),
    ...(beforeId === null
      ? []
      : [sql`(u.at, u.id) < ((SELECT at FROM audit WHERE id = ${beforeId}), ${beforeId}::bigint)`]),
    ...(personIds && actorIds ? [sql`u.actor_id = ANY (${actorIds})`] : []),
  ];
  const selectNewest = (condition: RawBuilder<unknown>) => sql`
    SELECT u.* FROM audit u WHERE ${sql.join([condition, ...conditions], sql` AND `)}
    ORDER BY u.at DESC, u.id DESC LIMIT ${limit}
  `;
  if (!personIds && !actorIds) return selectNewest(sql`true`);
  const column = personIds ? sql`u.person_id` : sql`u.actor_id`;
  return sql`
    SELECT m.* FROM unnest(${personIds ?? actorIds}::bigint[]) who (id)
    CROSS JOIN LATERAL (${selectNewest(sql`${column} = who.id`)}) m
    ORDER BY m.at DESC, m.id DESC LIMIT ${limit}
  `;
}
