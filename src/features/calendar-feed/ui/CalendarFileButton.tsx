import { download, saveBlob, errorMessageOf } from '../../../web/calls/api.ts';
import { useSubmit } from '../../../web/calls/useSubmit.ts';
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
  const downloadFile = async () => {
    const bytes = await download(downloadAppointmentFile, { appointmentId: appointment.id });
    // With this media type, a phone offers to open the file in its calendar instead of saving it to a folder.
    saveBlob(new Blob([bytes], { type: 'text/calendar' }), `Coaching ${appointment.date}.ics`);
  };
  const { busy, submit } = useSubmit(downloadFile, (error) => toast.error(errorMessageOf(error)));
  return (
    <BusyButton
      variant="text"
      busy={busy}
      aria-label={`Zum Kalender hinzufügen: ${props.name}`}
      onClick={() => void submit()}
    >
      Zum Kalender hinzufügen
    </BusyButton>
  );
}
