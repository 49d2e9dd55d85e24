import type { Db } from '../../platform/database/db.ts';

/** Returns all locations, in no particular order. */
export function listLocations(db: Db) {
  return db.selectFrom('location').select(['id', 'label', 'place_id as placeId']).execute();
}
