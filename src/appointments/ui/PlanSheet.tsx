import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { germanDate, germanStretch } from '../../shared/berlin.ts';
import { groupBy } from '../../shared/group.ts';
import { useNow } from '../../web/clock.ts';
import type { PlanEntry } from '../contract.ts';
import { statusWord } from '../rules.ts';

/** The plan on paper: every appointment with all its details, black on white. */
export function PlanSheet({ entries, withCoach }: { entries: readonly PlanEntry[]; withCoach: boolean }) {
  const today = useNow().date;
  return (
    <Box sx={{ color: 'common.black', bgcolor: 'common.white' }}>
      {[...groupBy([...entries], ({ date }) => date)].map(([date, ofDay]) => (
        <section key={date}>
          <Typography variant="h2" sx={{ mt: 6, mb: 2, breakAfter: 'avoid' }}>
            {ofDay[0]?.weekDay} der {germanDate(date)}
          </Typography>
          {ofDay.map((entry) => (
            <Box
              key={entry.id}
              sx={{ py: 2, borderTop: '1px solid', borderColor: 'common.black', breakInside: 'avoid' }}
            >
              <Typography sx={{ fontWeight: 700 }}>
                {entry.timeSlot} Uhr · {entry.participantFullName}
                {withCoach && ` · bei ${entry.coachFullName}`}
              </Typography>
              {linesOf(entry, today).map(([label, value]) => (
                <Typography key={label} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {label}: {value || '–'}
                </Typography>
              ))}
            </Box>
          ))}
        </section>
      ))}
    </Box>
  );
}

function linesOf(entry: PlanEntry, today: string): [label: string, value: string][] {
  const further = entry.remainingAppointments.map(
    (other) =>
      `${germanStretch({
        date: other.appointmentDate,
        start: other.appointmentFromTime,
        end: other.appointmentTillTime,
      })} bei ${other.coachName}`,
  );
  return [
    ['Telefon', entry.participantPhoneNumber],
    ['E-Mail', entry.participantEmail],
    ['Status', statusWord(entry.status, entry.date, today)],
    ['Qualifizierung', entry.participantQualification],
    ['Letzter Tag der Qualifizierung', germanDate(entry.participantEndOfQualification ?? '')],
    ['Uploads', entry.files.data.map(({ name }) => name).join(', ')],
    ['Weitere Termine', further.join('; ')],
  ];
}
