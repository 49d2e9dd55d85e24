import { sql, type RawBuilder } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { profileOf } from '../../shared/profile.ts';
import type { User } from '../../shared/user.ts';
import { lacksSecondFactor } from '../sessions/exports.ts';
import { profileSelection, hasAccess, lockPerson } from '../people/exports.ts';

/** What the login decides on; null for an unknown e-mail. */
export interface Account {
  id: number;
  passwordHash: string | null;
  confirmed: boolean;
  active: boolean;
  /** Needs a code besides the password to sign in. */
  secondFactor: boolean;
}

/**
 * The account of an e-mail (ignoring case), whether its password has expired, and whether `hash` is that of one of its
 * unexpired one-time passwords. One statement, so that every attempt to sign in takes equally many.
 */
export async function findAccount(
  db: Db,
  clock: Clock,
  email: string,
  hash: string,
): Promise<(Account & { oneTime: boolean; lapsed: boolean }) | null> {
  const found = await accounts(db)
    .select(sql<boolean>`coalesce(p.password_expires_at <= ${now(clock)}, false)`.as('lapsed'))
    .select((e) => sql<boolean>`${e.exists(temporaryPassword(db, clock, sql.ref<number>('p.id'), hash))}`.as('oneTime'))
    .where(sql`lower(p.email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
  return found ?? null;
}

/** The unexpired one-time password of a person that has this hash. */
function temporaryPassword(db: Db | Tx, clock: Clock, person: RawBuilder<number>, hash: string) {
  return db
    .selectFrom('credential')
    .select('id')
    .where('person_id', '=', person)
    .where('kind', '=', 'temporaryPassword')
    .where('hash', '=', hash)
    .where('expires_at', '>', now(clock));
}

/** Locks an account for the rest of the transaction and returns its current state; null if there is none. */
export async function lockAccount(tx: Tx, id: number): Promise<Account | null> {
  // Two statements: only the second one sees changes to the coach's row that were made while waiting for the lock.
  if (!(await lockPerson(tx, id))) return null;
  const found = await accounts(tx).where('p.id', '=', id).executeTakeFirst();
  return found ?? null;
}

function accounts(db: Db | Tx) {
  return db
    .selectFrom('person as p')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select([
      'p.id',
      'p.password_hash as passwordHash',
      sql<boolean>`p.confirmed_at IS NOT NULL`.as('confirmed'),
      hasAccess.as('active'),
      sql<boolean>`EXISTS (
        SELECT FROM second_factor f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL
      )`.as('secondFactor'),
    ]);
}

/**
 * The user of the contract for a person; fields that the role does not have are ''. `secondFactor` says whether the
 * provider requires one of staff.
 */
export async function loadUser(
  db: Db | Tx,
  { secondFactor }: ProviderConfig,
  id: number,
  sessionId: string,
): Promise<User> {
  const p = await db
    .selectFrom('person as p')
    .leftJoin('role as r', 'r.id', 'p.role_id')
    .leftJoin('participant as t', 't.person_id', 'p.id')
    .leftJoin('location as l', 'l.id', 't.location_id')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select([
      'p.gender',
      'p.must_change_password as resetPassword',
      sql<boolean>`p.password_hash IS NULL AND NOT EXISTS (
        SELECT FROM credential WHERE person_id = p.id AND kind = 'usedPassword'
      )`.as('firstPassword'),
      'r.id as roleId',
      'r.label as roleLabel',
      'l.id as locationId',
      'l.label as locationLabel',
      'c.speed_coach as speedCoach',
      sql<boolean>`${sql.raw(lacksSecondFactor('p.id', 'p.role_id', secondFactor))}`.as('mustSetUpSecondFactor'),
    ])
    .select(profileSelection)
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    sessionId,
    ...profileOf(p),
    gender: p.gender as User['gender'],
    role: { label: p.roleLabel ?? '', value: p.roleId },
    location: { label: p.locationLabel ?? '', value: p.locationId },
    resetPassword: p.resetPassword,
    firstPassword: p.firstPassword,
    isSpeedCoach: p.speedCoach ?? false,
    mustSetUpSecondFactor: p.mustSetUpSecondFactor,
  };
}

/**
 * Stores a password's hash and whether it must be changed at the next login. No device is trusted any longer: whoever
 * signed in there may have used the old password.
 */
export async function setPassword(tx: Tx, id: number, hash: string | null, mustChange: boolean): Promise<void> {
  await dropCredentials(tx, id, 'knownDevice');
  await tx
    .updateTable('person')
    .set({ password_hash: hash, must_change_password: mustChange, password_expires_at: null })
    .where('id', '=', id)
    .execute();
}

/** What decides whether a person may choose a password; `used`: it was a one-time password of theirs (by SHA-256). */
export async function loadChooser(db: Db, id: number, sha256: string) {
  return db
    .selectFrom('person as p')
    .select([
      'p.first_name as firstName',
      'p.last_name as lastName',
      sql<string>`coalesce(p.email, '')`.as('email'),
      'p.password_hash as passwordHash',
      sql<boolean>`EXISTS (
        SELECT FROM credential WHERE person_id = p.id AND kind = 'usedPassword' AND hash = ${sha256}
      )`.as('used'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Replaces a password's hash by one with today's parameters. */
export async function renewHash(tx: Tx, id: number, hash: string): Promise<void> {
  await tx.updateTable('person').set({ password_hash: hash }).where('id', '=', id).execute();
}

/** Makes this the only one-time password of a person, for 24 hours. */
export async function replaceTemporaryPassword(tx: Tx, clock: Clock, person: number, hash: string): Promise<void> {
  await dropCredentials(tx, person, 'temporaryPassword');
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
 * Uses up an unexpired one-time password: true for exactly one caller. All others of the person end with it; their
 * hashes are kept until a new password is chosen.
 */
export async function useTemporaryPassword(tx: Tx, clock: Clock, person: number, hash: string): Promise<boolean> {
  const matching = await temporaryPassword(tx, clock, sql.val(person), hash).executeTakeFirst();
  if (!matching) return false;
  await tx
    .updateTable('credential')
    .set({ kind: 'usedPassword', expires_at: sql`${now(clock)} + interval '1 year'` })
    .where('person_id', '=', person)
    .where('kind', '=', 'temporaryPassword')
    .execute();
  return true;
}

/** Ends all credentials of a kind. */
export async function dropCredentials(
  tx: Tx,
  person: number,
  kind: 'confirmation' | 'temporaryPassword' | 'usedPassword' | 'knownDevice',
) {
  await tx.deleteFrom('credential').where('person_id', '=', person).where('kind', '=', kind).execute();
}

/** Stores the hash of a password that an admin hands out; it is valid for three days, to choose one's own. */
export async function setGivenPassword(tx: Tx, clock: Clock, id: number, hash: string): Promise<void> {
  await setPassword(tx, id, hash, true);
  await tx
    .updateTable('person')
    .set({ password_expires_at: sql`${now(clock)} + interval '3 days'` })
    .where('id', '=', id)
    .execute();
}
