import Button from '@mui/material/Button';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import { JoinWaiting } from './JoinWaiting.tsx';
import type { SlotFilter } from './useSlotFilter.ts';

interface Props {
  /** A filter is in use, so that resetting it may find something. */
  isFiltered: boolean;
  onReset: () => void;
  /** What the waiting list needs to know; false where nobody has to wait. */
  waitable: false | { filter: SlotFilter; old: OwnAppointment | null; offReason: string };
}

/** In place of an empty list of free appointments: what to do next (reference 4.3, 4.14). */
export default function NothingFree({ isFiltered, onReset, waitable }: Props) {
  if (!isFiltered)
    return (
      <EmptyState
        picture="calendar"
        title="Es konnten keine freien Termine gefunden werden."
        action={waitable && <JoinWaiting {...waitable} />}
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
          {waitable && <JoinWaiting {...waitable} />}
          <Button variant={waitable ? 'outlined' : 'contained'} onClick={onReset}>
            Filter zurücksetzen
          </Button>
        </>
      }
    >
      Wähle andere Tage oder Zeiten, oder sieh dir alle freien Termine an.
    </EmptyState>
  );
}
