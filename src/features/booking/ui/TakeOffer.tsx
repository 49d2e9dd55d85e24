import { useEffect, useState } from 'react';
import { instantOf, weekday } from '../../../shared/berlin.ts';
import { canCancel } from '../../../shared/coaching.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import type { WaitingEntry } from '../../waiting/contract.ts';
import type { BookableAppointment, OwnAppointment } from '../contract.ts';
import { useBooking } from './useBooking.ts';
import { useQuestion } from './useQuestion.tsx';

export type Offer = NonNullable<WaitingEntry['offer']>;

export interface TakeOfferProps {
  offer: Offer;
  /** The id of the booking to be rescheduled to the slot; null for a new booking. */
  insteadOf: number | null;
  /** The booking to be rescheduled, once it has been loaded. */
  old: OwnAppointment | null;
  /** The id of the element that describes the slot. */
  describedBy: string;
  /** Called with the sentence of a refusal. */
  onRefused: (sentence: string) => void;
}

/** The button that books a held slot or reschedules to it, with the usual confirmation (reference 12.7). */
export function TakeOffer({ offer, insteadOf, old, describedBy, onRefused }: TakeOfferProps) {
  const { busy, failures, book } = useBooking(insteadOf);
  const { bookOrAsk, question } = useQuestion(book, old);
  const [slot] = useState(() => slotOf(offer));
  const sentence = failures.at(-1)?.sentence ?? '';
  useEffect(() => onRefused(sentence), [sentence, onRefused]);
  return (
    <>
      <BusyButton
        busy={busy === slot.id}
        busyText={insteadOf === null ? 'Buchen...' : 'Wird verlegt...'}
        // The dialog shows the old booking, so wait until it is loaded.
        disabledReason={insteadOf !== null && !old ? 'Lädt...' : ''}
        aria-describedby={describedBy}
        onClick={() => bookOrAsk(slot)}
      >
        {insteadOf === null ? 'Buchen' : 'Hierhin verlegen'}
      </BusyButton>
      {question}
    </>
  );
}

/** The offered slot in the format of the list of bookable appointments. */
function slotOf({ appointmentId, date, start, end, coach, coachId }: Offer): BookableAppointment {
  const startsAt = instantOf(date, start);
  return {
    id: appointmentId,
    type: 'Einzelcoaching',
    date,
    day: weekday(date),
    start,
    end,
    coach,
    href: null,
    // Unused, because no card shows this slot.
    coachId,
    coachPicture: null,
    stornoPossible: startsAt !== null && canCancel({ startsAt, movedByStaff: false }, new Date()),
  };
}
