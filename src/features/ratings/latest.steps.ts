import type { Db } from '../../platform/database/db.ts';
import { listRatings } from './sql.ts';

/** The newest ratings of all, of one coach or (null) of everybody. */
export function listLatest(db: Db, limit: number, coach: number | null) {
  const everything = { from: new Date(0), till: new Date('2200-01-01'), participant: null, name: '' };
  return listRatings(db, { ...everything, lowest: 1, highest: 5, coach }, { limit, offset: 0, order: 'newest' });
}
