import type { CancelKind } from '../../../shared/coaching.ts';

/** The sender: the provider's name, the address for questions, and the portal's address without a trailing slash. */
export interface Sender {
  provider: string;
  coachingEmail: string;
  publicUrl: string;
}

/** The facts that decide whether a queued mail still makes sense when it is sent. */
export interface Circumstances {
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
    /** Staff have recorded the booking when it had begun already. */
    recordedAfterwards: boolean;
    /** The booking has moved on from this row to the addressee, who was told of that as its coach. */
    cameToAddressee: boolean;
  } | null;
  /** The offer from the waiting list of which the mail speaks. */
  offer: OfferCircumstances | null;
  /** Why what the person asked for was refused. */
  answer: string | null;
  /** The database's time. */
  now: Date;
}

/** What decides on a mail about an offer. */
export interface OfferCircumstances {
  /** It was neither taken nor declined, nor has it ended otherwise. */
  open: boolean;
  until: Date;
}

/** What every kind of mail defines. `kinds.ts` puts all of them into one table. */
export interface Kind {
  /** Its name in the list for admins. */
  label: string;
  /**
   * Whether an admin may send it again. Not a one-time password, which the person requests themselves; nor the news of
   * a change, which would be announced a second time.
   */
  mayResend: boolean;
  /** Whether the message is no longer true, or no longer useful. */
  isOvertaken: (mail: Circumstances) => boolean;
}
