import { useEffect, useState } from 'react';
import { instantOf, weekday } from '../../../shared/berlin.ts';
import { canCancel } from '../../../shared/coaching.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import type { SlotOffer } from '../../waiting/contract.ts';
import type { BookableAppointment, OwnAppointment } from '../contract.ts';
import { useBooking } from './useBooking.ts';
import { useBookingConfirmation } from './useBookingConfirmation.tsx';

export interface TakeOfferProps {
  offer: SlotOffer;
  /** The id of the booking to be rescheduled to the offered slot; null for a new booking. */
  reschedulingId: number | null;
  /** The booking to be rescheduled; null for a new booking, and until it is loaded. */
  bookingToReschedule: OwnAppointment | null;
  /** The id of the element that describes the slot. */
  describedBy: string;
  /** Called with the German sentence that says why the booking failed, and with '' when there is no failure to show. */
  onErrorChange: (sentence: string) => void;
}

/**
 * The button that books an offered slot or reschedules a booking to it, after the usual confirmation (reference 12.7).
 */
export function TakeOffer({ offer, reschedulingId, bookingToReschedule, describedBy, onErrorChange }: TakeOfferProps) {
  const { busySlotId, failures, book } = useBooking(reschedulingId);
  const { bookOrConfirm, confirmationDialog } = useBookingConfirmation(book, bookingToReschedule);
  const [slot] = useState(() => toBookableAppointment(offer));
  const failureMessage = failures.at(-1)?.message ?? '';
  useEffect(() => onErrorChange(failureMessage), [failureMessage, onErrorChange]);
  return (
    <>
      <BusyButton
        busy={busySlotId === slot.id}
        busyText={reschedulingId === null ? 'Buchen...' : 'Wird verlegt...'}
        // The dialog shows the booking to be rescheduled, so the button is disabled until this booking is loaded.
        disabledReason={reschedulingId !== null && !bookingToReschedule ? 'Lädt...' : ''}
        aria-describedby={describedBy}
        onClick={() => bookOrConfirm(slot)}
      >
        {reschedulingId === null ? 'Buchen' : 'Hierhin verlegen'}
      </BusyButton>
      {confirmationDialog}
    </>
  );
}

/** Converts an offer to a bookable appointment. */
function toBookableAppointment({ appointmentId, date, start, end, coach, coachId }: SlotOffer): BookableAppointment {
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
    coachId,
    // The offer does not contain the picture, so the dialogs show the initials.
    coachPicture: null,
    stornoPossible: startsAt !== null && canCancel({ startsAt, movedByStaff: false }, new Date()),
  };
}
