import Typography from '@mui/material/Typography';
import { germanInterval, instantOf } from '../../../shared/berlin.ts';
import { formatDeadline } from '../../../shared/coaching.ts';
import { Fact, Facts } from '../../../web/ui/layout/Fact.tsx';
import type { BookableAppointment, OwnAppointment } from '../contract.ts';
import { SlotConfirmationDialog } from './SlotConfirmationDialog.tsx';

interface Props {
  /** The booking to be rescheduled. */
  booking: OwnAppointment;
  /** The new slot. */
  slot: BookableAppointment;
  /** The note to the coach that is sent with the booking. */
  note: string;
  onNoteChange: (note: string) => void;
  /** Why the participant cannot book; '' if they can. */
  disabledReason: string;
  onConfirm: () => void;
  /** Called when the dialog has closed completely. */
  onClosed: () => void;
}

/** Asks for confirmation before a booking is rescheduled, and shows its old and its new slot (reference 4.18). */
export default function RescheduleDialog({ booking, slot, note, onNoteChange, ...dialogProps }: Props) {
  const startsAt = instantOf(slot.date, slot.start);
  return (
    <SlotConfirmationDialog
      title="Termin verlegen?"
      confirmLabel="Termin verlegen"
      noteField={{ coach: slot.coach, value: note, onChange: onNoteChange }}
      {...dialogProps}
    >
      <Facts>
        <Fact label="Bisher">
          {germanInterval(booking)}, {booking.coach}
        </Fact>
        <Fact label="Neu">
          {germanInterval(slot)}, {slot.coach}
        </Fact>
      </Facts>
      {slot.stornoPossible === false ? (
        <Typography>
          <strong>Nicht mehr stornierbar:</strong> Der neue Termin beginnt in weniger als 48 Stunden. Wenn du ihn
          nimmst, kannst du ihn nicht mehr stornieren oder verlegen.
        </Typography>
      ) : (
        <>
          {startsAt && <Typography>Stornierbar {formatDeadline({ startsAt, movedByStaff: false })}.</Typography>}
          {booking.meta.movedByStaff && (
            <Typography>
              Den neuen Termin kannst du nur bis 48 Stunden vor Beginn stornieren oder noch einmal verlegen.
            </Typography>
          )}
        </>
      )}
    </SlotConfirmationDialog>
  );
}
