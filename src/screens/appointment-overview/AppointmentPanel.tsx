import Typography from '@mui/material/Typography';
import type { OverviewRow as Row } from '../../features/appointments/contract.ts';
import { AppointmentStatus } from '../../features/appointments/ui/AppointmentStatus.tsx';
import { germanSlot } from '../../shared/berlin.ts';
import { SidePanel } from '../../web/ui/dialogs/SidePanel.tsx';
import { Fact } from '../../web/ui/layout/Fact.tsx';
import type { AppointmentAction } from '../appointment-actions/appointmentActions.ts';
import { AppointmentDetails } from '../appointment-actions/AppointmentDetails.tsx';

interface Props {
  /** Undefined if the appointment is not in the list, for example after an outdated link. */
  appointment: Row | undefined;
  asAdmin: boolean;
  /** Called when an action has been chosen; the list then opens its dialog. */
  onChoose: (appointment: Row, action: AppointmentAction) => void;
  /** Called when the booking has been undone, before it disappears from the list. */
  onUndone: (appointment: Row) => void;
  onClose: () => void;
}

/** The side panel with the details of a booked or missed appointment, and all that can be done with it (reference 7.8). */
export default function AppointmentPanel({ appointment, asAdmin, onChoose, onUndone, onClose }: Props) {
  return (
    <SidePanel title={appointment ? germanSlot(appointment) : 'Termin nicht gefunden'} onClose={onClose}>
      {appointment ? (
        <AppointmentDetails
          key={appointment.id}
          appointment={appointment}
          asAdmin={asAdmin}
          onChoose={(action) => onChoose(appointment, action)}
          onGone={() => onUndone(appointment)}
        >
          <Fact label="Status">
            <AppointmentStatus appointment={appointment} />
          </Fact>
        </AppointmentDetails>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          Dieser Termin steht nicht auf dieser Seite der Liste. Vielleicht wurde er verschoben oder gelöscht.
        </Typography>
      )}
    </SidePanel>
  );
}
