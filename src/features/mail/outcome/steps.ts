import type { Clock, Tx } from '../../../platform/database/db.ts';
import { createOutcomeMails, computeHoldEnd, type BookingChange } from './rules.ts';
import { insertMails, withdrawHeldMails, type MailHold } from './sql.ts';

/** The parts of the application that `queueOutcomeMails` needs. */
export interface OutcomeDependencies {
  clock: Clock;
  settings: { staffMailWaitSeconds: number };
}

/**
 * Queues the mails about a change of a booking (reference 11.7), in the transaction of the change. The participant must
 * be locked in this transaction. Unsent mails about earlier changes are withdrawn, so each person gets only one mail
 * about the outcome. Mails about changes by staff are held; mails about a participant's own changes are sent
 * immediately. `at` is the time of the change. `hold` replaces the usual hold.
 */
export async function queueOutcomeMails(
  tx: Tx,
  app: OutcomeDependencies,
  change: BookingChange,
  { at, hold }: { at: Date; hold?: MailHold | undefined },
): Promise<void> {
  const [firstMail] = change.mails;
  if (!firstMail) return;
  const knownBeforeWithdrawnMail = await withdrawHeldMails(tx, app.clock, {
    appointment: firstMail.appointment,
    isMove: change.previousAppointment !== null,
  });
  const mails = createOutcomeMails(change, knownBeforeWithdrawnMail).map(({ knownBooking, ...mail }) => {
    // Later changes do not replace a mail about a participant's own change, unless the mail also covers earlier
    // changes.
    if (change.byParticipant && !knownBeforeWithdrawnMail.has(mail.person)) return mail;
    return knownBooking === 'none' ? { ...mail, state: knownBooking } : { ...mail, ...knownBooking };
  });
  const holdSeconds = change.byParticipant ? 0 : app.settings.staffMailWaitSeconds;
  await insertMails(tx, mails, hold ?? { until: computeHoldEnd(change, { now: at, holdSeconds }), absence: null });
}
