import Box from '@mui/material/Box';
import { germanDate, germanInterval } from '../../../shared/berlin.ts';
import { useNow } from '../../../web/clock.ts';
import { EmailLink } from '../../../web/ui/layout/EmailLink.tsx';
import { Fact, Facts } from '../../../web/ui/layout/Fact.tsx';
import { PhoneLink } from '../../../web/ui/layout/PhoneLink.tsx';
import type { PlanEntry } from '../contract.ts';
import { documentNames, statusLabel } from '../rules.ts';

/** The details of an appointment in the daily plan, and of its participant. */
export function PlanFacts({ entry }: { entry: PlanEntry }) {
  const now = useNow();
  const phone = entry.participantPhoneNumber;
  const email = entry.participantEmail;
  return (
    <Facts>
      {entry.coming && <Fact label="Zusage">Hat zugesagt</Fact>}
      {entry.note && <Fact label="Nachricht">{entry.note}</Fact>}
      <Fact label="Telefon">
        <PhoneLink phone={phone} />
      </Fact>
      <Fact label="Letzter Tag der Qualifizierung">{germanDate(entry.participantEndOfQualification ?? '')}</Fact>
      <Fact label="E-Mail">{email && <EmailLink address={email} />}</Fact>
      <Fact label="Status">{statusLabel(entry.status, entry.date, now.date)}</Fact>
      <Fact label="Qualifizierung">{entry.participantQualification}</Fact>
      <Fact label="Uploads">{documentNames(entry)}</Fact>
      <Fact label="Weitere Termine">
        {entry.remainingAppointments.length > 0 && <OtherAppointments appointments={entry.remainingAppointments} />}
      </Fact>
    </Facts>
  );
}

function OtherAppointments({ appointments }: { appointments: PlanEntry['remainingAppointments'] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {appointments.map(({ appointmentId, appointmentDate, appointmentFromTime, appointmentTillTime, coachName }) => (
        <li key={appointmentId}>
          {germanInterval({ date: appointmentDate, start: appointmentFromTime, end: appointmentTillTime })} bei{' '}
          {coachName}
        </li>
      ))}
    </Box>
  );
}
