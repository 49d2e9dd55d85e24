import type { Tx } from '../../platform/database/db.ts';
import { audit, countRead, type Entry } from './sql.ts';

/**
 * Logs that a member of staff has opened somebody's documents. Opening those of more than `most` people within 24 hours
 * is logged as well, once in 24 hours; then it returns true.
 */
export async function auditAccess(
  tx: Tx,
  entry: Entry & { actor: number; person: number },
  most: number,
): Promise<boolean> {
  await audit(tx, entry);
  const { people, logged } = await countRead(tx, entry.actor);
  if (people <= most || logged) return false;
  await audit(tx, { actor: entry.actor, action: 'readMuch' });
  return true;
}
