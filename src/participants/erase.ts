import { lockParticipant } from '../accounts/sql.ts';
import { shutOut } from '../accounts/ways-in.ts';
import { queueNoteErasures } from '../backup/erased.ts';
import { dropFeed } from '../calendar/sql.ts';
import { changeByAdmin } from '../corrections/change.ts';
import { queueForgetFiles } from '../files/forget.ts';
import { forgetMailsOf, mailsNaming } from '../mail/forget.ts';
import { audit } from '../server/audit.ts';
import type { Tx } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import { Refused } from '../server/refusal.ts';
import { sharedRefusals } from '../shared/call.ts';
import * as sql from './sql.ts';

type Parts = Pick<App, 'clock' | 'locks'>;

/** Makes a locked, active participant inactive; `by` is null where the system does it. */
export async function inactivate(tx: Tx, app: Parts, id: number, by: number | null): Promise<void> {
  await sql.setInactive(tx, app.clock, id, true);
  await shutOut(tx, id);
  await dropFeed(tx, id);
  await cancelUpcoming(tx, app, id, by);
  await audit(tx, { actor: by, action: 'inactivated', person: id });
}

/**
 * Takes from a locked, inactive participant, for good, all that says who they are or what they wrote; `by` is null where the
 * system does it. The list that restores go by learns of it.
 */
export async function anonymise(tx: Tx, app: Parts, id: number, by: number | null): Promise<void> {
  const mails = await mailsNaming(tx, id);
  // An inactive person has no booking ahead, unless somebody set one back to booked. The coach is told without a name.
  await cancelUpcoming(tx, app, id, by);
  await forgetMailsOf(tx, id, mails);
  await queueForgetFiles(tx, await sql.erase(tx, app.clock, id));
  await audit(tx, { actor: by, action: 'anonymised', person: id });
  await queueNoteErasures(tx);
}

/**
 * Inactivates and anonymises a participant without anybody asking: their time has come, or they were erased after the
 * backup that is being restored. False for somebody who is no participant (any more), or whom `still`, asked behind
 * the lock, spares.
 */
export async function eraseBySystem(
  tx: Tx,
  app: Parts,
  id: number,
  still: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const found = (await lockParticipant(tx, id)) ? await sql.lockAdministered(tx, id) : null;
  if (!found || found.anonymised || found.isStaff || !(await still())) return false;
  if (!found.inactive) await inactivate(tx, app, id, null);
  await anonymise(tx, app, id, null);
  return true;
}

/** Cancels the bookings of a locked participant that are still ahead, as an admin does one by one. */
async function cancelUpcoming(tx: Tx, app: Parts, participant: number, by: number | null): Promise<void> {
  for (const appointment of await sql.listUpcoming(tx, app.clock, participant))
    await changeByAdmin(tx, app, { appointment, action: 'cancelled', release: true, by }, impossible);
}

/** What is booked stays so while its participant is locked, and can be cancelled then. */
const impossible = (code: string) => new Refused(500, code, sharedRefusals.invalid);
