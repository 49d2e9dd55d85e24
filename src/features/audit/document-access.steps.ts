import type { Tx } from '../../platform/database/db.ts';
import { audit, countPeopleWithOpenedDocuments, type NewAuditEntry } from './sql.ts';

/**
 * Logs that a member of staff has opened a person's documents. If they have opened the documents of more than
 * `maxPeople` people within 24 hours, logs that too and returns true, but at most once in 24 hours.
 */
export async function auditDocumentAccess(
  tx: Tx,
  entry: NewAuditEntry & { actor: number; person: number },
  maxPeople: number,
): Promise<boolean> {
  await audit(tx, entry);
  const { personCount, isAlarmLogged } = await countPeopleWithOpenedDocuments(tx, entry.actor);
  if (personCount <= maxPeople || isAlarmLogged) return false;
  await audit(tx, { actor: entry.actor, action: 'readMuch' });
  return true;
}
