import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/db.ts';

/** Returns the provider's locations, in no particular order. */
export function listLocations(db: Db): Promise<{ value: number; label: string }[]> {
  return db.selectFrom('location').select(['id as value', 'label']).execute();
}

/** Returns those of the given e-mail addresses that an account has, whatever its role and state. */
export async function findKnownEmails(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    SELECT e.email FROM unnest(${emails}::text[]) e (email)
    WHERE EXISTS (SELECT FROM person p WHERE lower(p.email) = lower(e.email))
  `.execute(tx);
  return new Set(rows.map(({ email }) => email));
}
