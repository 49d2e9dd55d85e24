import { Suspense, useState, type ReactNode } from 'react';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { LoadingNotice } from '../../../web/ui/notices/LoadingNotice.tsx';
import type { BookableAppointment, OwnAppointment } from '../contract.ts';

const LastMinuteDialog = lazyComponent('LastMinuteDialog', () => import('./LastMinuteDialog.tsx'));
const RescheduleDialog = lazyComponent('RescheduleDialog', () => import('./RescheduleDialog.tsx'));

type Book = (slot: BookableAppointment, note?: string) => void;

interface Confirmation {
  /** Books the slot, or opens the dialog if the booking needs a confirmation. */
  bookOrConfirm: (slot: BookableAppointment) => void;
  /** The dialog while it is open, to be rendered by the caller. */
  confirmationDialog: ReactNode;
}

/**
 * Asks for confirmation before `book` is called. A booking to be rescheduled (`bookingToReschedule`) always needs a
 * confirmation (reference 4.18). A new booking (null) needs one only if it could no longer be cancelled (reference
 * 4.3). The dialog has a field for a note to the coach.
 */
export function useBookingConfirmation(book: Book, bookingToReschedule: OwnAppointment | null): Confirmation {
  const [slotToConfirm, setSlotToConfirm] = useState<BookableAppointment | null>(null);
  // The state keeps the note when the user closes the dialog or the booking fails, so that nobody has to type it again.
  const [note, setNote] = useState<string | undefined>(undefined);
  const dialogProps = slotToConfirm && {
    slot: slotToConfirm,
    note: note ?? bookingToReschedule?.note ?? '',
    onNoteChange: setNote,
    onConfirm: () => book(slotToConfirm, note),
    onClosed: () => setSlotToConfirm(null),
  };
  return {
    bookOrConfirm: (slot) =>
      bookingToReschedule || slot.stornoPossible === false ? setSlotToConfirm(slot) : book(slot),
    confirmationDialog: dialogProps && (
      <Suspense fallback={<LoadingNotice />}>
        {bookingToReschedule ? (
          <RescheduleDialog {...dialogProps} booking={bookingToReschedule} />
        ) : (
          <LastMinuteDialog {...dialogProps} />
        )}
      </Suspense>
    ),
  };
}
