import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { roles } from '../../shared/roles.ts';
import { hasAccess } from '../people/exports.ts';
import { attemptMinutes, codeSeconds } from './rules.ts';

/** Stores an attempt to sign in, for ten minutes, as hashes of its state and of the browser's secret. */
export async function insertAttempt(
  db: Db,
  clock: Clock,
  attempt: { stateHash: Buffer; browserHash: Buffer; target: string },
): Promise<void> {
  await db
    .insertInto('single_sign_on_attempt')
    .values({
      state_hash: attempt.stateHash,
      browser_hash: attempt.browserHash,
      target: attempt.target,
      expires_at: sql`${now(clock)} + ${attemptMinutes} * interval '1 minute'`,
    })
    .execute();
}

/**
 * Uses up an attempt and returns the path of the page to go to, for exactly one caller. Null if there is no such
 * attempt of this browser, or it has expired. The attempt of another browser stays.
 */
export async function consumeAttempt(
  db: Db,
  clock: Clock,
  stateHash: Buffer,
  browserHash: Buffer,
): Promise<string | null> {
  const attempt = await db
    .deleteFrom('single_sign_on_attempt')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .returning(['target', sql<boolean>`expires_at > ${now(clock)}`.as('isValid')])
    .executeTakeFirst();
  return attempt?.isValid ? attempt.target : null;
}

/** Stores the hash of a code with which this browser may open a session of a person within a minute. */
export async function insertCode(
  tx: Tx,
  clock: Clock,
  code: { codeHash: Buffer; browserHash: Buffer; person: number },
): Promise<void> {
  await tx
    .insertInto('single_sign_on_code')
    .values({
      code_hash: code.codeHash,
      browser_hash: code.browserHash,
      person_id: code.person,
      expires_at: sql`${now(clock)} + ${codeSeconds} * interval '1 second'`,
    })
    .execute();
}

/**
 * Uses up a code, in whichever browser. Returns its person for exactly one caller; `isValid` is false if the code has
 * expired or is another browser's. Null if there is no such code.
 */
export async function consumeCode(db: Db, clock: Clock, codeHash: Buffer, browserHash: Buffer) {
  const code = await db
    .deleteFrom('single_sign_on_code')
    .where('code_hash', '=', codeHash)
    .returning([
      'person_id as person',
      sql<boolean>`expires_at > ${now(clock)} AND browser_hash = ${browserHash}`.as('isValid'),
    ])
    .executeTakeFirst();
  return code ?? null;
}

/** Deletes the attempts and codes that nobody has used in time. */
export async function deleteExpiredAttempts(db: Db, clock: Clock): Promise<void> {
  await db.deleteFrom('single_sign_on_attempt').where('expires_at', '<=', now(clock)).execute();
  await db.deleteFrom('single_sign_on_code').where('expires_at', '<=', now(clock)).execute();
}

/** Deletes the codes with which a person could still open sessions. The caller must have locked the person. */
export async function deleteCodes(tx: Tx, person: number): Promise<void> {
  await tx.deleteFrom('single_sign_on_code').where('person_id', '=', person).execute();
}

/** Returns the id of the person who is bound to an account at an identity provider; null if nobody is. */
export async function findBoundPerson(tx: Tx, issuer: string, subject: string): Promise<number | null> {
  const row = await tx
    .selectFrom('bound_identity')
    .select('person_id as person')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.person ?? null;
}

/** SQL: whether the person `p` is bound to an account at an identity provider. */
export const isBoundSql = sql<boolean>`EXISTS (SELECT FROM bound_identity b WHERE b.person_id = p.id)`;

/** Returns when a person was bound to an account at an identity provider; null if they are not. */
export async function findBoundSince(db: Db, person: number): Promise<Date | null> {
  const row = await db
    .selectFrom('bound_identity')
    .select('bound_at')
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row?.bound_at ?? null;
}

/** Whether a person is bound to an account at an identity provider. */
export async function isBound(tx: Tx, person: number): Promise<boolean> {
  return (await findBoundSince(tx, person)) !== null;
}

/** Returns the id of the person with an e-mail address, in upper or lower case; null if nobody has it. */
export async function findPersonByEmail(tx: Tx, email: string): Promise<number | null> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Whether a person is an active coach or admin. If an e-mail address is given, they must still have it. The caller must
 * have locked the person.
 */
export async function isActiveStaff(tx: Tx, person: number, email: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('person as p')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select('p.id')
    .where('p.id', '=', person)
    .where('p.role_id', 'in', [roles.coach.value, roles.admin.value])
    .where('p.confirmed_at', 'is not', null)
    .where(hasAccess)
    .where(sql<boolean>`(${email}::text IS NULL OR lower(p.email) = lower(${email}))`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Binds a person to an account at an identity provider. Returns false if the person or the account is bound already:
 * of two at the same time, the constraints let one through.
 */
export async function bindIdentity(
  tx: Tx,
  clock: Clock,
  identity: { person: number; issuer: string; subject: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('bound_identity')
    .values({
      person_id: identity.person,
      issuer: identity.issuer,
      subject: identity.subject,
      bound_at: now(clock),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Unbinds a person from their account at the identity provider; returns false if they were not bound. */
export async function unbindIdentity(tx: Tx, person: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('bound_identity')
    .where('person_id', '=', person)
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}
