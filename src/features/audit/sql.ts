import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { AuditAction } from './rules.ts';

/** An entry of the append-only log: who did what to whom, by ids alone. */
export interface NewAuditEntry {
  /** Null for an action at the server's command line, where no account is signed in. */
  actor: number | null;
  action: AuditAction;
  person?: number;
  appointment?: number;
  document?: number;
  /** The start of an appointment that the action deletes, since its row does not exist afterwards. */
  startsAt?: Date;
}

/** Writes an entry in the transaction of the action, so that both are stored or neither. */
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
    })
    .execute();
}

/**
 * SQL that writes several entries as a part of a larger statement. `entries` is SQL that yields the actor, action,
 * person and appointment of each.
 */
export const insertEntriesSql = (entries: string) =>
  `INSERT INTO audit (actor_id, action, person_id, appointment_id) ${entries}`;

/**
 * The actor of the latest action of this kind on a person's appointment; null if the log has no such entry, or if the
 * system did it. The caller must hold the locks of the action.
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

/** Counts the people whose documents a member of staff opened in the last 24 hours; `logged` if an alarm is logged. */
export async function countPeopleRead(tx: Tx, actor: number): Promise<{ people: number; logged: boolean }> {
  // In a subquery, the volatile clock is read once and limits the index scan; otherwise the entries of all years are
  // read.
  const { rows } = await sql<{ people: number; logged: boolean }>`
    SELECT count(DISTINCT person_id) AS people, coalesce(bool_or(action = 'readMuch'), false) AS logged
    FROM audit
    WHERE actor_id = ${actor} AND at > (SELECT clock_timestamp() - interval '24 hours')
      AND action IN ('filesListed', 'fileDownloaded', 'readMuch')
  `.execute(tx);
  return rows[0] ?? { people: 0, logged: false };
}

/** The filters of the log: entries written in [from, till) and older than the entry `before`. Null does not filter. */
export interface LogFilters {
  people: number[] | null;
  actors: number[] | null;
  action: string | null;
  from: Date | null;
  till: Date | null;
  before: number | null;
}

/** A person's current name; null if their row no longer exists. */
type Name = string | null;

/** An entry, with the current data of the people, appointments and documents that still exist. */
export interface LogRow {
  id: number;
  at: Date;
  action: string;
  actorId: number | null;
  actor: Name;
  personId: number | null;
  person: Name;
  appointmentId: number | null;
  /** Of a deleted appointment only the start is known, if the entry contains it. */
  startsAt: Date | null;
  endsAt: Date | null;
  coach: Name;
  documentId: number | null;
  document: Name;
}

/** A page of the log, newest first. */
export async function selectLogPage(db: Db, filters: LogFilters, limit: number): Promise<LogRow[]> {
  const name = (alias: string) => {
    const person = sql.ref(alias);
    return sql`CASE WHEN ${person}.anonymised_at IS NULL THEN ${person}.full_name ELSE 'Anonymisiert' END`;
  };
  const { rows } = await sql<LogRow>`
    SELECT e.id, e.at, e.action, e.actor_id AS "actorId", ${name('actor')} AS actor, e.person_id AS "personId",
      ${name('person')} AS person, e.appointment_id AS "appointmentId",
      coalesce(a.starts_at, e.appointment_starts_at) AS "startsAt", a.ends_at AS "endsAt",
      coach.full_name AS coach, e.document_id AS "documentId", d.name AS document
    FROM (${pageQuery(filters, limit)}) e
    LEFT JOIN person actor ON actor.id = e.actor_id
    LEFT JOIN person ON person.id = e.person_id
    LEFT JOIN appointment a ON a.id = e.appointment_id
    LEFT JOIN person coach ON coach.id = a.coach_id
    LEFT JOIN document d ON d.id = e.document_id
    ORDER BY e.at DESC, e.id DESC
  `.execute(db);
  return rows;
}

/**
 * SQL that reads a page of entries from the index that has them in order. Several people are queried separately, a page
 * each, because a single index scan for all of them would have to sort all their entries.
 */
function pageQuery({ people, actors, action, from, till, before }: LogFilters, limit: number): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(action ? [sql`u.action = ${action}`] : []),
    ...(from ? [sql`u.at >= ${from}`] : []),
    ...(till ? [sql`u.at < ${till}`] : []),
    ...(before === null ? [] : [sql`(u.at, u.id) < ((SELECT at FROM audit WHERE id = ${before}), ${before}::bigint)`]),
    ...(people && actors ? [sql`u.actor_id = ANY (${actors})`] : []),
  ];
  const newest = (condition: RawBuilder<unknown>) => sql`
    SELECT u.* FROM audit u WHERE ${sql.join([condition, ...conditions], sql` AND `)}
    ORDER BY u.at DESC, u.id DESC LIMIT ${limit}
  `;
  if (!people && !actors) return newest(sql`true`);
  const column = people ? sql`u.person_id` : sql`u.actor_id`;
  return sql`
    SELECT m.* FROM unnest(${people ?? actors}::bigint[]) who (id)
    CROSS JOIN LATERAL (${newest(sql`${column} = who.id`)}) m
    ORDER BY m.at DESC, m.id DESC LIMIT ${limit}
  `;
}
