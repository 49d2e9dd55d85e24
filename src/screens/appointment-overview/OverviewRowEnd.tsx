import { germanSlot } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { isAhead, useNow } from '../../web/clock.ts';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import type { OverviewRow as Row } from '../../features/appointments/contract.ts';
import { DeleteFree } from '../../features/appointments/ui/DeleteFree.tsx';
import { canTakeBack, deedsOf, type Deed } from '../../features/booking/ui/appointmentActions.ts';
import { RowActions } from '../../features/booking/ui/RowActions.tsx';
import { TakeBack } from '../../features/booking/ui/TakeBack.tsx';

interface Props {
  row: Row;
  /** Admins may delete any appointment; a coach's rows are all their own. */
  asAdmin: boolean;
  /** Called when the appointment has been deleted and is about to leave the list. */
  onDeleted: () => void;
  /** Called when somebody chooses what a dialog of the list does. */
  onChoose: (deed: Deed) => void;
  /** Called when it has been taken back and is about to leave the list; the slot comes back as another row. */
  onTakenBack: () => void;
  /** Opens its details. */
  onOpen: () => void;
}

/** What can be done with an appointment of the overview, at the end of its row. */
export function OverviewRowEnd({ row, asAdmin, onDeleted, onChoose, onTakenBack, onOpen }: Props) {
  const now = useNow();
  const free = row.status === statuses.free;
  const when = germanSlot(row);
  // Several coaches may have an appointment at the same time.
  const what = asAdmin ? `${when}, ${row.coachFullName}` : when;
  const deeds = deedsOf(row, { ahead: isAhead(row, now), asAdmin });
  return (
    <>
      {canTakeBack(row, asAdmin, now) && <TakeBack inRow appointmentId={row.id} what={what} onDone={onTakenBack} />}
      {free && <DeleteFree inRow appointmentId={row.id} asAdmin={asAdmin} onDeleted={onDeleted} what={what} />}
      {deeds.length > 0 && <RowActions deeds={deeds} what={what} onChoose={onChoose} />}
      <RowButton
        icon="open"
        disabled={free}
        aria-label={`Details ${what}`}
        title={free ? whyNoDetails(row) : `Details ${what}`}
        onClick={onOpen}
      />
    </>
  );
}

/** Why a free appointment has no details. */
function whyNoDetails({ isSpeedcoaching, reserved }: Row): string {
  if (reserved) return 'Für eine Person auf der Warteliste reserviert';
  return isSpeedcoaching ? 'Offen für alle, daher keine Details' : 'Noch nicht gebucht, daher keine Details';
}
