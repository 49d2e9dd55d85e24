import { sql } from 'kysely';
import { matchesName } from './name-sql.ts';
import type { Db } from '../../platform/database/db.ts';

/** More people than this are not looked up one by one. */
const mostPeople = 500;

/** The ids of the people of any role that a search text names; 'tooMany' if it matches more than 500. */
export async function findPeople(db: Db, text: string): Promise<number[] | 'tooMany'> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM person p WHERE p.anonymised_at IS NULL AND ${matchesName(text)} LIMIT ${mostPeople + 1}
  `.execute(db);
  return rows.length > mostPeople ? 'tooMany' : rows.map(({ id }) => id);
}
