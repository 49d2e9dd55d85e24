import { sql } from 'kysely';
import { holdsInEmail, holdsInName, matchesName } from '../accounts/name-sql.ts';
import { withoutWords } from '../ratings/sql.ts';
import { rowsOfPerson } from '../server/columns.ts';
import { now, refusedBy, type Clock, type Db, type Tx } from '../server/db.ts';
import type { Unchoosable } from './contract.ts';
import type { Administered, UserDataForm } from './rules.ts';

/** Participants who have or had an appointment with a coach, in any status, asked of each one who was found. */
const isOwn = (coach: number) => sql<boolean>`EXISTS (
  SELECT FROM appointment a WHERE a.participant_id = p.id AND a.coach_id = ${coach}
)`;

/** Whose appointments are meant: one coach's, or of one day, or both; null leaves a criterion out. */
interface Held {
  coach: number | null;
  day: { from: Date; till: Date } | null;
}

/** Who has such an appointment, as a list of ids: else the planner may read everybody to compare them with it. */
const isAmongThoseOf = ({ coach, day }: Held) => sql<boolean>`p.id = ANY (ARRAY(
  SELECT DISTINCT a.participant_id FROM appointment a WHERE a.participant_id IS NOT NULL
  ${coach === null ? sql`` : sql`AND a.coach_id = ${coach}`}
  ${day ? sql`AND a.starts_at >= ${day.from} AND a.starts_at < ${day.till}` : sql``}
))`;

/** Whether the index of parts of names finds a text: by three letters of a word, as names are folded. */
const isIndexed = (text: string) => /[\p{L}\p{N}]{3}/u.test(text.replace(/[aou]e|ss/giu, 'x'));

/** A coach's own ones among those whom a part of a name or an e-mail finds: the fewer are asked of first. */
const isOwnOf = (coach: number, text: string) =>
  isIndexed(text) ? isOwn(coach) : isAmongThoseOf({ coach, day: null });
const holdsPart = (text: string) => sql<boolean>`(${holdsInName(text, '%')} OR ${holdsInEmail(text.toLowerCase())})`;

/** Who can be chosen: confirmed, active participants who were not anonymised and have not become a coach. */
const choosable = sql`p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL AND p.anonymised_at IS NULL
  AND p.role_id IS DISTINCT FROM 2`;

/**
 * At most ten people whom a picker's search fits and who cannot be chosen, each with the reason: everybody for an admin,
 * the own participants of a coach.
 */
export async function findUnchoosable(
  db: Db,
  text: string,
  { coach }: { coach: number | null },
): Promise<Unchoosable[]> {
  const found = coach === null ? matchesName(text) : sql`${isOwnOf(coach, text)} AND ${holdsPart(text)}`;
  const { rows } = await sql<Unchoosable>`
    SELECT p.id AS "participantId", p.full_name AS "fullName", coalesce(p.email, '') AS email,
      CASE WHEN p.role_id = 2 THEN 'coach' WHEN p.role_id = 3 AND t.person_id IS NULL THEN 'staff'
        WHEN p.inactive_at IS NOT NULL THEN 'inactive' ELSE 'unconfirmed' END AS reason
    FROM person p LEFT JOIN participant t ON t.person_id = p.id
    WHERE p.anonymised_at IS NULL AND ${found} AND NOT (t.person_id IS NOT NULL AND ${choosable})
    ORDER BY p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id
    LIMIT 10
  `.execute(db);
  return rows;
}

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
    SELECT id AS "participantId", full_name AS "fullName", email
    FROM (
      -- Two searches, each with its index: with OR between them whoever has such a name is asked whose they are.
      SELECT p.* FROM person p JOIN participant t ON t.person_id = p.id
      WHERE lower(p.email) = lower(${search}) AND ${choosable} AND NOT ${isOwn(coach)}
      UNION ALL
      -- Who has an appointment is a participant.
      SELECT p.* FROM person p
      WHERE ${isOwnOf(coach, search)} AND ${choosable} AND ${holdsPart(search)}
    ) hit
    ORDER BY last_name COLLATE "de-x-icu", first_name COLLATE "de-x-icu", id
    LIMIT 20
  `.execute(db);
  return rows;
}

/** What a full search looks for; null and '' leave a criterion out. `from`, `till`: the day of an appointment. */
export interface Criteria extends Held {
  search: string;
  /** Null: active and inactive ones. */
  inactive: boolean | null;
  limit: number;
  offset: number;
}

/** What an admin may change of a participant who was not anonymised. */
export interface Data {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  location: string;
  locationId: number;
  qualification: string;
  startOfQualification: string;
  endOfQualification: string;
}

/** Those columns of the person `p`, the participant `t` and the location `l`. */
const data = sql`p.first_name AS "firstName", p.last_name AS "lastName", coalesce(p.email, '') AS email,
  p.phone AS "phoneNumber", l.label AS location, l.id AS "locationId", t.qualification,
  t.qualification_start AS "startOfQualification", t.qualification_end AS "endOfQualification"`;

/** A participant with what stands in their own row. */
export interface FoundRow extends Data {
  id: number;
  fullName: string;
  inactive: boolean;
  confirmed: boolean;
  isStaff: boolean;
}

/** Now a coach or an admin, whatever they were before. */
const isStaff = sql<boolean>`coalesce(p.role_id, 1) <> 1`;

/**
 * A stretch of the participants who fulfil all criteria, by last name in German order, and how many active and inactive
 * ones there are in all, whichever of them are wanted.
 */
export async function search(
  db: Db,
  { search: text, day, coach, inactive, limit, offset }: Criteria,
): Promise<{ rows: FoundRow[]; active: number; inactive: number }> {
  // Whom a name finds are few: each is asked. A day is asked first.
  const held = text && coach !== null && !day ? isOwn(coach) : isAmongThoseOf({ coach, day });
  const conditions = [
    sql`p.anonymised_at IS NULL`,
    ...(text ? [matchesName(text)] : []),
    // Who has an appointment is a participant.
    day || coach !== null ? held : sql`EXISTS (SELECT FROM participant t WHERE t.person_id = p.id)`,
  ];
  const hits = sql`FROM person p WHERE ${sql.join(conditions, sql` AND `)}`;
  const order = sql`last_name COLLATE "de-x-icu", first_name COLLATE "de-x-icu", id`;
  // Found once, for the counts and for the page: looking for them takes most of the time.
  const { rows } = await sql<(FoundRow | { id: null }) & { actives: number; inactives: number }>`
    WITH hit AS MATERIALIZED (
      SELECT p.id, p.first_name, p.last_name, p.inactive_at IS NOT NULL AS inactive ${hits}
    ), counted AS (
      SELECT count(*) FILTER (WHERE NOT inactive)::int AS actives, count(*) FILTER (WHERE inactive)::int AS inactives
      FROM hit
    ), page AS (
      SELECT * FROM hit WHERE ${inactive === null ? sql`true` : sql`inactive = ${inactive}`}
      ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
    )
    SELECT counted.*, p.id, p.full_name AS "fullName", ${data}, page.inactive, p.confirmed_at IS NOT NULL AS confirmed, ${isStaff} AS "isStaff"
    FROM counted LEFT JOIN (
      page JOIN person p ON p.id = page.id JOIN participant t ON t.person_id = p.id JOIN location l ON l.id = t.location_id
    ) ON true
    ORDER BY p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id
  `.execute(db);
  // The counts come also where the page holds nobody.
  const counts = rows[0];
  return {
    rows: rows.filter((row) => row.id !== null),
    active: counts?.actives ?? 0,
    inactive: counts?.inactives ?? 0,
  };
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
      sql<'byParticipant' | 'byAdmin' | 'goodwill' | null>`a.cancel_kind`.as('cancelKind'),
      'c.full_name as coach',
    ])
    .where('a.participant_id', 'in', participants)
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
}

/** A participant as the deeds of an admin see them. */
export interface AdministeredRow extends Administered, Data {
  anonymised: boolean;
}

/** Locks the account of a participant whose lock is held, and reads what decides; null for an unknown id. */
export async function lockAdministered(tx: Tx, id: number): Promise<AdministeredRow | null> {
  // Not FOR UPDATE: whoever writes a row that refers to this person need not wait.
  const { rows } = await sql<AdministeredRow>`
    SELECT ${data}, p.inactive_at IS NOT NULL AS inactive, p.confirmed_at IS NOT NULL AS confirmed,
      p.anonymised_at IS NOT NULL AS anonymised, ${isStaff} AS "isStaff"
    FROM person p JOIN participant t ON t.person_id = p.id JOIN location l ON l.id = t.location_id
    WHERE p.id = ${id} FOR NO KEY UPDATE OF p
  `.execute(tx);
  return rows[0] ?? null;
}

/** Makes a person inactive or active. */
export async function setInactive(tx: Tx, clock: Clock, id: number, inactive: boolean): Promise<void> {
  await tx
    .updateTable('person')
    .set({ inactive_at: inactive ? now(clock) : null })
    .where('id', '=', id)
    .execute();
}

/** The booked appointments of a locked participant that have not begun, one coach after the other. */
export async function listUpcoming(tx: Tx, clock: Clock, participant: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('appointment')
    .select('id')
    .where('participant_id', '=', participant)
    .where('status', '=', 'G')
    .where('starts_at', '>', now(clock))
    .orderBy('coach_id')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What an admin changes of a participant; its location exists. */
interface ChangedData extends UserDataForm {
  locationId: number;
}

/** Stores the data of a participant; the constraint refuses an e-mail address that somebody else has. */
export function saveData(tx: Tx, id: number, data: ChangedData) {
  return refusedBy({ person_email_once: 'emailAlreadyExists' as const }, async () => {
    await tx
      .updateTable('participant')
      .set({
        qualification: data.qualification,
        qualification_start: data.startOfQualification,
        qualification_end: data.endOfQualification,
        location_id: data.locationId,
      })
      .where('person_id', '=', id)
      .execute();
    await tx
      .updateTable('person')
      .set({ first_name: data.firstName, last_name: data.lastName, email: data.email, phone: data.phoneNumber })
      .where('id', '=', id)
      .execute();
  });
}

/** The name under which appointments and stars stay. */
const anonymous = 'Anonymisiert';

/**
 * Takes from a participant whose lock is held all that says who they are or what they wrote, mails apart, and answers
 * the keys of their documents in the store. Appointments and stars stay.
 */
export async function erase(tx: Tx, clock: Clock, id: number): Promise<string[]> {
  const documents = await tx
    .deleteFrom('document')
    .where('participant_id', '=', id)
    .returning('store_key as key')
    .execute();
  for (const table of rowsOfPerson) await sql`DELETE FROM ${sql.table(table)} WHERE person_id = ${id}`.execute(tx);
  await sql`
    UPDATE rating SET ${withoutWords}
    FROM appointment a WHERE a.id = rating.appointment_id AND a.participant_id = ${id}
  `.execute(tx);
  await tx.updateTable('appointment').set({ cancel_reason: null }).where('participant_id', '=', id).execute();
  await tx
    .updateTable('participant')
    .set({ qualification: '', qualification_start: null, qualification_end: null, location_id: null })
    .where('person_id', '=', id)
    .execute();
  await tx
    .updateTable('person')
    .set({
      ...{
        first_name: anonymous,
        last_name: '',
        gender: 'd',
        email: null,
        phone: '',
        password_hash: null,
        signed_in_on: null,
      },
      anonymised_at: now(clock),
    })
    .where('id', '=', id)
    .execute();
  return documents.map(({ key }) => key);
}
