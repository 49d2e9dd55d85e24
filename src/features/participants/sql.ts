import { sql, type RawBuilder } from 'kysely';
import { attendedSql } from '../appointments/exports.ts';
import {
  emailContains,
  nameContains,
  matchesPerson,
  phoneContains,
  relevance,
  erasedValues,
  profileSelection,
  profileValues,
  ownParticipantCondition,
  activeParticipantCondition,
} from '../people/exports.ts';
import { eraseFromImports } from '../appointments/exports.ts';
import { clearedFreeText } from '../ratings/exports.ts';
import { tablesDeletedWithPerson } from '../../platform/database/data-classes.ts';
import { now, catchViolation, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { Profile } from '../../shared/profile.ts';
import type { HitOrder, UnchoosablePerson } from './contract.ts';
import type { AccountFacts } from './rules.ts';

/** SQL: whether the person `p` is one of a coach's own participants (reference 8.10); checked person by person. */
const isOwn = (coach: number) => sql<boolean>`EXISTS (
  SELECT FROM appointment a WHERE a.participant_id = p.id AND a.coach_id = ${coach} AND ${ownParticipantCondition}
)`;

/** The criteria for appointments: with one coach, on one day, or both; null leaves a criterion out. */
interface AppointmentCriteria {
  coach: number | null;
  day: { from: Date; till: Date } | null;
}

/**
 * SQL: whether the person `p` has an appointment that meets the criteria. Uses an array of ids, because otherwise the
 * planner may read every person.
 */
const hasAppointment = ({ coach, day }: AppointmentCriteria) => sql<boolean>`p.id = ANY (ARRAY(
  SELECT DISTINCT a.participant_id FROM appointment a WHERE a.participant_id IS NOT NULL AND ${ownParticipantCondition}
  ${coach === null ? sql`` : sql`AND a.coach_id = ${coach}`}
  ${day ? sql`AND a.starts_at >= ${day.from} AND a.starts_at < ${day.till}` : sql``}
))`;

/** Whether the trigram index can find a text. It needs three letters of a word, after umlauts and ß are
 * reduced to one letter as in the index. */
const canUseTrigramIndex = (text: string) => /[\p{L}\p{N}]{3}/u.test(text.replace(/[aou]e|ss/giu, 'x'));

/** SQL: whether the person `p` is a coach's own participant; uses the check that reads fewer rows for this text. */
const isOwnForText = (coach: number, text: string) =>
  canUseTrigramIndex(text) ? isOwn(coach) : hasAppointment({ coach, day: null });

/** SQL: whether a text is a part of the name, the e-mail or the telephone number of the person `p`. */
const matchesPart = (text: string) =>
  sql<boolean>`(${nameContains(text, '%')} OR ${emailContains(text.toLowerCase())} OR ${phoneContains(text)})`;

/** SQL: whether `p` can be chosen: a confirmed, active participant, not anonymised, who has not become a coach. */
const isChoosable = sql`${sql.raw(activeParticipantCondition)} AND p.anonymised_at IS NULL`;

/**
 * Returns at most ten people who match a picker's search but cannot be chosen, each with the reason. For a coach these
 * are only own participants; `coach` is null for an admin, who gets anyone.
 */
export async function findUnchoosablePeople(
  db: Db,
  text: string,
  { coach, mailboxOnly }: { coach: number | null; mailboxOnly: boolean },
): Promise<UnchoosablePerson[]> {
  // A coach's own people are participants, so only the person's row is read. Only few of them cannot be chosen, and
  // their names are compared last.
  const condition =
    coach === null
      ? sql`${matchesPerson(text, { mailbox: mailboxOnly })} AND NOT (t.person_id IS NOT NULL AND ${isChoosable})`
      : sql`${isOwnForText(coach, text)} AND ${matchesPart(text)} AND NOT (${isChoosable})`;
  // Sorts after the search. Otherwise the planner may read all people in the order of their names.
  const { rows } = await sql<UnchoosablePerson>`
    WITH hit AS MATERIALIZED (
      SELECT p.*, t.person_id AS participant_id FROM person p LEFT JOIN participant t ON t.person_id = p.id
      WHERE p.anonymised_at IS NULL AND ${condition}
    )
    SELECT p.id AS "participantId", p.full_name AS "fullName", coalesce(p.email, '') AS email,
      CASE WHEN p.role_id = 2 THEN 'coach' WHEN p.role_id = 3 AND p.participant_id IS NULL THEN 'staff'
        WHEN p.inactive_at IS NOT NULL THEN 'inactive' ELSE 'unconfirmed' END AS reason
    FROM hit p
    ORDER BY p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id
    LIMIT 10
  `.execute(db);
  return rows;
}

/**
 * Returns at most 20 active participants who match every word, as in the full search, the best matches first. With
 * `mailboxOnly`, a word without an @ matches e-mails only by their part before the @.
 */
export async function findForAdminPicker(db: Db, search: string, mailboxOnly: boolean) {
  const { rows } = await sql<{ participantId: number; firstName: string; lastName: string; email: string }>`
    SELECT p.id AS "participantId", p.first_name AS "firstName", p.last_name AS "lastName",
      coalesce(p.email, '') AS email
    FROM person p JOIN participant t ON t.person_id = p.id
    WHERE ${isChoosable} AND ${matchesPerson(search, { mailbox: mailboxOnly })}
    ORDER BY ${relevance(search)}, p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id
    LIMIT 20
  `.execute(db);
  return rows;
}

/**
 * Returns at most 20 active participants: a coach's own by a part of the name, e-mail or telephone number, others by the
 * complete e-mail.
 */
export async function findForCoachPicker(db: Db, coach: number, search: string) {
  const { rows } = await sql<{ participantId: number; fullName: string; email: string; isOwn: boolean }>`
    SELECT p.id AS "participantId", p.full_name AS "fullName", p.email, p.own AS "isOwn"
    FROM (
      -- Two searches, each with its index. One with OR would check every person of that name for an appointment.
      SELECT p.*, false AS own FROM person p JOIN participant t ON t.person_id = p.id
      WHERE lower(p.email) = lower(${search}) AND ${isChoosable} AND NOT ${isOwn(coach)}
      UNION ALL
      -- Everyone with an appointment is a participant.
      SELECT p.*, true AS own FROM person p
      WHERE ${isOwnForText(coach, search)} AND ${isChoosable} AND ${matchesPart(search)}
    ) p
    ORDER BY ${relevance(search)}, p.last_name COLLATE "de-x-icu", p.first_name COLLATE "de-x-icu", p.id
    LIMIT 20
  `.execute(db);
  return rows;
}

/** The criteria of a full search; null and '' leave a criterion out. */
export interface Criteria extends AppointmentCriteria {
  search: string;
  /** Whether a word without an @ matches e-mails only by their part before the @. */
  mailboxOnly: boolean;
  location: number | null;
  /** The range of days (`yyyy-mm-dd`, '' is open) in which the qualification ends. */
  endOfQualification: { from: string; till: string };
  /** Null for both active and inactive participants. */
  inactive: boolean | null;
  order: HitOrder;
  limit: number;
  offset: number;
}

/** The data of a participant (not anonymised) that an admin may change. */
export interface ParticipantData extends Profile {
  location: string;
  locationId: number;
}

/** SQL: selects `ParticipantData` from the person `p`, the participant `t` and the location `l`. */
const participantDataColumns = sql`${sql.join(profileSelection)}, l.label AS location, l.id AS "locationId"`;

/** A participant whom the full search finds, without documents and appointments. */
export interface HitRow extends ParticipantData {
  id: number;
  fullName: string;
  inactive: boolean;
  confirmed: boolean;
  isStaff: boolean;
}

/** SQL: whether the person `p` has become a coach or an admin. */
const isStaff = sql<boolean>`coalesce(p.role_id, 1) <> 1`;

/** SQL: sorts the rows of `page` by name in German order. */
const byName = sql`page.last_name COLLATE "de-x-icu", page.first_name COLLATE "de-x-icu", page.id`;

/** SQL: the sort orders of the full search. Ties are ordered by name. `fit` is the order by relevance. */
const orders: Record<HitOrder, RawBuilder<unknown>> = {
  fit: sql`page.relevance, ${byName}`,
  name: byName,
  status: sql`page.inactive, ${byName}`,
  location: sql`page.place COLLATE "de-x-icu", ${byName}`,
  end: sql`page.qualification_end, ${byName}`,
  latestEnd: sql`page.qualification_end DESC, ${byName}`,
};

/** The orders that need columns of the participant's profile. */
const ordersWithProfile: readonly HitOrder[] = ['location', 'end', 'latestEnd'];

/**
 * Returns a page of the participants who meet all criteria, in the requested order, and the total numbers of active and
 * of inactive ones, even if only one status is requested.
 */
export async function search(
  db: Db,
  { search: text, mailboxOnly, day, coach, location, endOfQualification, inactive, order, limit, offset }: Criteria,
): Promise<{ rows: HitRow[]; activeCount: number; inactiveCount: number }> {
  // A name matches few people, so each of them is checked. With a day, the appointments of that day are read first.
  const appointmentCondition = text && coach !== null && !day ? isOwn(coach) : hasAppointment({ coach, day });
  const conditions = [
    sql`p.anonymised_at IS NULL`,
    ...(text ? [matchesPerson(text, { mailbox: mailboxOnly })] : []),
    ...(day || coach !== null ? [appointmentCondition] : []),
  ];
  const participantConditions = [
    sql`t.person_id = p.id`,
    ...(location === null ? [] : [sql`t.location_id = ${location}::bigint`]),
    ...(endOfQualification.from ? [sql`t.qualification_end >= ${endOfQualification.from}`] : []),
    ...(endOfQualification.till ? [sql`t.qualification_end <= ${endOfQualification.till}`] : []),
  ];
  // The search for appointments finds only participants, so their existence need not be checked again.
  if (participantConditions.length > 1 || (!day && coach === null))
    conditions.push(sql`EXISTS (SELECT FROM participant t WHERE ${sql.join(participantConditions, sql` AND `)})`);
  const needsProfile = ordersWithProfile.includes(order);
  const people = needsProfile
    ? sql`person p JOIN participant sorted_t ON sorted_t.person_id = p.id JOIN location sorted_l ON sorted_l.id = sorted_t.location_id`
    : sql`person p`;
  const hits = sql`FROM ${people} WHERE ${sql.join(conditions, sql` AND `)}`;
  // The search takes most of the time, so the counts and the page share its result. Without text, day and coach an
  // index returns the page in order, and only the counts read every person.
  const materialized = text || day || coach !== null ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`;
  const { rows } = await sql<(HitRow | { id: null }) & { activeCount: number; inactiveCount: number }>`
    WITH hit AS ${materialized} (
      SELECT p.id, p.first_name, p.last_name, p.inactive_at IS NOT NULL AS inactive,
        ${needsProfile ? sql`sorted_l.label AS place, sorted_t.qualification_end,` : sql``}
        ${text ? relevance(text) : sql`0`} AS relevance ${hits}
    ), counted AS (
      SELECT count(*) FILTER (WHERE NOT inactive)::int AS "activeCount",
        count(*) FILTER (WHERE inactive)::int AS "inactiveCount"
      FROM hit
    ), page AS (
      SELECT * FROM hit AS page WHERE ${inactive === null ? sql`true` : sql`inactive = ${inactive}`}
      ORDER BY ${orders[order]} LIMIT ${limit} OFFSET ${offset}
    )
    SELECT counted.*, p.id, p.full_name AS "fullName", ${participantDataColumns}, page.inactive,
      p.confirmed_at IS NOT NULL AS confirmed, ${isStaff} AS "isStaff"
    FROM counted LEFT JOIN (
      page JOIN person p ON p.id = page.id JOIN participant t ON t.person_id = p.id
      JOIN location l ON l.id = t.location_id
    ) ON true
    ORDER BY ${orders[order]}
  `.execute(db);
  // If the page is empty, there is one row with only the counts.
  const counts = rows[0];
  return {
    rows: rows.filter((row) => row.id !== null),
    activeCount: counts?.activeCount ?? 0,
    inactiveCount: counts?.inactiveCount ?? 0,
  };
}

/** Returns participants' booked, missed and cancelled appointments, newest first; rescheduled ones at the new time. */
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
      attendedSql.as('attended'),
      sql<boolean>`a.quota_number IS NOT NULL`.as('isInQuota'),
      'c.full_name as coach',
    ])
    .where('a.participant_id', 'in', participants)
    .where('a.cancel_kind', 'is distinct from', 'rescheduled')
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
}

/** The facts and data of a participant's account for an admin's actions. */
export interface AccountRow extends AccountFacts, ParticipantData {
  anonymised: boolean;
}

/**
 * Locks and returns the account of a participant; null for an unknown id. The caller must have called
 * `lockParticipant` before.
 */
export async function lockAccount(tx: Tx, id: number): Promise<AccountRow | null> {
  // Not FOR UPDATE, so that inserting a row that refers to this person need not wait.
  const { rows } = await sql<AccountRow>`
    SELECT ${participantDataColumns}, p.inactive_at IS NOT NULL AS inactive, p.confirmed_at IS NOT NULL AS confirmed,
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

/** Returns the ids of a participant's booked appointments that have not begun, ordered by coach. */
export async function listUpcomingBookings(tx: Tx, clock: Clock, participant: number): Promise<number[]> {
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

/** The changed data of a participant; the location must exist. */
interface ChangedData extends Profile {
  locationId: number;
}

/** Updates the data of a participant; the constraint refuses another person's e-mail address. */
export function updateParticipantData(tx: Tx, id: number, data: ChangedData) {
  return catchViolation({ person_email_once: 'emailAlreadyExists' as const }, async () => {
    await tx
      .updateTable('participant')
      .set({ ...profileValues('participant', data), location_id: data.locationId })
      .where('person_id', '=', id)
      .execute();
    await tx.updateTable('person').set(profileValues('person', data)).where('id', '=', id).execute();
  });
}

/**
 * Deletes a person's personal data and texts, except for mails, and returns the keys of their documents in the store.
 * Appointments and stars stay. The caller must have locked the person.
 */
export async function erasePersonalData(tx: Tx, clock: Clock, id: number): Promise<string[]> {
  const documents = await tx
    .deleteFrom('document')
    .where('participant_id', '=', id)
    .returning('store_key as key')
    .execute();
  for (const table of tablesDeletedWithPerson)
    await sql`DELETE FROM ${sql.table(table)} WHERE person_id = ${id}`.execute(tx);
  await eraseFromImports(tx, id);
  await sql`
    UPDATE rating SET ${clearedFreeText}
    FROM appointment a WHERE a.id = rating.appointment_id AND a.participant_id = ${id}
  `.execute(tx);
  await tx
    .updateTable('appointment')
    .set({ cancel_reason: null, booking_note: null })
    .where('participant_id', '=', id)
    .execute();
  await tx
    .updateTable('participant')
    .set({ ...erasedValues('participant'), location_id: null })
    .where('person_id', '=', id)
    .execute();
  await tx
    .updateTable('person')
    .set({
      ...erasedValues('person'),
      gender: 'd',
      password_hash: null,
      signed_in_on: null,
      anonymised_at: now(clock),
    })
    .where('id', '=', id)
    .execute();
  return documents.map(({ key }) => key);
}
