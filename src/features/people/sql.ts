import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import { roles } from '../../shared/roles.ts';

/**
 * SQL: whether the person `p`, with the person's row `c` in the table `coach` if there is one, may use their account.
 */
export const hasAccess = sql<boolean>`p.inactive_at IS NULL
  AND (p.role_id IS DISTINCT FROM ${sql.lit(roles.coach.value)} OR coalesce(c.active, true))`;

/**
 * Locks a signed-in person, and returns whether they may still use their account. The result stays true until the
 * transaction ends: a call that deactivates the person waits for this transaction, and then sees its changes.
 * `shouldLock` is false only in tests.
 */
export async function lockActivePerson(tx: Tx, id: number, shouldLock = true): Promise<boolean> {
  if (!shouldLock) return true;
  // Uses two statements, since only the second one sees changes to the coach's row made while waiting for the lock.
  if (!(await lockPerson(tx, id))) return false;
  const person = await tx
    .selectFrom('person as p')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select(hasAccess.as('active'))
    .where('p.id', '=', id)
    .executeTakeFirst();
  return person?.active ?? false;
}

/** Locks a person for the rest of the transaction; returns false if the person does not exist. */
export async function lockPerson(tx: Tx, id: number): Promise<boolean> {
  const person = await tx.selectFrom('person').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return person !== undefined;
}

/**
 * Locks a participant for the rest of the transaction; returns false if the participant does not exist or was
 * anonymised. Must be called before any of the participant's appointments or documents are locked.
 * `shouldLock` is false only in tests.
 */
export async function lockParticipant(tx: Tx, id: number, shouldLock = true): Promise<boolean> {
  const query = tx
    .selectFrom('participant')
    .select('person_id')
    .where('person_id', '=', id)
    // Anonymising clears the location. After waiting for the lock, only the locked row shows whether that has happened.
    .where('location_id', 'is not', null);
  const participant = await (shouldLock ? query.forUpdate() : query).executeTakeFirst();
  return participant !== undefined;
}

/** Whether a person is a participant who is not anonymised. */
export async function participantExists(db: Db, id: number): Promise<boolean> {
  const participant = await db
    .selectFrom('participant')
    .select('person_id')
    .where('person_id', '=', id)
    .where('location_id', 'is not', null)
    .executeTakeFirst();
  return participant !== undefined;
}

/** SQL: whether the participant `p` is confirmed, active and has not become a coach. */
export const activeParticipantCondition = `p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL
  AND p.role_id IS DISTINCT FROM ${roles.coach.value}`;

/**
 * Whether a participant is confirmed, active and has not become a coach. Must be called after the participant is
 * locked, since the result may change while waiting for the lock.
 */
export async function isParticipantActive(tx: Tx, id: number): Promise<boolean> {
  const person = await tx
    .selectFrom('person as p')
    .select('p.id')
    .where('p.id', '=', id)
    .where(sql.raw<boolean>(activeParticipantCondition))
    .executeTakeFirst();
  return person !== undefined;
}

/** Whether a location exists. */
export async function locationExists(db: Db | Tx, id: number): Promise<boolean> {
  // Ids of locations have 32 bits; compared as 64 bits, a larger number is an unknown location instead of an error.
  const location = await db
    .selectFrom('location')
    .select('id')
    .where(sql`id::bigint`, '=', id)
    .executeTakeFirst();
  return location !== undefined;
}

/** Whether a person has a coach profile; some admins also have one. */
export async function hasCoachProfile(db: Db, id: number): Promise<boolean> {
  const coach = await db.selectFrom('coach').select('person_id').where('person_id', '=', id).executeTakeFirst();
  return coach !== undefined;
}

/** The ids of all admins whose accounts are active. */
export async function listActiveAdminIds(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('person')
    .select('id')
    .where('role_id', '=', roles.admin.value)
    .where('inactive_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
