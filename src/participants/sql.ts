import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../server/db.ts';

/** The most participants that a full search lists (contract §9). */
const listed = 500;

/** Text that LIKE takes literally. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * Every word matches the start of a word of the name, or a part of the e-mail (contract §9). Words are split where the
 * stored names are; umlauts and their spellings find each other through `fold_name`. `p` is the person.
 */
export function matchesName(search: string): RawBuilder<boolean> {
  const words = search.split(/[\s,;]+/u).filter(Boolean);
  return sql<boolean>`${sql.join(
    words.map(
      (word) => sql`(
        p.search_name LIKE '% ' || replace(replace(fold_name(${word}), '%', ''), '_', '') || '%'
        OR lower(p.email) LIKE ${`%${literal(word.toLowerCase())}%`}
      )`,
    ),
    sql` AND `,
  )}`;
}

/** Participants who have or had an appointment with a coach, in any status. */
const ownOf = (coach: number) => sql<boolean>`EXISTS (
  SELECT FROM appointment a WHERE a.participant_id = p.id AND a.coach_id = ${coach}
)`;

/** Who can be chosen: confirmed, active participants who were not anonymised. */
const choosable = sql`p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL AND p.anonymised_at IS NULL`;

/** At most 20 active participants whom every word of a search fits, as in the full search. */
export async function findForAdmin(db: Db, search: string) {
  const { rows } = await sql<{ participantId: number; firstName: string; lastName: string; email: string }>`
    SELECT p.id AS "participantId", p.first_name AS "firstName", p.last_name AS "lastName",
      coalesce(p.email, '') AS email
    FROM person p JOIN participant t ON t.person_id = p.id
    WHERE ${choosable} AND ${matchesName(search)}
    ORDER BY p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id
    LIMIT 20
  `.execute(db);
  return rows;
}

/** At most 20 active participants: own ones of a coach by any part, others only by their complete e-mail address. */
export async function findForPicker(db: Db, coach: number, search: string) {
  const { rows } = await sql<{ participantId: number; fullName: string; email: string }>`
    SELECT p.id AS "participantId", p.first_name || ' ' || p.last_name AS "fullName", coalesce(p.email, '') AS email
    FROM person p JOIN participant t ON t.person_id = p.id
    WHERE ${choosable}
      AND (lower(p.email) = lower(${search}) OR (
        ${ownOf(coach)} AND (
          p.search_name LIKE '%' || replace(replace(fold_name(${search}), '%', ''), '_', '') || '%'
          OR lower(p.email) LIKE ${`%${literal(search.toLowerCase())}%`}
        )
      ))
    ORDER BY p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id
    LIMIT 20
  `.execute(db);
  return rows;
}

/** What a full search looks for; null and '' leave a criterion out. `from`, `till`: the day of an appointment. */
export interface Criteria {
  search: string;
  day: { from: Date; till: Date } | null;
  coach: number | null;
}

/** A participant with what stands in their own row. */
export interface FoundRow {
  id: number;
  fullName: string;
  email: string;
  phone: string;
  location: string;
  locationId: number;
  qualification: string;
  start: string;
  end: string;
  inactive: boolean;
}

/** Participants who fulfil all criteria, by last name in German order, at most 500, and how many there are in all. */
export async function search(
  db: Db,
  { search: text, day, coach }: Criteria,
): Promise<{ rows: FoundRow[]; active: number; inactive: number }> {
  const appointment = sql`EXISTS (
    SELECT FROM appointment a WHERE a.participant_id = p.id
    ${coach === null ? sql`` : sql`AND a.coach_id = ${coach}`}
    ${day ? sql`AND a.starts_at >= ${day.from} AND a.starts_at < ${day.till}` : sql``}
  )`;
  const conditions = [
    sql`p.anonymised_at IS NULL`,
    ...(text ? [matchesName(text)] : []),
    ...(day || coach !== null ? [appointment] : []),
  ];
  const hits = sql`FROM person p JOIN participant t ON t.person_id = p.id WHERE ${sql.join(conditions, sql` AND `)}`;
  const counted = await sql<{ active: number; inactive: number }>`
    SELECT count(*) FILTER (WHERE p.inactive_at IS NULL)::int AS active,
      count(*) FILTER (WHERE p.inactive_at IS NOT NULL)::int AS inactive
    ${hits}
  `.execute(db);
  const { rows } = await sql<FoundRow>`
    WITH hit AS (
      SELECT p.id ${hits}
      ORDER BY p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id
      LIMIT ${listed}
    )
    SELECT p.id, p.first_name || ' ' || p.last_name AS "fullName", coalesce(p.email, '') AS email, p.phone,
      l.label AS location, l.id AS "locationId", t.qualification, t.qualification_start AS start,
      t.qualification_end AS end, p.inactive_at IS NOT NULL AS inactive
    FROM hit JOIN person p ON p.id = hit.id JOIN participant t ON t.person_id = p.id
      JOIN location l ON l.id = t.location_id
    ORDER BY p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id
  `.execute(db);
  return { rows, active: counted.rows[0]?.active ?? 0, inactive: counted.rows[0]?.inactive ?? 0 };
}

/** Booked, missed and cancelled appointments of participants, newest first. */
export async function listAppointments(db: Db, participants: number[]) {
  if (participants.length === 0) return [];
  return db
    .selectFrom('appointment as a')
    .innerJoin('person as c', 'c.id', 'a.coach_id')
    .select([
      'a.id',
      'a.participant_id as participant',
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      sql<'G' | 'V' | 'K'>`a.status`.as('status'),
      sql<string>`c.first_name || ' ' || c.last_name`.as('coach'),
    ])
    .where('a.participant_id', 'in', participants)
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
}
