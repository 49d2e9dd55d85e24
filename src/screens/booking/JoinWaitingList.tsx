import { Suspense, useState } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import type { SlotFilter } from './useSlotFilter.ts';

const JoinWaitingListDialog = lazyComponent('JoinWaitingListDialog', () => import('./JoinWaitingListDialog.tsx'));

interface Props {
  filter: SlotFilter;
  /** The booking to reschedule; null if the participant is waiting for a first booking. */
  original: OwnAppointment | null;
  /** Why nothing can be booked; '' if booking is possible. */
  offReason: string;
  /** Less prominent, below a list that is not empty. */
  quiet?: boolean;
}

/** 'Auf die Warteliste': opens the form with the filter filled in (reference 12.7). */
export function JoinWaitingList({ filter, original, offReason, quiet = false }: Props) {
  const [joining, setJoining] = useState(false);
  return (
    <div>
      <BusyButton
        variant={quiet ? 'outlined' : 'contained'}
        disabledReason={offReason}
        aria-haspopup="dialog"
        onClick={() => setJoining(true)}
      >
        Auf die Warteliste
      </BusyButton>
      {joining && (
        <Suspense fallback={<OpeningNotice />}>
          <JoinWaitingListDialog filter={filter} original={original} onClosed={() => setJoining(false)} />
        </Suspense>
      )}
    </div>
  );
}
