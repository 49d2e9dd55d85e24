import { deleteFeed } from '../../calendar-feed/exports.ts';
import { deleteMailedSecrets, queueMails, queueMailToOldAddress } from '../../mail/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { endSessions } from '../../sessions/exports.ts';

/**
 * Ends all access to an account except by its password: sessions, trusted devices, and secrets in mails, sent or not.
 */
export async function revokeAccess(tx: Tx, person: number): Promise<void> {
  await endSessions(tx, person);
  await deleteMailedSecrets(tx, person);
}

/** Whether two e-mail addresses are different mailboxes; a difference in case does not matter. */
export function isDifferentMailbox(before: string, after: string): boolean {
  return before.toLowerCase() !== after.toLowerCase();
}

/**
 * Ends the access of the `old` mailbox to the account of a locked person whose new e-mail address is already stored:
 * sessions, mailed secrets and the calendar address. Both mailboxes are notified by mail.
 */
export async function endAccessOfOldMailbox(
  tx: Tx,
  person: number,
  { email: old, confirmed }: { email: string; confirmed: boolean },
): Promise<void> {
  await revokeAccess(tx, person);
  await deleteFeed(tx, person);
  // An unconfirmed address may belong to a stranger, who must not learn who is registered here.
  if (confirmed) await queueMailToOldAddress(tx, person, old);
  await queueMails(tx, [{ kind: confirmed ? 'emailChanged' : 'confirmation', person }]);
}
