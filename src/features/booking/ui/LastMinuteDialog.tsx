import Typography from '@mui/material/Typography';
import { germanInterval } from '../../../shared/berlin.ts';
import type { BookableAppointment } from '../contract.ts';
import { SlotConfirmationDialog } from './SlotConfirmationDialog.tsx';

interface Props {
  slot: BookableAppointment;
  /** The note to the coach, sent with the booking. */
  note: string;
  onNote: (note: string) => void;
  onYes: () => void;
  /** Called when the dialog has disappeared. */
  onClosed: () => void;
}

/** Asks for confirmation before booking a slot that can no longer be cancelled (reference 4.3). */
export default function LastMinuteDialog({ slot, note, onNote, ...rest }: Props) {
  return (
    <SlotConfirmationDialog
      title="Nicht mehr stornierbar"
      yes="Trotzdem buchen"
      note={{ coach: slot.coach, value: note, onChange: onNote }}
      {...rest}
    >
      <Typography sx={{ fontWeight: 600 }}>
        {slot.type}: {germanInterval(slot)}, {slot.coach}
      </Typography>
      <Typography>
        Dieser Termin beginnt in weniger als 48 Stunden. Wenn du ihn buchst, kannst du ihn nicht mehr stornieren oder
        verlegen.
      </Typography>
    </SlotConfirmationDialog>
  );
}
