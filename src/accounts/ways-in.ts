import { dropFeed } from '../calendar/sql.ts';
import { endSecrets } from '../mail/forget.ts';
import { queueMail, queueToOldMailbox } from '../mail/outbox.ts';
import type { Tx } from '../server/db.ts';
import { endSessionsOf } from '../server/session.ts';

/** Ends every way into an account but its password: sessions, trusted devices, and secrets that were or would be mailed. */
export async function shutOut(tx: Tx, person: number): Promise<void> {
  await endSessionsOf(tx, person);
  await endSecrets(tx, person);
}

/** Whether an admin gives somebody another mailbox; the same address may be spelled another way. */
export function isOtherMailbox(before: string, after: string): boolean {
  return before.toLowerCase() !== after.toLowerCase();
}

/**
 * Takes a locked person, whose new e-mail address is written, out of the reach of the `old` mailbox: whoever reads it gets
 * in no more, neither by a session nor by a secret that went there, nor sees the calendar. Both mailboxes are told.
 */
export async function leaveMailbox(
  tx: Tx,
  person: number,
  { email: old, confirmed }: { email: string; confirmed: boolean },
): Promise<void> {
  await shutOut(tx, person);
  await dropFeed(tx, person);
  // An address that nobody has confirmed may be a stranger's: who is registered here is none of their business.
  if (confirmed) await queueToOldMailbox(tx, person, old);
  await queueMail(tx, [{ kind: confirmed ? 'emailChanged' : 'confirmation', person }]);
}
