import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../../platform/database/db.ts';
import { roles } from '../../../shared/roles.ts';

/** Locks and returns all admins, in the order of their ids. */
export function lockAdmins(tx: Tx) {
  return tx
    .selectFrom('person')
    .select(['id', 'email', sql<boolean>`inactive_at IS NULL`.as('active')])
    .where('role_id', '=', roles.admin.value)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Returns all admins, sorted by e-mail (ignoring case). */
export function listAdmins(db: Db) {
  return db
    .selectFrom('person')
    .select([
      sql<string>`coalesce(email, '')`.as('email'),
      'first_name as firstName',
      'last_name as lastName',
      sql<boolean>`inactive_at IS NULL`.as('active'),
      sql<boolean>`password_hash IS NOT NULL`.as('hasPassword'),
      'created_at as createdAt',
    ])
    .where('role_id', '=', roles.admin.value)
    .where('anonymised_at', 'is', null)
    .orderBy(sql`lower(email)`)
    .execute();
}

/**
 * Adds a confirmed admin and returns their id. If a person already has the e-mail, locks that person instead, and
 * returns them as `existingPerson`.
 */
export async function lockOrInsertAdmin(
  tx: Tx,
  clock: Clock,
  admin: { email: string; firstName: string; lastName: string; gender: string },
): Promise<{ id: number; existingPerson: { roleId: number | null; active: boolean; hasPassword: boolean } | null }> {
  const insertedPerson = await tx
    .insertInto('person')
    .values({
      role_id: roles.admin.value,
      email: admin.email,
      first_name: admin.firstName,
      last_name: admin.lastName,
      gender: admin.gender,
      confirmed_at: now(clock),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (insertedPerson) return { id: insertedPerson.id, existingPerson: null };
  const { id, ...existingPerson } = await tx
    .selectFrom('person')
    .select([
      'id',
      'role_id as roleId',
      sql<boolean>`inactive_at IS NULL`.as('active'),
      sql<boolean>`password_hash IS NOT NULL`.as('hasPassword'),
    ])
    .where(sql`lower(email)`, '=', sql`lower(${admin.email})`)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { id, existingPerson };
}

/** Enables an admin's disabled account. */
export async function enableAccount(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('person').set({ inactive_at: null }).where('id', '=', id).execute();
}

/** Disables an admin's account and deletes its password. */
export async function disableAccount(tx: Tx, clock: Clock, id: number): Promise<void> {
  await tx
    .updateTable('person')
    .set({ inactive_at: now(clock), password_hash: null })
    .where('id', '=', id)
    .execute();
}
