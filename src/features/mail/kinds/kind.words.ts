import type { CancelKind } from '../../../shared/coaching.ts';

/** The sender: the provider's name, the address for questions, and the portal's address without a trailing slash. */
export interface Sender {
  provider: string;
  coachingEmail: string;
  publicUrl: string;
}

/** The facts that decide whether a queued mail still makes sense when it is sent. */
export interface MailCircumstances {
  confirmed: boolean;
  inactive: boolean;
  /** For a reminder: whether the person has switched its kind off. */
  unwanted: boolean;
  appointment: {
    status: string;
    /** Null unless cancelled. */
    cancelKind: CancelKind | null;
    startsAt: Date;
    endsAt: Date;
    rated: boolean;
    /** Whether staff have recorded the booking after the appointment began. */
    recordedAfterwards: boolean;
    /** Whether the booking was moved from this row to the addressee, who was notified as its new coach. */
    cameToAddressee: boolean;
  } | null;
  /** The offer from the waiting list that the mail is about. */
  offer: OfferCircumstances | null;
  /** Why the person's request was refused; null if the mail is not about a refusal. */
  answer: string | null;
  /** The database's time. */
  now: Date;
}

/** The facts that decide whether a mail about an offer still makes sense. */
export interface OfferCircumstances {
  /** Whether it has not been accepted or declined and has not ended in another way. */
  open: boolean;
  until: Date;
}

/** What every kind of mail defines. `words.ts` has all of them in one table. */
export interface MailDefinition {
  /** Its name in the list for admins. */
  label: string;
  /**
   * Whether an admin may send it again. False for a one-time password, which people request themselves, and for a
   * notice about a change, which would look like a second change.
   */
  mayResend: boolean;
  /** Whether the mail is no longer true or no longer useful and is therefore not sent. */
  isSuperseded: (mail: MailCircumstances) => boolean;
}
