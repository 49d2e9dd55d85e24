import type { Clock, Tx } from '../../../platform/database/db.ts';
import { outcomeMails, holdUntil, type BookingChange } from './rules.ts';
import { insertMails, withdrawHeldMails, type MailHold } from './sql.ts';

/** The parts of the application that mails about changes need. */
export interface OutcomeDependencies {
  clock: Clock;
  settings: { staffMailWaitSeconds: number };
}

/**
 * Queues the mails about a change of a booking whose participant is locked, in the transaction of the change (reference
 * 11.7). Unsent mails about earlier changes are withdrawn, so each person gets only the outcome. Mails about changes by
 * staff are held, those about a participant's own changes are sent immediately. `at` is the time of the change; `hold`
 * replaces the usual hold.
 */
export async function queueOutcomeMails(
  tx: Tx,
  app: OutcomeDependencies,
  change: BookingChange,
  { at, hold }: { at: Date; hold?: MailHold | undefined },
): Promise<void> {
  const [first] = change.mails;
  if (!first) return;
  const withdrawn = await withdrawHeldMails(tx, app.clock, {
    appointment: first.appointment,
    moves: change.previousRow !== null,
  });
  const mails = outcomeMails(change, withdrawn).map(({ known, ...mail }) => {
    // Later changes do not replace a mail about a participant's own change, unless it also covers earlier changes.
    if (change.byParticipant && !withdrawn.has(mail.person)) return mail;
    return known === 'none' ? { ...mail, state: known } : { ...mail, ...known };
  });
  const seconds = change.byParticipant ? 0 : app.settings.staffMailWaitSeconds;
  await insertMails(tx, mails, hold ?? { until: holdUntil(change, { now: at, seconds }), absence: null });
}
