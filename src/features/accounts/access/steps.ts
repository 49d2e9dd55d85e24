import { dropFeed } from '../../calendar-feed/exports.ts';
import { endSecrets, queueMail, queueToOldMailbox } from '../../mail/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { endSessionsOf } from '../../sessions/exports.ts';

/** Ends all access to an account except its password: sessions, trusted devices, and secrets mailed or to be mailed. */
export async function revokeAccess(tx: Tx, person: number): Promise<void> {
  await endSessionsOf(tx, person);
  await endSecrets(tx, person);
}

/** Whether the new e-mail address is another mailbox; a different case is not. */
export function isOtherMailbox(before: string, after: string): boolean {
  return before.toLowerCase() !== after.toLowerCase();
}

/**
 * Cuts the `old` mailbox off from a locked person whose new e-mail address is already stored: its sessions, mailed
 * secrets and calendar address end. Both mailboxes are informed.
 */
export async function leaveMailbox(
  tx: Tx,
  person: number,
  { email: old, confirmed }: { email: string; confirmed: boolean },
): Promise<void> {
  await revokeAccess(tx, person);
  await dropFeed(tx, person);
  // An unconfirmed address may belong to a stranger, who must not learn who is registered here.
  if (confirmed) await queueToOldMailbox(tx, person, old);
  await queueMail(tx, [{ kind: confirmed ? 'emailChanged' : 'confirmation', person }]);
}
