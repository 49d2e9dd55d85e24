import { deleteFeed } from '../../calendar-feed/exports.ts';
import { deletePasskeys } from '../../passkeys/exports.ts';
import { deleteCodes } from '../../single-sign-on/exports.ts';
import { deleteAllCredentials, queueMails, queueMailToOldAddress } from '../../mail/exports.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { endSessions } from '../../sessions/exports.ts';

/**
 * Ends all access to an account except by its password and by single sign-on: sessions, passkeys, and all credentials,
 * which are the secrets in mails (sent or not) and the trusted devices. The person must be locked.
 */
export async function revokeAccess(tx: Tx, person: number): Promise<void> {
  await endSessions(tx, person);
  await deletePasskeys(tx, person);
  await deleteCodes(tx, person);
  await deleteAllCredentials(tx, person);
}

/** Whether two e-mail addresses belong to different mailboxes, ignoring case. */
export function isDifferentMailbox(before: string, after: string): boolean {
  return before.toLowerCase() !== after.toLowerCase();
}

/**
 * Ends the access of the old mailbox after a person's e-mail address has been replaced: sessions, mailed secrets and
 * the calendar address. Password and passkeys stay, because the mailbox gives no access by them. Notifies both
 * mailboxes by mail, the old one only if it was confirmed. The person must be locked, and the new address already
 * stored.
 */
export async function endAccessOfOldMailbox(
  tx: Tx,
  person: number,
  { email: oldEmail, confirmed }: { email: string; confirmed: boolean },
): Promise<void> {
  await endSessions(tx, person);
  await deleteAllCredentials(tx, person);
  await deleteFeed(tx, person);
  // An unconfirmed address may belong to a stranger, who must not learn who is registered here.
  if (confirmed) await queueMailToOldAddress(tx, person, oldEmail);
  await queueMails(tx, [{ kind: confirmed ? 'emailChanged' : 'confirmation', person }]);
}
