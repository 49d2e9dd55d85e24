import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { germanDate, germanInterval } from '../../shared/berlin.ts';
import { groupBy } from '../../shared/group.ts';
import { useNow } from '../../web/clock.ts';
import type { PlanEntry } from '../../features/appointments/contract.ts';
import { documentNames, statusLabel } from '../../features/appointments/rules.ts';

/** The printed plan: appointments with all their details, black on white, ten to a sheet of A4. */
export function PlanSheet({ entries, withCoach }: { entries: readonly PlanEntry[]; withCoach: boolean }) {
  const today = useNow().date;
  return (
    <Box sx={sheet}>
      <GlobalStyles styles={pageStyles} />
      {[...groupBy([...entries], ({ date }) => date)].map(([date, entriesOfDay]) => (
        <section key={date}>
          <h2>
            {entriesOfDay[0]?.weekDay} der {germanDate(date)}
          </h2>
          <table>
            <thead>
              <tr>
                <th className="time">Zeit</th>
                <th className="person">Teilnehmer:in</th>
                <th>Qualifizierung</th>
                <th>Unterlagen und weitere Termine</th>
              </tr>
            </thead>
            <tbody>
              {entriesOfDay.map((entry) => (
                <Entry key={entry.id} entry={entry} today={today} withCoach={withCoach} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </Box>
  );
}

function Entry({ entry, today, withCoach }: { entry: PlanEntry; today: string; withCoach: boolean }) {
  const otherAppointments = entry.remainingAppointments.map(
    (appointment) =>
      `${germanInterval({
        date: appointment.appointmentDate,
        start: appointment.appointmentFromTime,
        end: appointment.appointmentTillTime,
      })} bei ${appointment.coachName}`,
  );
  return (
    <>
      <tr>
        <th scope="row">
          {entry.timeSlot} Uhr
          <small>{statusLabel(entry.status, entry.date, today)}</small>
        </th>
        <td>
          <strong>{entry.participantFullName}</strong>
          {withCoach && <small>bei {entry.coachFullName}</small>}
          <small>Telefon: {entry.participantPhoneNumber || '–'}</small>
          <small>E-Mail: {entry.participantEmail || '–'}</small>
        </td>
        <td>
          {entry.participantQualification || '–'}
          <small>Letzter Tag der Qualifizierung: {germanDate(entry.participantEndOfQualification ?? '') || '–'}</small>
        </td>
        <td>
          {documentNames(entry) || '–'}
          {otherAppointments.length > 0 && <small>Weitere Termine: {otherAppointments.join('; ')}</small>}
        </td>
      </tr>
      {entry.note && (
        <tr className="note">
          <td colSpan={4}>Nachricht: {entry.note}</td>
        </tr>
      )}
    </>
  );
}

/** The print margins and styles of the page. */
const pageStyles = {
  '@page': { size: 'A4', margin: '10mm 12mm' },
  '@media print': {
    // The id is repeated for a higher specificity.
    '#inhalt#inhalt': { maxWidth: 'none', padding: 0 },
    '#inhalt h1': { fontSize: '16pt !important' },
    '#inhalt > *': { marginTop: 0, marginBottom: '1mm' },
  },
} as const;

const sheet = {
  color: 'common.black',
  bgcolor: 'common.white',
  fontSize: '8.5pt',
  lineHeight: 1.25,
  '& h2': { fontSize: '11pt', m: 0, mt: 1, mb: 0.5, breakAfter: 'avoid' },
  '& table': { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed', textAlign: 'left' },
  '& .time': { width: '31mm' },
  '& .person': { width: '37%' },
  '& th, & td': { p: 1, pl: 0, verticalAlign: 'top', overflowWrap: 'anywhere', hyphens: 'auto' },
  '& thead th': { fontWeight: 400, fontSize: '8pt' },
  '& tr': { breakInside: 'avoid' },
  '& tbody tr': { borderTop: '1px solid black' },
  '& tbody tr.note': { borderTop: 0, breakBefore: 'avoid', whiteSpace: 'pre-line' },
  '& small': { display: 'block', fontWeight: 400, fontSize: '8pt' },
} as const;
