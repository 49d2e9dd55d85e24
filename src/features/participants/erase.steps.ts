import { lockParticipant } from '../people/exports.ts';
import { revokeAccess } from '../accounts/exports.ts';
import { queueNoteErasures, audit } from '../audit/exports.ts';
import { dropFeed } from '../calendar-feed/exports.ts';
import { changeByAdmin } from '../booking/exports.ts';
import { queueFileDeletion } from '../files/exports.ts';
import { deleteMailsOf, mailsNaming, mailsNamingStaff, type MailsOfChanges } from '../mail/exports.ts';
import { endWaiting, offerFreed, type Offering } from '../waiting/exports.ts';
import type { Tx } from '../../platform/database/db.ts';
import { queueRenewStatistics } from '../../platform/database/statistics.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { ServerError } from '../../platform/server-error.ts';
import { sharedRefusals } from '../../shared/call.ts';
import * as sql from './sql.ts';
import * as ofStaff from './staff.sql.ts';

type Parts = Pick<App, 'locks'> & Offering & MailsOfChanges;

/** Makes a locked, active participant inactive; `by` is null if the system does it. */
export async function inactivate(tx: Tx, app: Parts, id: number, by: number | null): Promise<void> {
  await sql.setInactive(tx, app.clock, id, true);
  await revokeAccess(tx, id);
  await dropFeed(tx, id);
  const freed = await cancelUpcoming(tx, app, id, by);
  freed.push(...(await endWaiting(tx, app.clock, id)));
  await audit(tx, { actor: by, action: 'inactivated', person: id });
  await offerFreed(tx, app, freed);
}

/** A person to erase: a participant, or a coach or an admin, who may have been a participant before. */
export interface Erasable {
  isStaff: boolean;
  inactive: boolean;
}

/** Locks a person before erasing them; null for an unknown id and for an erased person. */
export async function lockErasable(tx: Tx, id: number, locks = true): Promise<Erasable | null> {
  const isParticipant = await lockParticipant(tx, id, locks);
  const staff = await ofStaff.lockStaff(tx, id);
  if (staff) return { isStaff: true, ...staff };
  const found = isParticipant ? await sql.lockAdministered(tx, id) : null;
  return found && !found.anonymised ? { isStaff: false, inactive: found.inactive } : null;
}

/**
 * Deletes for good who a locked, inactive person is and what they wrote; `by` is null if the system does it. The list
 * of erasures, which restores apply again, is updated.
 */
export async function anonymise(
  tx: Tx,
  app: Parts,
  id: number,
  by: number | null,
  { isStaff }: Pick<Erasable, 'isStaff'>,
): Promise<void> {
  const mails = await mailsNaming(tx, id);
  if (isStaff) mails.push(...(await mailsNamingStaff(tx, id)));
  // An inactive person has no upcoming booking unless one was restored since. Others are informed without a name.
  const freed = await cancelUpcoming(tx, app, id, by);
  freed.push(...(await endWaiting(tx, app.clock, id)));
  if (isStaff) {
    await cancelOfCoach(tx, app, id, by);
    await ofStaff.eraseStaff(tx, app.clock, id);
  }
  await deleteMailsOf(tx, id, mails);
  await queueFileDeletion(tx, await sql.erase(tx, app.clock, id));
  await audit(tx, { actor: by, action: 'anonymised', person: id });
  await queueNoteErasures(tx);
  await queueRenewStatistics(tx);
  await offerFreed(tx, app, freed);
}

/**
 * Inactivates and anonymises somebody on behalf of the system: their retention time is over, or they were erased after
 * the backup that is being restored. False for an unknown or erased person, or if `still`, called after locking,
 * returns false.
 */
export async function eraseBySystem(
  tx: Tx,
  app: Parts,
  id: number,
  still: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const found = await lockErasable(tx, id);
  if (!found || !(await still())) return false;
  if (!found.inactive && !found.isStaff) await inactivate(tx, app, id, null);
  await anonymise(tx, app, id, null, found);
  return true;
}

/** Cancels the upcoming bookings with a locked coach; their slots do not become free, since the coach is gone. */
async function cancelOfCoach(tx: Tx, app: Parts, coach: number, by: number | null): Promise<void> {
  for (const appointment of await ofStaff.listUpcomingOfCoach(tx, app.clock, coach))
    await changeByAdmin(tx, app, { appointment, action: 'cancelled', release: false, by }, impossible);
}

/**
 * Cancels the upcoming bookings of a locked participant one by one, as an admin does; returns the slots that become
 * free.
 */
async function cancelUpcoming(tx: Tx, app: Parts, participant: number, by: number | null): Promise<number[]> {
  const freed: number[] = [];
  for (const appointment of await sql.listUpcoming(tx, app.clock, participant))
    freed.push(...(await changeByAdmin(tx, app, { appointment, action: 'cancelled', release: true, by }, impossible)));
  return freed;
}

/** A booking cannot change while its participant is locked, so it can always be cancelled here. */
const impossible = (code: string) => new ServerError(500, code, sharedRefusals.invalid);
