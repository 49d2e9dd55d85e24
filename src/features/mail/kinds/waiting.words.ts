import { germanMoment } from '../../../shared/berlin.ts';
import { timeBlock } from './appointment-blocks.words.ts';
import type { MailDefinition, OfferCircumstances, Sender } from './kind.words.ts';
import type { Block, MessageContent } from './layout.words.ts';

/** The facts about a slot that was offered to a person on the waiting list. */
export interface OfferFacts extends OfferCircumstances {
  /** The slot's id; null once the slot is deleted. */
  appointmentId: number | null;
  /** The participant's entry on the waiting list. */
  entryId: number;
  startsAt: Date;
  endsAt: Date;
  coach: string;
}

/** The definition of a mail about a slot that is or was held for a person on the waiting list (reference 12.3). */
interface WaitingListMail extends MailDefinition {
  write: (offer: OfferFacts, sender: Sender) => MessageContent;
}

/** The time and the coach of the offered slot. */
const slotBlocks = (offer: OfferFacts): Block[] => [timeBlock(offer), { name: 'Coach', value: offer.coach }];

/** The link to the page with the offered slot and the person's entries on the waiting list. It requires signing in. */
const offerLink = (offer: OfferFacts, sender: Sender): Block => ({
  label: 'Termin ansehen und buchen',
  link: `${sender.publicUrl}/booking?angebot=${offer.entryId}`,
});

export const waitingListMails = {
  waitingOffer: {
    label: 'Termin von der Warteliste',
    mayResend: true,
    isSuperseded: ({ isInactive, offer, now }) => isInactive || !offer || !offer.isOpen || offer.heldUntil <= now,
    write: (offer, sender) => ({
      subject: `Termin für dich reserviert bis ${germanMoment(offer.heldUntil)}`,
      blocks: [
        'du stehst auf der Warteliste, und dieses Coaching ist frei geworden:',
        ...slotBlocks(offer),
        { name: 'Für dich reserviert bis', value: germanMoment(offer.heldUntil) },
        offerLink(offer, sender),
        'Passt dir der Termin nicht? Dann lehne ihn ab, und wir fragen die Nächsten auf der Liste. ' +
          'Danach ist er für alle frei.',
      ],
    }),
  },
  waitingOfferGone: {
    label: 'Reservierter Termin entfällt',
    mayResend: false,
    isSuperseded: ({ isInactive, offer, now }) => isInactive || !offer || offer.heldUntil <= now,
    write: (offer, sender) => ({
      subject: 'Der für dich reservierte Termin entfällt',
      blocks: [
        'dieses Coaching war für dich reserviert. Es findet nun doch nicht zu dieser Zeit statt oder ist wieder ' +
          'vergeben:',
        ...slotBlocks(offer),
        'Du stehst weiter auf der Warteliste: Sobald wieder etwas frei wird, das passt, schreiben wir dir.',
        { label: 'Freie Termine', link: `${sender.publicUrl}/booking`, quiet: true },
      ],
    }),
  },
} satisfies Record<string, WaitingListMail>;
export type WaitingListMailKind = keyof typeof waitingListMails;

/** The facts of a message about an offer from the waiting list. */
export interface WaitingListMessage {
  kind: WaitingListMailKind;
  offer: OfferFacts;
}
