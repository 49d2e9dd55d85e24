import { sql } from 'kysely';
import { queueMail } from '../mail/outbox.ts';
import { audit, type Entry } from '../server/audit.ts';
import type { Tx } from '../server/db.ts';
import { roles } from '../shared/roles.ts';

/**
 * Writes a look of staff at foreign documents into the log. Whoever looks at those of more than `most` people within 24
 * hours is written down for that, too, and all admins get a mail, once in 24 hours; true then.
 */
export async function auditLook(
  tx: Tx,
  entry: Entry & { actor: number; person: number },
  most: number,
): Promise<boolean> {
  await audit(tx, entry);
  // The clock is volatile: as a subquery it is read once and bounds the index, else all looks of the years are read.
  const { rows } = await sql<{ people: number; told: boolean }>`
    SELECT count(DISTINCT person_id) AS people, coalesce(bool_or(action = 'readMuch'), false) AS told
    FROM audit
    WHERE actor_id = ${entry.actor} AND at > (SELECT clock_timestamp() - interval '24 hours')
      AND action IN ('filesListed', 'fileDownloaded', 'readMuch')
  `.execute(tx);
  if (!rows[0] || rows[0].people <= most || rows[0].told) return false;
  await audit(tx, { actor: entry.actor, action: 'readMuch' });
  const admins = await tx
    .selectFrom('person')
    .select('id')
    .where('role_id', '=', roles.admin.value)
    .where('inactive_at', 'is', null)
    .execute();
  await queueMail(
    tx,
    admins.map(({ id }) => ({ kind: 'readMuch' as const, person: id })),
  );
  return true;
}
