import type { Db } from '../server/db.ts';

/** Coaches who can be chosen, in order of id. */
export function activeCoaches(db: Db) {
  return db
    .selectFrom('coach as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select(['p.id', 'p.first_name as firstName', 'p.last_name as lastName'])
    .where('c.active', '=', true)
    .where('p.role_id', '=', 2)
    .where('p.inactive_at', 'is', null)
    .orderBy('p.id')
    .execute();
}
