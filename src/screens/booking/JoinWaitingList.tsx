import { Suspense, useState } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import type { SlotFilter } from './useSlotFilter.ts';

const JoinWaitingListDialog = lazyComponent('JoinWaitingListDialog', () => import('./JoinWaitingListDialog.tsx'));

interface Props {
  filter: SlotFilter;
  /** The booking to reschedule; null if the participant is waiting for a new booking. */
  originalBooking: OwnAppointment | null;
  /** Why the participant cannot book; '' if they can. */
  disabledReason: string;
  /** Whether the button is less prominent, because a list of free slots is above it. */
  quiet?: boolean;
}

/** The button 'Auf die Warteliste', which opens the form to join the waiting list (reference 12.7). */
export function JoinWaitingList({ filter, originalBooking, disabledReason, quiet = false }: Props) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <div>
      <BusyButton
        variant={quiet ? 'outlined' : 'contained'}
        disabledReason={disabledReason}
        aria-haspopup="dialog"
        onClick={() => setIsDialogOpen(true)}
      >
        Auf die Warteliste
      </BusyButton>
      {isDialogOpen && (
        <Suspense fallback={<LoadingNotice />}>
          <JoinWaitingListDialog
            filter={filter}
            originalBooking={originalBooking}
            onClosed={() => setIsDialogOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
