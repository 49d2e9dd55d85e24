import Typography from '@mui/material/Typography';
import { germanInterval } from '../../../shared/berlin.ts';
import { Fact, Facts } from '../../../web/ui/layout/Fact.tsx';
import type { BookableAppointment, OwnAppointment } from '../contract.ts';
import { SlotConfirmationDialog } from './SlotConfirmationDialog.tsx';

interface Props {
  /** The booking to be rescheduled. */
  old: OwnAppointment;
  slot: BookableAppointment;
  /** The note to the coach, sent with the booking. */
  note: string;
  onNote: (note: string) => void;
  onYes: () => void;
  /** Called when the dialog has disappeared. */
  onClosed: () => void;
}

/** Shows the old and the new slot and asks for confirmation before a booking is rescheduled (reference 4.18). */
export default function RescheduleDialog({ old, slot, note, onNote, ...rest }: Props) {
  return (
    <SlotConfirmationDialog
      title="Termin verlegen?"
      yes="Termin verlegen"
      note={{ coach: slot.coach, value: note, onChange: onNote }}
      {...rest}
    >
      <Facts>
        <Fact label="Bisher">
          {germanInterval(old)}, {old.coach}
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
        old.meta.movedByStaff && (
          <Typography>
            Den neuen Termin kannst du nur bis 48 Stunden vor Beginn stornieren oder noch einmal verlegen.
          </Typography>
        )
      )}
    </SlotConfirmationDialog>
  );
}
