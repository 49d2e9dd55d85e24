import Box from '@mui/material/Box';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { AppointmentStatus } from '../../features/appointments/ui/AppointmentStatus.tsx';
import { AttendedMark } from '../../features/appointments/ui/StatusChip.tsx';
import { Fact } from '../../web/ui/layout/Fact.tsx';
import type { AppointmentAction } from '../appointment-actions/appointmentActions.ts';
import AppointmentPanel from '../appointment-actions/AppointmentPanel.tsx';

interface Props {
  /** Undefined if the appointment is not in the list. */
  appointment: OverviewRow | undefined;
  asAdmin: boolean;
  onChoose: (appointment: OverviewRow, action: AppointmentAction) => void;
  onUndone: (appointment: OverviewRow) => void;
  onClose: () => void;
}

/** The side panel with the details of a booked or missed appointment of the overview (reference 7.8). */
export default function OverviewPanel(props: Props) {
  return <AppointmentPanel {...props} factsOf={statusFact} />;
}

const statusFact = (appointment: OverviewRow) => (
  <Fact label="Status">
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 2 }}>
      <AppointmentStatus appointment={appointment} />
      {appointment.attended && <AttendedMark />}
    </Box>
  </Fact>
);
