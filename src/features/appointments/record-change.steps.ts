import { audit } from '../audit/exports.ts';
import type { AuditAction } from '../audit/actions.rules.ts';
import { queueOutcomeMails, type MailHold, type OutcomeDependencies } from '../mail/exports.ts';
import type { BookingChange } from '../mail/outcome/rules.ts';
import { offerFreedSlots, type OfferDependencies } from '../waiting/exports.ts';
import type { Tx } from '../../platform/database/db.ts';

/** The parts of the application that recording a change needs. */
export type RecordingDependencies = OutcomeDependencies & OfferDependencies;

/** A change to a participant's appointment, with who made it and when. */
export interface RecordedChange extends BookingChange {
  /** The row that holds the appointment after the change. */
  appointment: number;
  action: AuditAction;
  /** Null if the system made the change. */
  by: number | null;
  at: Date;
  /** Replaces the usual delay of the mails. */
  mailHold?: MailHold;
}

/**
 * Records a change to an appointment in the transaction that makes it: queues the mails (reference 11.7), writes the
 * audit entry and offers the `freedSlots` to the waiting list. The participant must be locked. Offering has to be the
 * last step of a transaction, so a transaction with several changes omits `freedSlots` and offers all slots at its end.
 */
export async function recordChange(
  tx: Tx,
  app: RecordingDependencies,
  { appointment, action, by, at, mailHold, ...change }: RecordedChange,
  freedSlots: readonly number[] = [],
): Promise<void> {
  await queueOutcomeMails(tx, app, change, { at, hold: mailHold });
  await audit(tx, { actor: by, action, person: change.participant, appointment });
  await offerFreedSlots(tx, app, freedSlots);
}
