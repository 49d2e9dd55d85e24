import { Suspense, useState, type ReactNode } from 'react';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { LoadingNotice } from '../../../web/ui/notices/LoadingNotice.tsx';
import type { BookableAppointment, OwnAppointment } from '../contract.ts';

const LastMinuteDialog = lazyComponent('LastMinuteDialog', () => import('./LastMinuteDialog.tsx'));
const SlotSheet = lazyComponent('SlotSheet', () => import('./SlotSheet.tsx'));
const SpeedcoachingSheet = lazyComponent('SpeedcoachingSheet', () => import('./SpeedcoachingSheet.tsx'));
const RescheduleDialog = lazyComponent('RescheduleDialog', () => import('./RescheduleDialog.tsx'));

type Book = (slot: BookableAppointment, note?: string) => void;

interface Confirmation {
  /** Books the slot, or opens the dialog if the booking needs a confirmation. */
  bookOrConfirm: (slot: BookableAppointment) => void;
  /** The dialog while it is open, to be rendered by the caller. */
  confirmationDialog: ReactNode;
}

interface Options {
  /** Whether every slot opens a dialog, because the page does not show its details (reference 4.25). */
  showsDetails?: boolean;
  /** Why the participant cannot book; '' if they can. */
  disabledReason?: string;
}

/**
 * Asks for confirmation before `book` is called. A booking to be rescheduled (`bookingToReschedule`) always needs a
 * confirmation (reference 4.18). A new booking (null) needs one only if it could no longer be cancelled (reference
 * 4.3), or if `showsDetails`. The dialog has a field for a note to the coach.
 */
export function useBookingConfirmation(
  book: Book,
  bookingToReschedule: OwnAppointment | null,
  { showsDetails = false, disabledReason = '' }: Options = {},
): Confirmation {
  const [slotToConfirm, setSlotToConfirm] = useState<BookableAppointment | null>(null);
  // The state keeps the note when the user closes the dialog or the booking fails, so that nobody has to type it again.
  const [note, setNote] = useState<string | undefined>(undefined);
  const dialogProps = slotToConfirm && {
    slot: slotToConfirm,
    note: note ?? bookingToReschedule?.note ?? '',
    onNoteChange: setNote,
    disabledReason,
    onConfirm: () => book(slotToConfirm, note),
    onClosed: () => setSlotToConfirm(null),
  };
  return {
    bookOrConfirm: (slot) =>
      bookingToReschedule || showsDetails || slot.stornoPossible === false ? setSlotToConfirm(slot) : book(slot),
    confirmationDialog: dialogProps && (
      <Suspense fallback={<LoadingNotice />}>
        {dialogProps.slot.type === 'Speedcoaching' ? (
          <SpeedcoachingSheet {...dialogProps} />
        ) : bookingToReschedule ? (
          <RescheduleDialog {...dialogProps} booking={bookingToReschedule} />
        ) : dialogProps.slot.stornoPossible === false ? (
          <LastMinuteDialog {...dialogProps} />
        ) : (
          <SlotSheet {...dialogProps} />
        )}
      </Suspense>
    ),
  };
}
