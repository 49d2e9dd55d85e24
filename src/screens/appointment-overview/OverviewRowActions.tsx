import { germanSlot } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { startsInFuture, useNow } from '../../web/clock.ts';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import type { OverviewRow as Row } from '../../features/appointments/contract.ts';
import { describeHold, isUnused } from '../../features/appointments/rules.ts';
import { canReportAttendance } from '../../features/booking/missed/rules.ts';
import { canUndoBooking, actionsFor, type AppointmentAction } from '../appointment-actions/appointmentActions.ts';
import { BookInRow } from '../appointment-actions/BookInRow.tsx';
import { RowActions } from '../appointment-actions/RowActions.tsx';
import { UndoBooking } from '../appointment-actions/UndoBooking.tsx';

interface Props {
  row: Row;
  /** Whether the user is an admin. Coaches see only their own rows. */
  asAdmin: boolean;
  /** Called when an action has been chosen; the list then opens its dialog. */
  onChoose: (action: AppointmentAction) => void;
  /** Called when the booking has been undone, before it disappears from the list; its slot reappears as another row. */
  onUndone: () => void;
  /** Opens the details of the appointment. */
  onOpen: () => void;
}

/** The buttons at the end of an appointment's row. */
export function OverviewRowActions({ row, asAdmin, onChoose, onUndone, onOpen }: Props) {
  const now = useNow();
  const isFree = row.status === statuses.free;
  const when = germanSlot(row);
  // Admins need the coach as well, since several coaches may have an appointment at the same time.
  const appointmentName = asAdmin ? `${when}, ${row.coachFullName}` : when;
  const isUpcoming = startsInFuture(row, now);
  const actions = actionsFor(row, { isUpcoming, asAdmin, canReport: canReportAttendance(row, now) });
  return (
    <>
      {canUndoBooking(row, asAdmin, now) && (
        <UndoBooking inRow appointment={row} appointmentName={appointmentName} onDone={onUndone} />
      )}
      {actions.includes('bookFor') && (
        <BookInRow appointmentName={appointmentName} onClick={() => onChoose('bookFor')} />
      )}
      {actions.length > 0 && (
        <RowActions
          actions={actions}
          asAdmin={asAdmin}
          appointmentName={appointmentName}
          isHeld={row.reserved}
          onChoose={onChoose}
        />
      )}
      <RowButton
        icon="open"
        disabled={isFree}
        aria-label={`Details ${appointmentName}`}
        title={isFree ? noDetailsReason(row, isUnused(row, now)) : `Details ${appointmentName}`}
        onClick={onOpen}
      />
    </>
  );
}

/** Returns the reason, in German, why a free appointment has no details. */
function noDetailsReason({ isSpeedcoaching, heldUntil }: Row, isPast: boolean): string {
  if (isPast) return 'Wurde nicht gebucht, daher keine Details';
  if (heldUntil) return `Reserviert ${describeHold(heldUntil)}`;
  return isSpeedcoaching ? 'Offen für alle, daher keine Details' : 'Noch nicht gebucht, daher keine Details';
}
