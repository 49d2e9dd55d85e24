import type { Clock, Db } from '../../platform/database/db.ts';
import { deleteEndedAbsences, deleteOldChanges, removeOldKinds } from './sql.ts';

/** Deletes the kinds, the stored changes and the ended absences that are no longer needed (reference 14.1). */
export async function deleteOldAbsenceData(db: Db, clock: Clock): Promise<void> {
  await removeOldKinds(db, clock);
  await deleteOldChanges(db, clock);
  await deleteEndedAbsences(db, clock);
}
