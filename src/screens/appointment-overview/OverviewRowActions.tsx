import { germanSlot } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { isAhead, useNow } from '../../web/clock.ts';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import type { OverviewRow as Row } from '../../features/appointments/contract.ts';
import { DeleteFree } from '../../features/appointments/ui/DeleteFree.tsx';
import { canUndoBooking, actionsFor, type AppointmentAction } from '../appointment-actions/appointmentActions.ts';
import { RowActions } from '../appointment-actions/RowActions.tsx';
import { UndoBooking } from '../appointment-actions/UndoBooking.tsx';

interface Props {
  row: Row;
  /** Admins may delete any appointment; a coach's rows are all their own. */
  asAdmin: boolean;
  /** Called when the appointment has been deleted and is about to leave the list. */
  onDeleted: () => void;
  /** Called when an action is chosen for which the list opens a dialog. */
  onChoose: (action: AppointmentAction) => void;
  /** Called when the booking has been undone and is about to leave the list; its slot returns as another row. */
  onUndone: () => void;
  /** Opens its details. */
  onOpen: () => void;
}

/** The actions on an appointment, at the end of its row. */
export function OverviewRowActions({ row, asAdmin, onDeleted, onChoose, onUndone, onOpen }: Props) {
  const now = useNow();
  const free = row.status === statuses.free;
  const when = germanSlot(row);
  // Several coaches may have an appointment at the same time.
  const what = asAdmin ? `${when}, ${row.coachFullName}` : when;
  const actions = actionsFor(row, { ahead: isAhead(row, now), asAdmin });
  return (
    <>
      {canUndoBooking(row, asAdmin, now) && <UndoBooking inRow appointmentId={row.id} what={what} onDone={onUndone} />}
      {free && <DeleteFree inRow appointmentId={row.id} asAdmin={asAdmin} onDeleted={onDeleted} what={what} />}
      {actions.length > 0 && <RowActions actions={actions} what={what} onChoose={onChoose} />}
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
