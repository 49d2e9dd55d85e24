import { lockParticipant } from '../people/exports.ts';
import { revokeAccess } from '../accounts/exports.ts';
import { queueErasureListEntry, audit } from '../audit/exports.ts';
import { deleteFeed } from '../calendar-feed/exports.ts';
import { applyAdminAction } from '../booking/exports.ts';
import { queueFileDeletion } from '../files/exports.ts';
import {
  deleteMailsTo,
  findMailsNamingParticipant,
  findMailsNamingStaff,
  type OutcomeDependencies,
} from '../mail/exports.ts';
import { deleteCodes, unbindIdentity } from '../single-sign-on/exports.ts';
import { eraseTokensOf } from '../tokens/exports.ts';
import { eraseAnswersAbout } from '../webhooks/exports.ts';
import { endWaitingListEntries, offerFreedSlots, type OfferDependencies } from '../waiting/exports.ts';
import type { Tx } from '../../platform/database/db.ts';
import { queueRenewStatistics } from '../../platform/database/statistics.ts';
import type { App } from '../../platform/http/calls/handler.ts';
import { ServerError } from '../../platform/server-error.ts';
import { sharedRefusals } from '../../shared/call.ts';
import * as sql from './sql.ts';
import * as staffSql from './staff.sql.ts';

type ErasureContext = Pick<App, 'usesLocks'> & OfferDependencies & OutcomeDependencies;

/**
 * Makes an active participant inactive. The caller must have locked the participant. `actor` is null for the system.
 */
export async function inactivate(tx: Tx, app: ErasureContext, id: number, actor: number | null): Promise<void> {
  await sql.setInactive(tx, app.clock, id, true);
  await revokeAccess(tx, id);
  await deleteFeed(tx, id);
  const freedSlots = await cancelUpcomingBookings(tx, app, id, actor);
  freedSlots.push(...(await endWaitingListEntries(tx, app.clock, id)));
  await audit(tx, { actor, action: 'inactivated', person: id });
  await offerFreedSlots(tx, app, freedSlots);
}

/** A person who can be erased: a participant, or a coach or an admin, who may have been a participant before. */
export interface Erasable {
  isStaff: boolean;
  inactive: boolean;
}

/** Locks and returns a person before they are erased; null for an unknown id and for an erased person. */
export async function lockErasable(tx: Tx, id: number, locks = true): Promise<Erasable | null> {
  const isParticipant = await lockParticipant(tx, id, locks);
  const staff = await staffSql.lockStaff(tx, id);
  if (staff) return { isStaff: true, ...staff };
  const account = isParticipant ? await sql.lockAccount(tx, id) : null;
  return account && !account.anonymised ? { isStaff: false, inactive: account.inactive } : null;
}

/**
 * Permanently deletes the identity and the texts of an inactive person, and adds the erasure to the list that a restore
 * applies again. The caller must have locked the person with `lockErasable`. `actor` is null for the system.
 */
export async function anonymise(
  tx: Tx,
  app: ErasureContext,
  id: number,
  actor: number | null,
  { isStaff }: Pick<Erasable, 'isStaff'>,
): Promise<void> {
  const mails = await findMailsNamingParticipant(tx, id);
  if (isStaff) mails.push(...(await findMailsNamingStaff(tx, id)));
  // An inactive person has upcoming bookings only after a restore. The mails about the cancellations do not name the
  // person.
  const freedSlots = await cancelUpcomingBookings(tx, app, id, actor);
  freedSlots.push(...(await endWaitingListEntries(tx, app.clock, id)));
  if (isStaff) {
    await cancelUpcomingBookingsOfCoach(tx, app, id, actor);
    await staffSql.eraseStaff(tx, app.clock, id);
    await eraseTokensOf(tx, app.clock, id);
    await unbindIdentity(tx, id);
    await deleteCodes(tx, id);
  }
  await deleteMailsTo(tx, id, mails);
  await eraseAnswersAbout(tx, id);
  await queueFileDeletion(tx, await sql.erasePersonalData(tx, app.clock, id));
  await audit(tx, { actor, action: 'anonymised', person: id });
  await queueErasureListEntry(tx);
  await queueRenewStatistics(tx);
  await offerFreedSlots(tx, app, freedSlots);
}

/**
 * Inactivates and anonymises a person on behalf of the system, because their retention time is over or because they
 * were erased after the backup that is being restored. Returns false for an unknown or erased person, or if
 * `isStillDue`, which is called after locking, returns false.
 */
export async function eraseBySystem(
  tx: Tx,
  app: ErasureContext,
  id: number,
  isStillDue: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const erasable = await lockErasable(tx, id);
  if (!erasable || !(await isStillDue())) return false;
  if (!erasable.inactive && !erasable.isStaff) await inactivate(tx, app, id, null);
  await anonymise(tx, app, id, null, erasable);
  return true;
}

/** Cancels the upcoming bookings with a coach; their slots do not become free, since the coach is being erased. */
async function cancelUpcomingBookingsOfCoach(
  tx: Tx,
  app: ErasureContext,
  coach: number,
  actor: number | null,
): Promise<void> {
  for (const appointment of await staffSql.listUpcomingBookingsOfCoach(tx, app.clock, coach))
    await applyAdminAction(tx, app, { appointment, action: 'cancelled', release: false, by: actor }, unexpectedRefusal);
}

/**
 * Cancels the upcoming bookings of a participant one by one, as an admin does; returns the slots that become free.
 */
async function cancelUpcomingBookings(
  tx: Tx,
  app: ErasureContext,
  participant: number,
  actor: number | null,
): Promise<number[]> {
  const freedSlots: number[] = [];
  for (const appointment of await sql.listUpcomingBookings(tx, app.clock, participant)) {
    const change = { appointment, action: 'cancelled', release: true, by: actor } as const;
    freedSlots.push(...(await applyAdminAction(tx, app, change, unexpectedRefusal)));
  }
  return freedSlots;
}

/** Returns the error for a refusal that cannot happen, because no booking changes while its participant is locked. */
const unexpectedRefusal = (code: string) => new ServerError(500, code, sharedRefusals.invalid);
