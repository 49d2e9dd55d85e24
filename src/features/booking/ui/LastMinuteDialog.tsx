import Typography from '@mui/material/Typography';
import type { BookableAppointment } from '../contract.ts';
import { SlotConfirmationDialog } from './SlotConfirmationDialog.tsx';
import { SlotSummary } from './SlotSummary.tsx';

interface Props {
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

/** Asks for confirmation before booking a slot that can no longer be cancelled (reference 4.3). */
export default function LastMinuteDialog({ slot, note, onNoteChange, ...dialogProps }: Props) {
  return (
    <SlotConfirmationDialog
      title="Nicht mehr stornierbar"
      confirmLabel="Trotzdem buchen"
      noteField={{ coach: slot.coach, value: note, onChange: onNoteChange }}
      {...dialogProps}
    >
      <SlotSummary slot={slot} />
      <Typography>
        Dieser Termin beginnt in weniger als 48 Stunden. Wenn du ihn buchst, kannst du ihn nicht mehr stornieren oder
        verlegen.
      </Typography>
    </SlotConfirmationDialog>
  );
}
