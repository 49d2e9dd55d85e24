import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { ProviderConfig } from '../../platform/settings/provider-config.ts';
import { profileOf } from '../../shared/profile.ts';
import type { User } from '../../shared/user.ts';
import { hashSecret, lacksSecondFactorSql } from '../sessions/exports.ts';
import { profileSelection, hasAccess, lockPerson } from '../people/exports.ts';
import { selectTemporaryPassword } from './passwords/sql.ts';

/** The facts that decide whether a login succeeds. */
export interface Account {
  id: number;
  email: string | null;
  roleId: number | null;
  passwordHash: string | null;
  confirmed: boolean;
  active: boolean;
  /** Whether a login requires a code in addition to the password. */
  hasSecondFactor: boolean;
}

/**
 * Returns the account with an e-mail address (ignoring case), or null. `isOneTimePassword` is whether `passwordSha256`
 * is the hash of one of its unexpired one-time passwords. Always runs a single statement, so that the number of
 * statements does not reveal whether there is an account.
 */
export async function findAccount(
  db: Db,
  clock: Clock,
  email: string,
  passwordSha256: string,
): Promise<(Account & { isOneTimePassword: boolean; passwordExpired: boolean }) | null> {
  const account = await selectAccounts(db)
    .select(sql<boolean>`coalesce(p.password_expires_at <= ${now(clock)}, false)`.as('passwordExpired'))
    .select((e) =>
      sql<boolean>`${e.exists(selectTemporaryPassword(db, clock, sql.ref<number>('p.id'), passwordSha256))}`.as(
        'isOneTimePassword',
      ),
    )
    .where(sql`lower(p.email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
  return account ?? null;
}

/** Locks an account for the rest of the transaction and returns its current state; null if there is none. */
export async function lockAccount(tx: Tx, id: number): Promise<Account | null> {
  // Uses two statements, since only the second one sees changes to the coach's row made while waiting for the lock.
  if (!(await lockPerson(tx, id))) return null;
  const account = await selectAccounts(tx).where('p.id', '=', id).executeTakeFirst();
  return account ?? null;
}

function selectAccounts(db: Db | Tx) {
  return db
    .selectFrom('person as p')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select([
      'p.id',
      'p.email',
      'p.role_id as roleId',
      'p.password_hash as passwordHash',
      sql<boolean>`p.confirmed_at IS NOT NULL`.as('confirmed'),
      hasAccess.as('active'),
      sql<boolean>`EXISTS (
        SELECT FROM second_factor f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL
      )`.as('hasSecondFactor'),
    ]);
}

/**
 * Returns a person as the `User` of the contract; fields that the role does not have are ''.
 */
export async function loadUser(
  db: Db | Tx,
  { secondFactor: secondFactorPolicy }: ProviderConfig,
  id: number,
  sessionId: string,
): Promise<User> {
  const p = await db
    .selectFrom('person as p')
    .leftJoin('role as r', 'r.id', 'p.role_id')
    .leftJoin('participant as t', 't.person_id', 'p.id')
    .leftJoin('location as l', 'l.id', 't.location_id')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .leftJoin('session as s', (join) => join.on('s.id_hash', '=', hashSecret(sessionId)))
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
      sql<boolean>`${sql.raw(lacksSecondFactorSql(secondFactorPolicy))}`.as('mustSetUpSecondFactor'),
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
