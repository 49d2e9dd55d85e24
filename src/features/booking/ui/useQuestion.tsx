import { Suspense, useState, type ReactNode } from 'react';
import { lazyComponent } from '../../../web/lazyComponent.ts';
import { OpeningNotice } from '../../../web/ui/notices/OpeningNotice.tsx';
import type { BookableAppointment, OwnAppointment } from '../contract.ts';

const LastMinuteDialog = lazyComponent('LastMinuteDialog', () => import('./LastMinuteDialog.tsx'));
const RescheduleDialog = lazyComponent('RescheduleDialog', () => import('./RescheduleDialog.tsx'));

type Book = (slot: BookableAppointment, note?: string) => void;

/**
 * Books a slot as `book` does, but asks first if the slot could no longer be cancelled (reference 4.3), and always if a
 * booking, `old`, is rescheduled to it (reference 4.18). The question has a field for a note to the coach.
 */
export function useQuestion(
  book: Book,
  old: OwnAppointment | null,
): { bookOrAsk: (slot: BookableAppointment) => void; question: ReactNode } {
  const [asked, setAsked] = useState<BookableAppointment | null>(null);
  // Kept when the dialog is closed or the booking refused, so that nothing has to be typed twice.
  const [note, setNote] = useState<string | undefined>(undefined);
  const about = asked && {
    ...{ slot: asked, note: note ?? old?.note ?? '', onNote: setNote },
    ...{ onYes: () => book(asked, note), onClosed: () => setAsked(null) },
  };
  return {
    bookOrAsk: (slot) => (old || slot.stornoPossible === false ? setAsked(slot) : book(slot)),
    question: about && (
      <Suspense fallback={<OpeningNotice />}>
        {old ? <RescheduleDialog {...about} old={old} /> : <LastMinuteDialog {...about} />}
      </Suspense>
    ),
  };
}
