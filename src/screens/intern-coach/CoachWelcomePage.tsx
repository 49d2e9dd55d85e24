import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { AbsentToday, SickButton } from '../../features/absences/ui/SickToday.tsx';
import { CoachingLink } from '../../features/booking/ui/CoachingLink.tsx';
import { DocumentsButton } from '../../features/files/ui/DocumentsButton.tsx';
import { NewDocumentsChip } from '../../features/files/ui/NewDocumentsChip.tsx';
import { PlanFacts } from '../../features/appointments/ui/PlanFacts.tsx';
import { addDays, germanDate, germanSlot } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { MoreButton, useShowMore } from '../../web/ui/buttons/MoreButton.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { useFocusAfterDelete } from '../../web/ui/buttons/useFocusAfterDelete.ts';
import { getDailyPlan, type PlanEntry } from '../../features/appointments/contract.ts';
import { isUnfinished, appointmentsWithoutCoachFile } from '../../features/appointments/rules.ts';
import { dailyPlanPath } from '../../features/appointments/ui/dailyPlanPath.ts';
import { statuses } from '../../shared/coaching.ts';

/** The page covers this many days before today, and as many from today on. */
const rangeDays = 14;

/** The maximum number of appointments that a list shows at first. */
const maxListed = 5;

/**
 * A coach's home page: the next appointment with its link, today's and the following appointments, and the participants
 * who are waiting for a document.
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
  const entriesToday = entries.filter(
    (entry) => entry.date === now.date && entry.status === statuses.booked && entry !== nextEntry,
  );
  const laterEntries = upcoming.filter((entry) => entry.date > now.date && entry !== nextEntry);
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
      {nextEntry && (
        <Section title="Nächster Termin">
          <NextAppointment entry={nextEntry} today={now.date} onChanged={() => void invalidate(getDailyPlan)} />
        </Section>
      )}
      {plan.data && upcoming.length + entriesToday.length > 0 && (
        <Section title="Heute">
          {entriesToday.length > 0 ? (
            <Appointments entries={entriesToday} today={now.date} />
          ) : (
            <Typography sx={{ color: 'text.secondary' }}>
              {nextEntry?.date === now.date ? 'Sonst ist heute nichts gebucht.' : 'Für heute ist nichts gebucht.'}
            </Typography>
          )}
        </Section>
      )}
      {laterEntries.length > 0 && (
        <Section title="Nächste Termine">
          <Appointments entries={laterEntries.slice(0, maxListed)} today={now.date} />
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
  today: string;
  /** Called when a document has changed. */
  onChanged: () => void;
}

function NextAppointment({ entry, today, onChanged }: NextAppointmentProps) {
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
        <NewDocumentsChip documents={entry.files.data} />
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

function Appointments({ entries, today }: { entries: readonly PlanEntry[]; today: string }) {
  return (
    <Box component="ul" sx={list}>
      {entries.map((entry) => (
        <Card component="li" key={entry.id}>
          <CardActionArea component={Link} to={dailyPlanPath(entry)} sx={row}>
            <Typography component="span" sx={{ fontWeight: 700, minWidth: { sm: 340 } }}>
              {timeText(entry, today)}
            </Typography>
            <Typography component="span" sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
              {entry.participantFullName}
            </Typography>
            <NewDocumentsChip documents={entry.files.data} />
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
}

/** Recent appointments for which the coach has not uploaded a document yet. */
function AwaitingDocuments({ entries }: { entries: readonly PlanEntry[] }) {
  const { shownItems, showMore } = useShowMore(entries, maxListed);
  const section = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => entries.map(({ id }) => id), [entries]);
  const focusNext = useFocusAfterDelete(section, ids);
  return (
    <Box ref={section} tabIndex={-1} sx={{ outline: 'none' }}>
      {entries.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>
          Nach allen Terminen der letzten 14 Tage liegt eine Datei vom Coach vor.
        </Typography>
      )}
      <Box component="ul" sx={list}>
        {shownItems.map((entry) => (
          <Card component="li" key={entry.id} data-entry tabIndex={-1} sx={{ ...row, alignItems: 'center' }}>
            <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                <MuiLink component={Link} to={dailyPlanPath(entry)} color="inherit">
                  {entry.participantFullName}
                </MuiLink>
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                Termin am {germanDate(entry.date)}, noch keine Datei vom Coach
              </Typography>
            </Box>
            <DocumentsButton
              participant={{ id: entry.participantId, fullName: entry.participantFullName, inactive: false }}
              facts={<PlanFacts entry={entry} />}
              count={entry.files.meta.total}
              onChanged={() => {
                focusNext(entry.id);
                void invalidate(getDailyPlan);
              }}
            />
          </Card>
        ))}
      </Box>
      <MoreButton showMore={showMore} />
    </Box>
  );
}

function timeText({ date, timeSlot }: PlanEntry, today: string): string {
  const day = date === today ? 'Heute, ' : date === addDays(today, 1) ? 'Morgen, ' : '';
  return day + germanSlot({ date, timeSlot });
}

const dailyPlanRangePath = (from: string, till: string) => `/daily-plan?von=${from}&bis=${till}`;
const list = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 } as const;
const row = { px: { xs: 4, sm: 6 }, py: 4, display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 2 } as const;
