import Link from '@mui/material/Link';
import { Link as RouteLink } from 'react-router';
import { personSearchPath } from '../../features/accounts/ui/searchAddress.ts';
import type { DetailedAppointment } from './appointmentActions.ts';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { Fact } from '../../web/ui/layout/Fact.tsx';
import { PhoneLink } from '../../web/ui/layout/PhoneLink.tsx';

/** The facts about the participant of an appointment, as children of `Facts`; the name leads to the person's page. */
export function ParticipantFacts({ appointment, asAdmin }: { appointment: DetailedAppointment; asAdmin: boolean }) {
  const { participantFullName: fullName, participantPhoneNumber: phone, participantEmail: email } = appointment;
  return (
    <>
      <Fact label="Teilnehmer:in">
        <Link component={RouteLink} to={personSearchPath({ fullName, email }, asAdmin)}>
          {fullName}
        </Link>
      </Fact>
      <Fact label="Telefon">
        <PhoneLink phone={phone} />
      </Fact>
      <Fact label="E-Mail">{email && <EmailLink address={email} />}</Fact>
      <Fact label="Standort">{appointment.participantLocation}</Fact>
      <Fact label="Qualifizierung">{appointment.participantQualification}</Fact>
      {appointment.note && <Fact label="Nachricht">{appointment.note}</Fact>}
    </>
  );
}
