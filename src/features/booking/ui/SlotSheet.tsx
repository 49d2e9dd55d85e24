import Typography from '@mui/material/Typography';
import { instantOf } from '../../../shared/berlin.ts';
import { formatDeadline } from '../../../shared/coaching.ts';
import { TextLink } from '../../../web/ui/layout/TextLink.tsx';
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

/** Shows a slot before it is booked: time, type, coach, and until when it can be cancelled (reference 4.25). */
export default function SlotSheet({ slot, note, onNoteChange, disabledReason, ...dialogProps }: Props) {
  const startsAt = instantOf(slot.date, slot.start);
  return (
    <SlotConfirmationDialog
      title="Einzelcoaching buchen"
      confirmLabel="Buchen"
      disabledReason={disabledReason}
      noteField={{ coach: slot.coach, value: note, onChange: onNoteChange }}
      {...dialogProps}
    >
      <SlotSummary slot={slot} />
      {startsAt && <Typography>Stornierbar {formatDeadline({ startsAt, movedByStaff: false })}.</Typography>}
      {disabledReason && (
        <Typography>
          Lade zuerst eine Word-Datei hoch: <TextLink to="/files">Zu „Meine Unterlagen“</TextLink>
        </Typography>
      )}
    </SlotConfirmationDialog>
  );
}
