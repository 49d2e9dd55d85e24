import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { CalendarFileButton } from '../../calendar/ui/CalendarFileButton.tsx';
import { DocumentsButton } from '../../files/ui/DocumentsButton.tsx';
import { germanDate, germanStretch } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { renew } from '../../web/query.ts';
import { Fact, Facts } from '../../web/ui/Fact.tsx';
import { dailyPlan, fullPlan, type PlanEntry } from '../contract.ts';
import { isAhead, statusWord } from '../rules.ts';

/** One appointment of the plan: time, name and, for admins, coach; opening to everything a coach needs for the talk. */
export function PlanTile({ entry, withCoach = false }: { entry: PlanEntry; withCoach?: boolean }) {
  const missed = entry.status === 'V';
  return (
    <Accordion slotProps={{ transition: { unmountOnExit: true } }}>
      <AccordionSummary
        data-entry
        expandIcon={<ExpandIcon />}
        sx={{
          px: { xs: 4, sm: 6 },
          bgcolor: (t) => (missed ? t.vars.palette.Alert.errorStandardBg : 'transparent'),
        }}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 6, rowGap: 1, minWidth: 0 }}>
          <Typography component="span" sx={{ fontWeight: 700, minWidth: 164 }}>
            {entry.timeSlot} Uhr
          </Typography>
          <Typography component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {entry.participantFullName}
          </Typography>
          {withCoach && (
            <Typography component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0, color: 'text.secondary' }}>
              bei {entry.coachFullName}
            </Typography>
          )}
          {missed && <Chip size="small" variant="outlined" color="error" label="Versäumt" />}
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ px: { xs: 4, sm: 6 }, pt: 4, pb: 6, borderTop: 1, borderColor: 'divider' }}>
        <Details entry={entry} />
      </AccordionDetails>
    </Accordion>
  );
}

function Details({ entry }: { entry: PlanEntry }) {
  const now = useNow();
  const phone = entry.participantPhoneNumber;
  const email = entry.participantEmail;
  return (
    <>
      <Facts>
        <Fact label="Telefon">{phone && <Link href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Link>}</Fact>
        <Fact label="Letzter Tag der Qualifizierung">{germanDate(entry.participantEndOfQualification ?? '')}</Fact>
        <Fact label="E-Mail">{email && <Link href={`mailto:${email}`}>{email}</Link>}</Fact>
        <Fact label="Status">{statusWord(entry.status, entry.date, now.date)}</Fact>
        <Fact label="Qualifizierung">{entry.participantQualification}</Fact>
        <Fact label="Uploads">{entry.files.data.map(({ name }) => name).join(', ')}</Fact>
        <Fact label="Weitere Termine">
          {entry.remainingAppointments.length > 0 && <Further appointments={entry.remainingAppointments} />}
        </Fact>
      </Facts>
      <Box className="no-print" sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <DocumentsButton
          participant={{ id: entry.participantId, fullName: entry.participantFullName, inactive: false }}
          count={entry.files.meta.total}
          onChanged={() => void renew(dailyPlan, fullPlan)}
        />
        {isAhead(entry, now) && (
          <CalendarFileButton appointment={entry} of={`${entry.timeSlot} Uhr, ${entry.participantFullName}`} />
        )}
      </Box>
    </>
  );
}

function Further({ appointments }: { appointments: PlanEntry['remainingAppointments'] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {appointments.map(({ appointmentId, appointmentDate, appointmentFromTime, appointmentTillTime, coachName }) => (
        <li key={appointmentId}>
          {germanStretch({ date: appointmentDate, start: appointmentFromTime, end: appointmentTillTime })} bei{' '}
          {coachName}
        </li>
      ))}
    </Box>
  );
}
