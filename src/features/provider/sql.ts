import type { Db } from '../../platform/database/db.ts';

/** All locations, in no particular order. */
export function listLocations(db: Db) {
  return db.selectFrom('location').select(['id', 'label', 'place_id as placeId']).execute();
}
