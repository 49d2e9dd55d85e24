import Typography from '@mui/material/Typography';
import { germanSlot } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { PhoneLink } from '../../web/ui/layout/PhoneLink.tsx';
import { SidePanel } from '../../web/ui/dialogs/SidePanel.tsx';
import type { OverviewRow as Row } from '../../features/appointments/contract.ts';
import { StatusChip } from '../../features/appointments/ui/StatusChip.tsx';

interface Props {
  /** Undefined if the appointment is not in the list, for example after an outdated link. */
  appointment: Row | undefined;
  asAdmin: boolean;
  onClose: () => void;
}

/** The side panel with the details of a booked or missed appointment (reference 7.8). */
export default function AppointmentPanel({ appointment, asAdmin, onClose }: Props) {
  return (
    <SidePanel title={appointment ? germanSlot(appointment) : 'Termin nicht gefunden'} open onClose={onClose}>
      {appointment ? (
        <Details appointment={appointment} asAdmin={asAdmin} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          Dieser Termin steht nicht auf dieser Seite der Liste. Vielleicht wurde er verschoben oder gelöscht.
        </Typography>
      )}
    </SidePanel>
  );
}

function Details({ appointment, asAdmin }: { appointment: Row; asAdmin: boolean }) {
  const { participantPhoneNumber: phone, participantEmail: email, status, date, reserved } = appointment;
  const today = useNow().date;
  return (
    <Facts>
      <Fact label="Status">
        <StatusChip status={status} date={date} today={today} reserved={reserved} />
      </Fact>
      <Fact label="Teilnehmer:in">{appointment.participantFullName}</Fact>
      <Fact label="Telefon">
        <PhoneLink phone={phone} />
      </Fact>
      <Fact label="E-Mail">{email && <EmailLink address={email} />}</Fact>
      <Fact label="Standort">{appointment.participantLocation}</Fact>
      <Fact label="Qualifizierung">{appointment.participantQualification}</Fact>
      {asAdmin && <Fact label="Coach">{appointment.coachFullName}</Fact>}
      {appointment.note && <Fact label="Nachricht">{appointment.note}</Fact>}
    </Facts>
  );
}
