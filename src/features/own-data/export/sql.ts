import type { Db } from '../../../platform/database/db.ts';

/** What a person’s password is checked against; the e-mail counts the attempts. */
export async function accountOf(db: Db, id: number): Promise<{ email: string; passwordHash: string | null }> {
  const { email, passwordHash } = await db
    .selectFrom('person')
    .select(['email', 'password_hash as passwordHash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { email: (email ?? '').toLowerCase(), passwordHash };
}
