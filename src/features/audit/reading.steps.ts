import type { Tx } from '../../platform/database/db.ts';
import { audit, countPeopleRead, type NewAuditEntry } from './sql.ts';

/**
 * Logs that a member of staff has opened a person's documents. Also logs, once in 24 hours, that they have opened those
 * of more than `maxPeople` people within 24 hours; returns true in that case.
 */
export async function auditAccess(
  tx: Tx,
  entry: NewAuditEntry & { actor: number; person: number },
  maxPeople: number,
): Promise<boolean> {
  await audit(tx, entry);
  const { people, logged } = await countPeopleRead(tx, entry.actor);
  if (people <= maxPeople || logged) return false;
  await audit(tx, { actor: entry.actor, action: 'readMuch' });
  return true;
}
