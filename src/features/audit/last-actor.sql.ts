import type { Tx } from '../../platform/database/db.ts';
import type { AuditAction } from './rules.ts';

/**
 * Who did something last with a person's appointment; null where the log has no such entry, or the system did it. Call
 * it behind the locks of the action.
 */
export async function lastActor(
  tx: Tx,
  { action, person, appointment }: { action: AuditAction; person: number; appointment: number },
): Promise<number | null> {
  const entry = await tx
    .selectFrom('audit')
    .select('actor_id as actor')
    .where('person_id', '=', person)
    .where('action', '=', action)
    .where('appointment_id', '=', appointment)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.actor ?? null;
}
