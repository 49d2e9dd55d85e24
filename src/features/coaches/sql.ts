import { sql } from 'kysely';
import { now, catchViolation, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { roles } from '../../shared/roles.ts';
import { isBoundSql } from '../single-sign-on/exports.ts';
import type { Coach, AnalyticsAppointment } from './contract.ts';

/** A coach as stored; the version is computed from it. */
export type CoachRow = Omit<Coach, 'version'>;

/** The columns of a coach that an admin edits. */
type EditedColumns = Omit<CoachRow, 'singleSignOn'>;

/** Returns the coaches who can be chosen, in order of id. */
export function listActiveCoaches(db: Db) {
  return db
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select(['p.id', 'p.first_name as firstName', 'p.last_name as lastName'])
    .where('c.active', '=', true)
    .where('p.role_id', '=', roles.coach.value)
    .where('p.inactive_at', 'is', null)
    .orderBy('p.id')
    .execute();
}

/** Returns a query for all coaches, active or not, except admins with a coach profile. */
const selectCoaches = (db: Db | Tx) =>
  db
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select([
      'p.id',
      'p.first_name as firstName',
      'p.last_name as lastName',
      sql<string>`coalesce(p.email, '')`.as('email'),
      'c.teams_link as teamsLink',
      'c.active',
      'c.speed_coach as speedCoach',
      sql<Coach['gender']>`p.gender`.as('gender'),
      sql<Coach['state']>`c.state`.as('state'),
      isBoundSql.as('singleSignOn'),
    ])
    .where('p.role_id', '=', roles.coach.value)
    .where('p.anonymised_at', 'is', null);

/** Returns all coaches by last name, then first name, in German order. */
export function listCoaches(db: Db): Promise<CoachRow[]> {
  return selectCoaches(db)
    .orderBy(sql`p.last_name COLLATE "de-x-icu"`)
    .orderBy(sql`p.first_name COLLATE "de-x-icu"`)
    .orderBy('p.id')
    .execute();
}

/**
 * Locks a coach's calendar and returns the coach; null for an unknown id. Until the transaction ends, no appointment is
 * added to the calendar, because adding one locks its coach. `usesLocks` is false only in tests, which show what
 * happens without the lock.
 */
export async function lockCoach(tx: Tx, id: number, usesLocks: boolean): Promise<CoachRow | null> {
  // The person's row is not locked here, because a booking locks it to mail the coach: the two transactions could wait
  // for each other.
  if (usesLocks) await tx.selectFrom('coach').select('person_id').where('person_id', '=', id).forUpdate().execute();
  // A separate statement, so that it sees changes to the person's row that were made while waiting for the lock.
  return (await selectCoaches(tx).where('p.id', '=', id).executeTakeFirst()) ?? null;
}

/** Whether a person is one of the coaches. */
export async function isCoach(db: Db, id: number): Promise<boolean> {
  return (await selectCoaches(db).where('p.id', '=', id).executeTakeFirst()) !== undefined;
}

const hasNotEnded = (clock: Clock) => sql<boolean>`ends_at > ${now(clock)}`;

/**
 * Locks a coach's free appointments that are not over, in order of id; waits for bookings of them that are under way.
 */
export async function lockFreeAppointments(tx: Tx, clock: Clock, coach: number): Promise<void> {
  await tx
    .selectFrom('appointment')
    .select('id')
    .where('coach_id', '=', coach)
    .where('status', '=', 'F')
    .where(hasNotEnded(clock))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether a coach has booked appointments that are not over. */
export async function hasBookings(tx: Tx, clock: Clock, coach: number): Promise<boolean> {
  const row = await tx
    .selectFrom('appointment')
    .select('id')
    .where('coach_id', '=', coach)
    .where('status', '=', 'G')
    .where(hasNotEnded(clock))
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a coach's free appointments that are not over. */
export async function deleteFreeAppointments(tx: Tx, clock: Clock, coach: number): Promise<void> {
  await tx
    .deleteFrom('appointment')
    .where('coach_id', '=', coach)
    .where('status', '=', 'F')
    .where(hasNotEnded(clock))
    .execute();
}

/** Sets a coach active or inactive. */
export async function setActive(tx: Tx, coach: number, active: boolean): Promise<void> {
  await tx.updateTable('coach').set({ active }).where('person_id', '=', coach).execute();
}

/** Updates a coach's person and profile; the constraint refuses another person's e-mail. */
export function updateCoach(tx: Tx, { id, ...coach }: EditedColumns) {
  return catchViolation({ person_email_once: 'emailAlreadyExists' as const }, async () => {
    await updatePerson(tx, id, coach);
    await tx
      .updateTable('coach')
      .set({
        teams_link: coach.teamsLink,
        speed_coach: coach.speedCoach,
        active: coach.active,
        state: coach.state,
      })
      .where('person_id', '=', id)
      .execute();
  });
}

/** Makes a person a coach; the constraints refuse another person's e-mail, and a person who is a coach already. */
export function insertCoach(tx: Tx, { id, ...coach }: Omit<EditedColumns, 'active' | 'speedCoach' | 'state'>) {
  return catchViolation(
    { person_email_once: 'emailAlreadyExists' as const, coach_pkey: 'alreadyCoach' as const },
    async () => {
      await updatePerson(tx, id, coach);
      await tx.updateTable('person').set({ role_id: roles.coach.value }).where('id', '=', id).execute();
      await tx.insertInto('coach').values({ person_id: id, teams_link: coach.teamsLink }).execute();
    },
  );
}

async function updatePerson(tx: Tx, id: number, person: Pick<CoachRow, 'firstName' | 'lastName' | 'email' | 'gender'>) {
  await tx
    .updateTable('person')
    .set({
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      gender: person.gender,
    })
    .where('id', '=', id)
    .execute();
}

/** The facts about a person that decide whether they can become a coach. */
export interface Candidate {
  roleId: number | null;
  email: string;
  active: boolean;
  /** Whether the person has, as a participant, booked appointments that are not over. */
  hasBookings: boolean;
}

/** Returns the facts about a candidate; null for an unknown or anonymised person. */
export async function findCandidate(db: Db | Tx, clock: Clock, id: number): Promise<Candidate | null> {
  const row = await db
    .selectFrom('person as p')
    .select([
      'p.role_id as roleId',
      sql<string>`coalesce(p.email, '')`.as('email'),
      sql<boolean>`p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL`.as('active'),
      sql<boolean>`EXISTS (
        SELECT FROM appointment WHERE participant_id = p.id AND status = 'G' AND ${hasNotEnded(clock)}
      )`.as('hasBookings'),
    ])
    .where('p.id', '=', id)
    .where('p.anonymised_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** A stored appointment of a coach; `participant` is null if it is free. */
export interface AppointmentRow {
  status: AnalyticsAppointment['status'];
  /** Whether it is a booking that was moved to another slot. */
  isRescheduled: boolean;
  startsAt: Date;
  endsAt: Date;
  participant: number | null;
}

/** Returns a coach's appointments of every status that start in [from, till), in order of start. */
export function listAppointments(db: Db, coach: number, from: Date, till: Date): Promise<AppointmentRow[]> {
  return db
    .selectFrom('appointment')
    .select([
      sql<AppointmentRow['status']>`status`.as('status'),
      sql<boolean>`cancel_kind IS NOT DISTINCT FROM 'rescheduled'`.as('isRescheduled'),
      'starts_at as startsAt',
      'ends_at as endsAt',
      'participant_id as participant',
    ])
    .where('coach_id', '=', coach)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', till)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
}

/**
 * Returns the names and contact details of people by id. This is a separate query, because with a join in
 * `listAppointments` the database would read every person, even for the appointments of one coach.
 */
export async function findPeople(db: Db, ids: readonly number[]) {
  const { rows } = await sql<Pick<AnalyticsAppointment, 'firstName' | 'lastName' | 'phone' | 'email'> & { id: number }>`
    SELECT id, first_name AS "firstName", last_name AS "lastName", phone, coalesce(email, '') AS email
    FROM person WHERE id = ANY(${ids}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}
