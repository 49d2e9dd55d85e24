import type { CancelKind } from '../../../shared/coaching.ts';

/**
 * The sender: the provider's name, the e-mail address for questions, the portal's URL without a trailing slash, and the
 * name of the account at the identity provider.
 */
export interface Sender {
  provider: string;
  coachingEmail: string;
  publicUrl: string;
  singleSignOn: string;
}

/** The facts that decide whether a queued mail still makes sense when it is sent. */
export interface MailCircumstances {
  /** Whether the recipient has confirmed the registration. */
  isConfirmed: boolean;
  /** Whether the recipient's account is deactivated. */
  isInactive: boolean;
  /** For a reminder: whether the recipient has switched off this kind of reminder. */
  isSwitchedOff: boolean;
  appointment: {
    status: string;
    /** Null unless cancelled. */
    cancelKind: CancelKind | null;
    startsAt: Date;
    endsAt: Date;
    isRated: boolean;
    /** Whether staff have recorded the booking after the appointment began. */
    wasRecordedAfterStart: boolean;
    /** Whether the booking was later moved from this appointment to the mail's recipient as the new coach. */
    wasMovedToRecipient: boolean;
  } | null;
  /** The offer from the waiting list that the mail is about. */
  offer: OfferCircumstances | null;
  /** Why the recipient's request was refused; null if there is no refusal or it is no longer valid. */
  refusalReason: string | null;
  /** The database's time. */
  now: Date;
}

/** The facts that decide whether a mail about an offer still makes sense. */
export interface OfferCircumstances {
  /** Whether the offer still holds the slot: it is not accepted, declined or ended in another way. */
  isOpen: boolean;
  /** When the hold on the slot ends. */
  heldUntil: Date;
}

/** The definition of a kind of mail. The table `mailKinds` in `words.ts` has the definitions of all kinds. */
export interface MailDefinition {
  /** The name of the kind in the admins' list of mails. */
  label: string;
  /**
   * Whether an admin may send mails of this kind again. False for a one-time password, because people request it
   * themselves, and for a notice about a change, because it would look like a second change.
   */
  mayResend: boolean;
  /** Whether the mail is out of date and therefore not sent: its content is no longer true or no longer useful. */
  isSuperseded: (circumstances: MailCircumstances) => boolean;
}
