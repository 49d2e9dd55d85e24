import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { stepSeconds } from './codes.adapter.ts';

/** How long a secret stays valid until a code confirms it. */
const confirmWithin = sql`interval '1 hour'`;

/** A person's stored second factor, with the current step of 30 seconds as `step`. */
export interface FactorRow {
  secret: Buffer;
  confirmedAt: Date | null;
  lastStep: number;
  /** Whether it was not confirmed within its hour. */
  expired: boolean;
  step: number;
}

/** A person's second factor, whether on or being set up; null if there is none. */
export async function loadFactor(db: Db | Tx, clock: Clock, person: number): Promise<FactorRow | null> {
  const row = await db
    .selectFrom('second_factor')
    .select([
      'secret',
      'confirmed_at as confirmedAt',
      'last_step as lastStep',
      sql<boolean>`confirmed_at IS NULL AND created_at < ${now(clock)} - ${confirmWithin}`.as('expired'),
      sql<number>`floor(extract(epoch FROM ${now(clock)}) / ${stepSeconds}::int)::bigint`.as('step'),
    ])
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a secret that a code must still confirm, replacing an unconfirmed one; false if the second factor is on. */
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

/** Switches the second factor on, so signing in takes a code from now on. */
export async function confirmSecondFactor(tx: Tx, clock: Clock, person: number): Promise<void> {
  await tx
    .updateTable('second_factor')
    .set({ confirmed_at: now(clock) })
    .where('person_id', '=', person)
    .execute();
}

/** Stores that the code of a step was used. */
export async function updateLastStep(tx: Tx, person: number, step: number): Promise<void> {
  await tx.updateTable('second_factor').set({ last_step: step }).where('person_id', '=', person).execute();
}

/** Deletes the second factor and its recovery codes; false if it was not on. */
export async function deleteSecondFactor(tx: Tx, person: number): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', person).execute();
  const dropped = await tx
    .deleteFrom('second_factor')
    .where('person_id', '=', person)
    .returning('confirmed_at')
    .executeTakeFirst();
  return Boolean(dropped?.confirmed_at);
}

/** Replaces all recovery codes of a person. */
export async function replaceRecoveryCodes(tx: Tx, person: number, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', person).execute();
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ hash, person_id: person })))
    .execute();
}

/** Uses up a recovery code; true for exactly one caller. */
export async function useRecoveryCode(tx: Tx, person: number, hash: Buffer): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_code')
    .where('person_id', '=', person)
    .where('hash', '=', hash)
    .returning('person_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Db, person: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow();
  return count;
}

/** A person's password hash, to check their password again, and the e-mail that the app shows. */
export function loadAccount(db: Db | Tx, person: number) {
  return db
    .selectFrom('person')
    .select(['password_hash as passwordHash', sql<string>`coalesce(email, '')`.as('email')])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
}

/** Locks a coach for the rest of the transaction; false if the id does not belong to a coach. */
export async function lockCoach(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('person as p')
    .innerJoin('coach as c', 'c.person_id', 'p.id')
    .select('p.id')
    .where('p.id', '=', id)
    .where('p.role_id', '=', 2)
    .forUpdate('p')
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks the person with an e-mail (ignoring case) for the rest of the transaction; null if there is none. */
export async function lockPersonByEmail(tx: Tx, email: string): Promise<number | null> {
  const found = await tx
    .selectFrom('person')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .forUpdate()
    .executeTakeFirst();
  return found?.id ?? null;
}
