import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { AbsentToday, SickButton } from '../../features/absences/ui/SickToday.tsx';
import { isAttendanceOpen } from '../../features/booking/ui/AttendanceQuestion.tsx';
import { CoachingLink } from '../../features/booking/ui/CoachingLink.tsx';
import type { ListedFile } from '../../features/files/contract.ts';
import { DocumentsButton } from '../../features/files/ui/DocumentsButton.tsx';
import { PlanFacts } from '../../features/appointments/ui/PlanFacts.tsx';
import { addDays, germanDate, minutesOf } from '../../shared/berlin.ts';
import { useNow, type WallClock } from '../../web/clock.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { PhoneLink } from '../../web/ui/layout/PhoneLink.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getDailyPlan, type PlanEntry } from '../../features/appointments/contract.ts';
import { appointmentsWithoutCoachFile, isUnfinished } from '../../features/appointments/rules.ts';
import { dailyPlanPath } from '../../features/appointments/ui/dailyPlanPath.ts';
import { Appointments } from './Appointments.tsx';
import { AwaitingDocuments } from './AwaitingDocuments.tsx';
import { maxListed, row, timeText } from './entries.ts';
import { documentsToAnswer } from './documentsToAnswer.ts';
import { EntryChips } from './EntryChips.tsx';
import { NewDocuments } from './NewDocuments.tsx';
import { OpenSlotsToday } from './OpenSlotsToday.tsx';
import { UnansweredAttendance } from './UnansweredAttendance.tsx';

/** Whether an appointment that has not ended runs already, or begins within an hour. */
const startsWithinHour = ({ date, timeSlot }: PlanEntry, now: WallClock) =>
  date === now.date && minutesOf(timeSlot.slice(0, 5)) - minutesOf(now.time) <= 60;

/** The page covers this many days before today, and as many from today on. */
const rangeDays = 14;

/**
 * A coach's home page: the next appointment with its link, the question who was there in the last week, the documents
 * that wait for an answer, the day, the following appointments, and the participants who are waiting for a document
 * (reference 7.10).
 */
export default function CoachWelcomePage() {
  const { user } = useSession();
  const now = useNow();
  const till = addDays(now.date, rangeDays - 1);
  const plan = useApiQuery(getDailyPlan, { fromDate: addDays(now.date, -rangeDays), tillDate: till });
  const entries = plan.data?.data ?? [];
  const upcoming = entries.filter((entry) => isUnfinished(entry, now));
  const [nextEntry] = upcoming;
  // The next appointment is at the top, so the lists leave it out.
  const entriesToday = entries.filter((entry) => entry.date === now.date && entry !== nextEntry);
  const laterEntries = upcoming.filter((entry) => entry.date > now.date && entry !== nextEntry);
  const unansweredEntries = entries.filter((entry) => entry !== nextEntry && isAttendanceOpen(entry, now)).toReversed();
  // What wants an answer stands near the top, but not above an appointment that the coach may be about to join.
  const asksFirst = !nextEntry || !startsWithinHour(nextEntry, now);
  const attendanceSection = unansweredEntries.length > 0 && (
    <Section title="Wer war da?">
      <UnansweredAttendance entries={unansweredEntries} />
    </Section>
  );
  // Beside a document stands the participant's next appointment, otherwise the last one.
  const newDocuments = documentsToAnswer<ListedFile, PlanEntry>([...upcoming, ...entries.toReversed()]);
  const entriesWithoutDocument = appointmentsWithoutCoachFile(entries, now);
  return (
    <>
      <PageHeader title={`Willkommen, ${user?.firstName ?? ''}!`} actions={<SickButton />}>
        Die nächsten Termine auf einen Blick. Telefonnummer, Unterlagen und alles Weitere stehen im Tagesplan.
      </PageHeader>
      <AbsentToday />
      {plan.isError && <ErrorNotice error={plan.error} retry={() => void plan.refetch()} />}
      {plan.isLoading && <Loading blocks={6} height={72} />}
      {plan.data && upcoming.length === 0 && (
        <EmptyState picture="calendar" title="In den nächsten 14 Tagen ist noch nichts gebucht">
          Sobald Teilnehmer:innen einen Termin buchen, steht er hier.
        </EmptyState>
      )}
      {asksFirst && attendanceSection}
      {nextEntry && (
        <Section title="Nächster Termin">
          <NextAppointment entry={nextEntry} onChanged={() => void invalidate(getDailyPlan)} />
        </Section>
      )}
      {!asksFirst && attendanceSection}
      {newDocuments.length > 0 && (
        <Section title="Neue Unterlagen">
          <NewDocuments documents={newDocuments} />
        </Section>
      )}
      {plan.data && upcoming.length + entriesToday.length > 0 && (
        <Section title="Heute">
          {entriesToday.length > 0 ? (
            <Appointments entries={entriesToday} />
          ) : (
            <Typography sx={{ color: 'text.secondary' }}>
              {nextEntry?.date === now.date ? 'Sonst ist heute nichts gebucht.' : 'Für heute ist nichts gebucht.'}
            </Typography>
          )}
          <OpenSlotsToday />
        </Section>
      )}
      {laterEntries.length > 0 && (
        <Section title="Nächste Termine">
          <Appointments entries={laterEntries.slice(0, maxListed)} />
          {laterEntries.length > maxListed && (
            <Typography sx={{ mt: 4, color: 'text.secondary' }}>
              Insgesamt {laterEntries.length.toLocaleString('de-DE')} Termine bis {germanDate(till)}.
            </Typography>
          )}
        </Section>
      )}
      {!plan.isLoading && (
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: upcoming.length === 0 ? 'center' : 'start' }}
        >
          <Button component={Link} to="/daily-plan" variant="contained">
            Tagesplan öffnen
          </Button>
          <Button component={Link} to="/calendar" variant="outlined">
            Zum Kalender
          </Button>
          <Button component={Link} to={dailyPlanRangePath(now.date, till)} variant="outlined">
            Plan für 14 Tage
          </Button>
          <Button component={Link} to="/series-coach" variant="outlined">
            Serie anlegen
          </Button>
        </Box>
      )}
      {plan.data && (
        <Box sx={{ mt: 10 }}>
          <Section title="Wartet auf deine Unterlagen">
            <AwaitingDocuments entries={entriesWithoutDocument} />
          </Section>
        </Box>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 8 }}>
      <Typography id={id} variant="h2" sx={{ mb: 4 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

interface NextAppointmentProps {
  entry: PlanEntry;
  /** Called when a document has changed. */
  onChanged: () => void;
}

function NextAppointment({ entry, onChanged }: NextAppointmentProps) {
  const { date: today } = useNow();
  const factsId = useId();
  return (
    <Card sx={{ ...row, alignItems: 'center' }}>
      <Box id={factsId} sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 700 }}>
          <MuiLink component={Link} to={dailyPlanPath(entry)} color="inherit">
            {timeText(entry, today)}
          </MuiLink>
        </Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{entry.participantFullName}</Typography>
        <PhoneLink phone={entry.participantPhoneNumber} />
        <EntryChips entry={entry} />
      </Box>
      <DocumentsButton
        participant={{ id: entry.participantId, fullName: entry.participantFullName, inactive: false }}
        facts={<PlanFacts entry={entry} />}
        count={entry.files.meta.total}
        onChanged={onChanged}
      />
      {entry.href && <CoachingLink href={entry.href} describedBy={factsId} />}
    </Card>
  );
}

const dailyPlanRangePath = (from: string, till: string) => `/daily-plan?von=${from}&bis=${till}`;
