import { Suspense, useState, type ReactNode } from 'react';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { OpeningNotice } from '../../../web/ui/notices/OpeningNotice.tsx';
import type { BookableAppointment, OwnAppointment } from '../contract.ts';

const LastMinuteDialog = lazyComponent('LastMinuteDialog', () => import('./LastMinuteDialog.tsx'));
const RescheduleDialog = lazyComponent('RescheduleDialog', () => import('./RescheduleDialog.tsx'));

type Book = (slot: BookableAppointment, note?: string) => void;

/**
 * Books a slot with `book`, but asks for confirmation first if it could no longer be cancelled (reference 4.3), and
 * always if the booking `old` is rescheduled to it (reference 4.18). The dialog has a field for a note to the coach.
 */
export function useQuestion(
  book: Book,
  old: OwnAppointment | null,
): { bookOrAsk: (slot: BookableAppointment) => void; question: ReactNode } {
  const [slotToConfirm, setSlotToConfirm] = useState<BookableAppointment | null>(null);
  // The note is kept when the dialog is closed or the booking refused, so that it need not be typed again.
  const [note, setNote] = useState<string | undefined>(undefined);
  const dialogProps = slotToConfirm && {
    slot: slotToConfirm,
    note: note ?? old?.note ?? '',
    onNote: setNote,
    onYes: () => book(slotToConfirm, note),
    onClosed: () => setSlotToConfirm(null),
  };
  return {
    bookOrAsk: (slot) => (old || slot.stornoPossible === false ? setSlotToConfirm(slot) : book(slot)),
    question: dialogProps && (
      <Suspense fallback={<OpeningNotice />}>
        {old ? <RescheduleDialog {...dialogProps} old={old} /> : <LastMinuteDialog {...dialogProps} />}
      </Suspense>
    ),
  };
}
