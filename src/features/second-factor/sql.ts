import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { roles } from '../../shared/roles.ts';
import { stepSeconds } from './codes.adapter.ts';

/** A secret expires if no code confirms it within this time. */
const timeToConfirm = sql`interval '1 hour'`;

/** A person's stored second factor. Steps last 30 seconds and are counted from 1970. */
export interface FactorRow {
  /** Encrypted. */
  secret: Buffer;
  /** Null while the second factor is being set up. */
  confirmedAt: Date | null;
  /** The step of the last code that was used; 0 if no code was used yet. */
  lastStep: number;
  /** Whether no code has confirmed the secret in time. */
  isExpired: boolean;
  currentStep: number;
}

/** A person's second factor, which is on or being set up; null if there is none. */
export async function findFactor(db: Db | Tx, clock: Clock, person: number): Promise<FactorRow | null> {
  const row = await db
    .selectFrom('second_factor')
    .select([
      'secret',
      'confirmed_at as confirmedAt',
      'last_step as lastStep',
      sql<boolean>`confirmed_at IS NULL AND created_at < ${now(clock)} - ${timeToConfirm}`.as('isExpired'),
      sql<number>`floor(extract(epoch FROM ${now(clock)}) / ${stepSeconds}::int)::bigint`.as('currentStep'),
    ])
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stores a secret that a code has to confirm, and replaces an earlier unconfirmed secret. Returns false if the second
 * factor is on.
 */
export async function saveUnconfirmedSecret(tx: Tx, clock: Clock, person: number, secret: Buffer): Promise<boolean> {
  const columns = { secret, last_step: 0, created_at: now(clock) };
  const saved = await tx
    .insertInto('second_factor')
    .values({ person_id: person, ...columns })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet(columns).where('second_factor.confirmed_at', 'is', null),
    )
    .returning('person_id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Switches the second factor on, so that signing in requires a code from now on. */
export async function confirmSecondFactor(tx: Tx, clock: Clock, person: number): Promise<void> {
  await tx
    .updateTable('second_factor')
    .set({ confirmed_at: now(clock) })
    .where('person_id', '=', person)
    .execute();
}

/** Stores the step of a used code, so that codes of this step and of earlier steps are refused from now on. */
export async function updateLastStep(tx: Tx, person: number, step: number): Promise<void> {
  await tx.updateTable('second_factor').set({ last_step: step }).where('person_id', '=', person).execute();
}

/** Deletes the second factor and its recovery codes; returns false if the second factor was not on. */
export async function deleteSecondFactor(tx: Tx, person: number): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', person).execute();
  const deleted = await tx
    .deleteFrom('second_factor')
    .where('person_id', '=', person)
    .returning('confirmed_at')
    .executeTakeFirst();
  return Boolean(deleted?.confirmed_at);
}

/** Replaces all recovery codes of a person; the codes are given as hashes. */
export async function replaceRecoveryCodes(tx: Tx, person: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', person).execute();
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ hash, person_id: person })))
    .execute();
}

/** Deletes a recovery code; returns true if it existed. Of several simultaneous calls, only one returns true. */
export async function consumeRecoveryCode(tx: Tx, person: number, hash: Buffer): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('recovery_code')
    .where('person_id', '=', person)
    .where('hash', '=', hash)
    .returning('person_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** The number of recovery codes that a person has left. */
export async function countRecoveryCodes(db: Db, person: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns a person's password hash, to check the password again, and their e-mail address, which the app shows. */
export function findAccount(db: Db | Tx, person: number) {
  return db
    .selectFrom('person')
    .select(['password_hash as passwordHash', sql<string>`coalesce(email, '')`.as('email')])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
}

/** Locks a coach until the end of the transaction; returns false if the id does not belong to a coach. */
export async function lockCoach(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('person as p')
    .innerJoin('coach as c', 'c.person_id', 'p.id')
    .select('p.id')
    .where('p.id', '=', id)
    .where('p.role_id', '=', roles.coach.value)
    .forUpdate('p')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the person with this e-mail address, in upper or lower case, until the end of the transaction. Returns the
 * person's id, or null if nobody has the address.
 */
export async function lockPersonByEmail(tx: Tx, email: string): Promise<number | null> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .forUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
}
