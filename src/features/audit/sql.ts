import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** Which entries to list; null does not filter. Written in [from, till), older than the entry `before`. */
export interface LogFilters {
  people: number[] | null;
  actors: number[] | null;
  action: string | null;
  from: Date | null;
  till: Date | null;
  before: number | null;
}

/** Somebody in the log by their current name; null if their row is gone. */
type Name = string | null;

/** An entry with what still exists of the things it names. */
export interface LogRow {
  id: number;
  at: Date;
  action: string;
  actorId: number | null;
  actor: Name;
  personId: number | null;
  person: Name;
  appointmentId: number | null;
  /** Only the start of a deleted appointment, if the entry holds it. */
  startsAt: Date | null;
  endsAt: Date | null;
  coach: Name;
  documentId: number | null;
  document: Name;
}

/** A page of the log, newest first. */
export async function listLog(db: Db, filters: LogFilters, limit: number): Promise<LogRow[]> {
  const name = (alias: string) => {
    const person = sql.ref(alias);
    return sql`CASE WHEN ${person}.anonymised_at IS NULL THEN ${person}.full_name ELSE 'Anonymisiert' END`;
  };
  const { rows } = await sql<LogRow>`
    SELECT e.id, e.at, e.action, e.actor_id AS "actorId", ${name('actor')} AS actor, e.person_id AS "personId",
      ${name('person')} AS person, e.appointment_id AS "appointmentId",
      coalesce(a.starts_at, e.appointment_starts_at) AS "startsAt", a.ends_at AS "endsAt",
      coach.full_name AS coach, e.document_id AS "documentId", d.name AS document
    FROM (${pageOf(filters, limit)}) e
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
 * The entries, read from the one index that has them in order. Several people are queried one by one, a page each: one
 * index scan over all of them would have to sort everything they ever did.
 */
function pageOf({ people, actors, action, from, till, before }: LogFilters, limit: number): RawBuilder<unknown> {
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
