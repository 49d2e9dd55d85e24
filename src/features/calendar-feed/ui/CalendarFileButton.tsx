import { useState } from 'react';
import { download, saveBlob, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import { downloadAppointmentFile } from '../contract.ts';

interface Props {
  appointment: { id: number; date: string };
  /** The appointment's name for screen readers. */
  name: string;
}

/** A button that downloads an appointment as a file for calendar programs. */
export function CalendarFileButton({ appointment, ...props }: Props) {
  const [busy, setBusy] = useState(false);
  const downloadFile = async () => {
    setBusy(true);
    try {
      const bytes = await download(downloadAppointmentFile, { appointmentId: appointment.id });
      // With this media type, a phone offers to open the file in its calendar instead of saving it to a folder.
      saveBlob(new Blob([bytes], { type: 'text/calendar' }), `Coaching ${appointment.date}.ics`);
    } catch (error) {
      if (!isSessionEndedError(error)) toast.error(errorMessageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusyButton
      variant="text"
      busy={busy}
      aria-label={`Zum Kalender hinzufügen: ${props.name}`}
      onClick={() => void downloadFile()}
    >
      Zum Kalender hinzufügen
    </BusyButton>
  );
}
