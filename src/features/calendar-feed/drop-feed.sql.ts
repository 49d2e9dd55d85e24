import type { Db, Tx } from '../../platform/database/db.ts';

/** Ends a person's subscription for good; false if there was none. */
export async function dropFeed(db: Db | Tx, person: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('calendar_feed').where('person_id', '=', person).executeTakeFirst();
  return numDeletedRows > 0n;
}
