import { audit } from '../audit/exports.ts';
import { queueMails } from '../mail/exports.ts';
import { endSessions } from '../sessions/exports.ts';
import type { Tx } from '../../platform/database/db.ts';
import * as sql from './sql.ts';

/**
 * Unbinds a person from their account at the identity provider, on behalf of `actor` (null for the command line), ends
 * their sessions and notifies them by mail. Returns false if they were not bound; then nothing is done. The caller must
 * have locked the person.
 */
export async function unbind(tx: Tx, { actor, person }: { actor: number | null; person: number }): Promise<boolean> {
  if (!(await sql.unbindIdentity(tx, person))) return false;
  await sql.deleteCodes(tx, person);
  await endSessions(tx, person);
  await queueMails(tx, [{ kind: 'identityUnbound', person }]);
  await audit(tx, { actor, action: 'identityUnbound', person });
  return true;
}
