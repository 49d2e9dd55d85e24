import Button from '@mui/material/Button';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { JoinWaitingList } from './JoinWaitingList.tsx';
import type { SlotFilter } from './useSlotFilter.ts';

interface Props {
  /** Whether a filter is active, so that the user can reset it. */
  isFiltered: boolean;
  onReset: () => void;
  /** The props of the button for the waiting list; false if there is no button. */
  waitingListProps: false | { filter: SlotFilter; originalBooking: OwnAppointment | null; disabledReason: string };
}

/** Takes the place of an empty list of free slots, and offers the next steps (reference 4.3, 4.14). */
export default function NoFreeSlots({ isFiltered, onReset, waitingListProps }: Props) {
  if (!isFiltered)
    return (
      <EmptyState
        picture="calendar"
        title="Es konnten keine freien Termine gefunden werden."
        action={waitingListProps && <JoinWaitingList {...waitingListProps} />}
      >
        Neue Termine kommen laufend dazu. Schau bald wieder vorbei.
      </EmptyState>
    );
  return (
    <EmptyState
      picture="calendar"
      title="Zu deinem Filter passt gerade kein freier Termin."
      action={
        <>
          {waitingListProps && <JoinWaitingList {...waitingListProps} />}
          <Button variant={waitingListProps ? 'outlined' : 'contained'} onClick={onReset}>
            Filter zurücksetzen
          </Button>
        </>
      }
    >
      Wähle andere Tage oder Zeiten, oder sieh dir alle freien Termine an.
    </EmptyState>
  );
}
