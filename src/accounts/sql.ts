import { sql, type RawBuilder } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../server/db.ts';
import { lacksSecondFactor } from '../server/session.ts';
import type { Portal } from '../server/portal-file.ts';
import { roles } from '../shared/roles.ts';
import type { User } from './contract.ts';

/** What the login decides from; null for an unknown e-mail. */
export interface Account {
  id: number;
  passwordHash: string | null;
  confirmed: boolean;
  active: boolean;
  /** Signs in with a code beside the password. */
  secondFactor: boolean;
}

/**
 * The account behind an e-mail, without regard to case, whether its password has lapsed, and whether `hash` is that of
 * one of its unexpired one-time passwords: asked together, so that no attempt to sign in takes a statement more than another.
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

/** Locks an account for the rest of the transaction and answers what it is now; null where there is none. */
export async function lockAccount(tx: Tx, id: number): Promise<Account | null> {
  // Two statements: what changed in the coach's row while the lock was waited for is seen by the second one alone.
  if (!(await lockPerson(tx, id))) return null;
  const found = await accounts(tx).where('p.id', '=', id).executeTakeFirst();
  return found ?? null;
}

/**
 * Whether a signed-in person still is one who may sign in. They stay so until the transaction ends: whoever puts them out
 * of service waits, and then finds what this transaction has written. `locks` false is for tests.
 */
export async function staysActive(tx: Tx, id: number, locks = true): Promise<boolean> {
  if (!locks) return true;
  return (await lockAccount(tx, id))?.active ?? false;
}

function accounts(db: Db | Tx) {
  return db
    .selectFrom('person as p')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select([
      'p.id',
      'p.password_hash as passwordHash',
      sql<boolean>`p.confirmed_at IS NOT NULL`.as('confirmed'),
      sql<boolean>`p.inactive_at IS NULL AND (p.role_id IS DISTINCT FROM 2 OR coalesce(c.active, true))`.as('active'),
      sql<boolean>`EXISTS (
        SELECT FROM second_factor f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL
      )`.as('secondFactor'),
    ]);
}

/** Locks a person for the rest of the transaction; false where there is none. */
export async function lockPerson(tx: Tx, id: number): Promise<boolean> {
  const found = await tx.selectFrom('person').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return found !== undefined;
}

/**
 * Locks a participant for the rest of the transaction, always before any of their appointments or documents; false
 * where there is none, or one who was anonymised. `locks` false is for tests that show what happens without.
 */
export async function lockParticipant(tx: Tx, id: number, locks = true): Promise<boolean> {
  const query = tx
    .selectFrom('participant')
    .select('person_id')
    .where('person_id', '=', id)
    // Erasing takes the location away, and only in the locked row itself is that seen by those who waited for it.
    .where('location_id', 'is not', null);
  const found = await (locks ? query.forUpdate() : query).executeTakeFirst();
  return found !== undefined;
}

/** Whether somebody has a participant's record that was not erased. */
export async function participantExists(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('participant')
    .select('person_id')
    .where('person_id', '=', id)
    .where('location_id', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether a participant is confirmed, active and has not become a coach; to be asked after the lock, for the answer may
 * change while one waits.
 */
export async function isActive(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .where('inactive_at', 'is', null)
    .where('role_id', 'is distinct from', roles.coach.value)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The user of the contract for a person; fields that the role lacks are ''. `secondFactor` is what the provider wants of
 * staff.
 */
export async function loadUser(db: Db | Tx, { secondFactor }: Portal, id: number, sessionId: string): Promise<User> {
  const p = await db
    .selectFrom('person as p')
    .leftJoin('role as r', 'r.id', 'p.role_id')
    .leftJoin('participant as t', 't.person_id', 'p.id')
    .leftJoin('location as l', 'l.id', 't.location_id')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select([
      'p.first_name as firstName',
      'p.last_name as lastName',
      'p.gender',
      'p.email',
      'p.phone',
      'p.must_change_password as resetPassword',
      sql<boolean>`p.password_hash IS NULL AND NOT EXISTS (
        SELECT FROM credential WHERE person_id = p.id AND kind = 'usedPassword'
      )`.as('firstPassword'),
      'r.id as roleId',
      'r.label as roleLabel',
      't.qualification',
      't.qualification_start as start',
      't.qualification_end as end',
      'l.id as locationId',
      'l.label as locationLabel',
      'c.speed_coach as speedCoach',
      sql<boolean>`${sql.raw(lacksSecondFactor('p.id', 'p.role_id', secondFactor))}`.as('mustSetUpSecondFactor'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    sessionId,
    firstName: p.firstName,
    lastName: p.lastName,
    gender: p.gender as User['gender'],
    role: { label: p.roleLabel ?? '', value: p.roleId },
    qualification: p.qualification ?? '',
    startOfQualification: p.start ?? '',
    endOfQualification: p.end ?? '',
    location: { label: p.locationLabel ?? '', value: p.locationId },
    email: p.email ?? '',
    phoneNumber: p.phone,
    resetPassword: p.resetPassword,
    firstPassword: p.firstPassword,
    isSpeedCoach: p.speedCoach ?? false,
    mustSetUpSecondFactor: p.mustSetUpSecondFactor,
  };
}

/**
 * Stores a password's hash and whether another one has to be chosen at the next login. Whoever signed in with the old one
 * is a stranger again on every device.
 */
export async function setPassword(tx: Tx, id: number, hash: string | null, mustChange: boolean): Promise<void> {
  await dropCredentials(tx, id, 'knownDevice');
  await tx
    .updateTable('person')
    .set({ password_hash: hash, must_change_password: mustChange, password_expires_at: null })
    .where('id', '=', id)
    .execute();
}

/** Stores the hash of a password that an admin passes on: good for three days, over a weekend, to choose an own one. */
export async function setGivenPassword(tx: Tx, clock: Clock, id: number, hash: string): Promise<void> {
  await setPassword(tx, id, hash, true);
  await tx
    .updateTable('person')
    .set({ password_expires_at: sql`${now(clock)} + interval '3 days'` })
    .where('id', '=', id)
    .execute();
}

/** What decides whether a person may choose a password; `used`: a one-time password of theirs has this SHA-256. */
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

/** Replaces the hash of a password by one of the same password with today's parameters. */
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
 * Uses up an unexpired one-time password: true for exactly one caller, and all others of the person end with it. Their
 * hashes stay until a new password is chosen.
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

/** The person whom an unexpired confirmation token belongs to, locked; null for an unknown or expired one. */
export async function personOfToken(tx: Tx, clock: Clock, hash: string): Promise<number | null> {
  const found = await tx
    .selectFrom('credential as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select('p.id')
    .where('c.kind', '=', 'confirmation')
    .where('c.hash', '=', hash)
    .where('c.expires_at', '>', now(clock))
    .where('p.inactive_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Ends all credentials of a kind. */
export async function dropCredentials(
  tx: Tx,
  person: number,
  kind: 'confirmation' | 'temporaryPassword' | 'usedPassword' | 'knownDevice',
) {
  await tx.deleteFrom('credential').where('person_id', '=', person).where('kind', '=', kind).execute();
}

/** Marks an account as confirmed; its owner chooses a password next. */
export async function confirm(tx: Tx, clock: Clock, person: number): Promise<void> {
  await tx
    .updateTable('person')
    .set({ confirmed_at: now(clock), must_change_password: true })
    .where('id', '=', person)
    .execute();
}

/** A registration that keeps the rules. Dates `yyyy-mm-dd`, phone digits only. */
export interface NewParticipant {
  gender: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  qualification: string;
  start: string;
  end: string;
  location: number;
}

/** Whether a location exists. */
export async function locationExists(db: Db | Tx, id: number): Promise<boolean> {
  // Ids are 32 bit there: a larger number is an unknown location, not a fault.
  const found = await db
    .selectFrom('location')
    .select('id')
    .where(sql`id::bigint`, '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Creates an unconfirmed participant, or replaces the data of one with the same e-mail that is still unconfirmed, and
 * answers the person's id; null where a confirmed account has the e-mail.
 */
export async function saveRegistration(tx: Tx, data: NewParticipant): Promise<number | null> {
  const person = {
    first_name: data.firstName,
    last_name: data.lastName,
    gender: data.gender,
    phone: data.phone,
    email: data.email,
  };
  const saved = await tx
    .insertInto('person')
    .values({ ...person, role_id: 1 })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .doUpdateSet(person)
        .where('person.confirmed_at', 'is', null)
        .where('person.inactive_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (!saved) return null;
  const profile = {
    qualification: data.qualification,
    qualification_start: data.start,
    qualification_end: data.end,
    location_id: data.location,
  };
  await tx
    .insertInto('participant')
    .values({ ...profile, person_id: saved.id })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(profile))
    .execute();
  return saved.id;
}

/** Locks all admins for the rest of the transaction, in order of id. */
export function lockAdmins(tx: Tx) {
  return tx
    .selectFrom('person')
    .select(['id', 'email', sql<boolean>`inactive_at IS NULL`.as('active')])
    .where('role_id', '=', roles.admin.value)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** All admins in order of e-mail, without regard to case. */
export function admins(db: Db) {
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
    .orderBy(sql`lower(email)`)
    .execute();
}

/** Adds a confirmed person with admin rights; one whose e-mail is known is locked instead and told as `known`. */
export async function lockOrAddAdmin(
  tx: Tx,
  clock: Clock,
  admin: { email: string; firstName: string; lastName: string; gender: string },
): Promise<{ id: number; known: { roleId: number | null; active: boolean; hasPassword: boolean } | null }> {
  const added = await tx
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
  if (added) return { id: added.id, known: null };
  const { id, ...known } = await tx
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
  return { id, known };
}
