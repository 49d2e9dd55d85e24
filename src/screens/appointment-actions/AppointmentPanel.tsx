import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { germanSlot } from '../../shared/berlin.ts';
import { SidePanel } from '../../web/ui/dialogs/SidePanel.tsx';
import { AppointmentDetails } from './AppointmentDetails.tsx';
import type { AppointmentAction, DetailedAppointment } from './appointmentActions.ts';

interface Props<Appointment extends DetailedAppointment> {
  /** Undefined if the appointment is not in the list, for example after an outdated link. */
  appointment: Appointment | undefined;
  asAdmin: boolean;
  /** Returns the facts that come first, as `Fact`s. */
  factsOf: (appointment: Appointment) => ReactNode;
  /** Called when an action has been chosen; the list then opens its dialog. */
  onChoose: (appointment: Appointment, action: AppointmentAction) => void;
  /** Called when the booking has been undone, before it disappears from the list. */
  onUndone?: (appointment: Appointment) => void;
  onClose: () => void;
}

/**
 * The side panel of a list with the details of an appointment that is or was booked, and all that can be done with it
 * (reference 4.11, 7.8).
 */
export default function AppointmentPanel<Appointment extends DetailedAppointment>(props: Props<Appointment>) {
  const { appointment, asAdmin, factsOf, onChoose, onUndone, onClose } = props;
  return (
    <SidePanel title={appointment ? germanSlot(appointment) : 'Termin nicht gefunden'} onClose={onClose}>
      {appointment ? (
        <AppointmentDetails
          key={appointment.id}
          appointment={appointment}
          asAdmin={asAdmin}
          onChoose={(action) => onChoose(appointment, action)}
          onGone={() => onUndone?.(appointment)}
        >
          {factsOf(appointment)}
        </AppointmentDetails>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          Dieser Termin steht nicht auf dieser Seite der Liste. Vielleicht wurde er verschoben oder gelöscht.
        </Typography>
      )}
    </SidePanel>
  );
}
