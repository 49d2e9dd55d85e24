import { sql, type RawBuilder } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../../platform/database/db.ts';

/** Returns a query for a person's unexpired one-time password with this hash. */
export function selectTemporaryPassword(db: Db | Tx, clock: Clock, person: RawBuilder<number>, hash: string) {
  return db
    .selectFrom('credential')
    .select('id')
    .where('person_id', '=', person)
    .where('kind', '=', 'temporaryPassword')
    .where('hash', '=', hash)
    .where('expires_at', '>', now(clock));
}

/**
 * Stores the hash of a person's password (null for no password), and whether the password must be changed at the next
 * login. Trusted devices are removed, since another person may have signed in there with the old password.
 */
export async function setPassword(tx: Tx, id: number, hash: string | null, mustChange: boolean): Promise<void> {
  await deleteCredentials(tx, id, 'knownDevice');
  await tx
    .updateTable('person')
    .set({ password_hash: hash, must_change_password: mustChange, password_expires_at: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the facts that decide whether a person may choose a password. `wasOneTimePassword` is whether the password
 * with this SHA-256 was one of the person's one-time passwords.
 */
export async function loadPasswordFacts(db: Db, id: number, sha256: string) {
  return db
    .selectFrom('person as p')
    .select([
      'p.first_name as firstName',
      'p.last_name as lastName',
      sql<string>`coalesce(p.email, '')`.as('email'),
      'p.password_hash as passwordHash',
      sql<boolean>`EXISTS (
        SELECT FROM credential WHERE person_id = p.id AND kind = 'usedPassword' AND hash = ${sha256}
      )`.as('wasOneTimePassword'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Replaces a password's hash with one that uses the current parameters. */
export async function updatePasswordHash(tx: Tx, id: number, hash: string): Promise<void> {
  await tx.updateTable('person').set({ password_hash: hash }).where('id', '=', id).execute();
}

/** Stores this hash as a person's only one-time password, valid for 24 hours. */
export async function replaceTemporaryPassword(tx: Tx, clock: Clock, person: number, hash: string): Promise<void> {
  await deleteCredentials(tx, person, 'temporaryPassword');
  await tx
    .insertInto('credential')
    .values({
      person_id: person,
      kind: 'temporaryPassword',
      hash,
      expires_at: sql`${now(clock)} + interval '24 hours'`,
    })
    .execute();
}

/**
 * Uses up an unexpired one-time password. Returns true for exactly one caller, and false if there is no such password.
 * The person's other one-time passwords become invalid, too. All hashes are kept until a new password is chosen.
 */
export async function consumeTemporaryPassword(tx: Tx, clock: Clock, person: number, hash: string): Promise<boolean> {
  const matchingCredential = await selectTemporaryPassword(tx, clock, sql.val(person), hash).executeTakeFirst();
  if (!matchingCredential) return false;
  await tx
    .updateTable('credential')
    .set({ kind: 'usedPassword', expires_at: sql`${now(clock)} + interval '1 year'` })
    .where('person_id', '=', person)
    .where('kind', '=', 'temporaryPassword')
    .execute();
  return true;
}

/** Deletes all of a person's credentials of one kind. */
export async function deleteCredentials(
  tx: Tx,
  person: number,
  kind: 'confirmation' | 'temporaryPassword' | 'usedPassword' | 'knownDevice',
) {
  await tx.deleteFrom('credential').where('person_id', '=', person).where('kind', '=', kind).execute();
}

/** Stores the hash of a password that an admin hands out; the person has three days to choose their own. */
export async function setPasswordFromAdmin(tx: Tx, clock: Clock, id: number, hash: string): Promise<void> {
  await setPassword(tx, id, hash, true);
  await tx
    .updateTable('person')
    .set({ password_expires_at: sql`${now(clock)} + interval '3 days'` })
    .where('id', '=', id)
    .execute();
}
