import type { Clock, Db } from '../../platform/database/db.ts';
import { deleteEndedAbsences, deleteOldChanges, removeOldKinds } from './sql.ts';

/** Deletes the data of absences that is kept for a limited time only (reference 14.1). */
export async function deleteOldAbsences(db: Db, clock: Clock): Promise<void> {
  await removeOldKinds(db, clock);
  await deleteOldChanges(db, clock);
  await deleteEndedAbsences(db, clock);
}
