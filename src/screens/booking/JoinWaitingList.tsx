import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { listMyWaitingEntries } from '../../features/waiting/contract.ts';
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

/**
 * The button that opens the form to join the waiting list (reference 12.7). It says so if the participant is on the
 * list already.
 */
export function JoinWaitingList({ filter, originalBooking, disabledReason, quiet = false }: Props) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const waitingList = useApiQuery(listMyWaitingEntries, {});
  const isWaiting = (waitingList.data?.data.length ?? 0) > 0;
  return (
    <div>
      {isWaiting && <Typography sx={{ mb: 2, fontWeight: 600 }}>Du stehst auf der Warteliste.</Typography>}
      <BusyButton
        variant={quiet ? 'outlined' : 'contained'}
        disabledReason={disabledReason}
        reasonHidden
        aria-haspopup="dialog"
        onClick={() => setIsDialogOpen(true)}
      >
        {isWaiting ? 'Noch ein Wunsch für die Warteliste' : 'Auf die Warteliste'}
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
