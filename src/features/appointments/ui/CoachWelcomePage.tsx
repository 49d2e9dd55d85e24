import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { CoachingLink } from '../../booking/ui/CoachingLink.tsx';
import { DocumentsButton } from '../../files/ui/DocumentsButton.tsx';
import { addDays, germanDate, germanStretch } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { renew, useAsk } from '../../web/query.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { MoreButton, usePages } from '../../web/ui/MoreButton.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { useFocusAfterDelete } from '../../web/ui/useFocusAfterDelete.ts';
import { dailyPlan, type PlanEntry } from '../contract.ts';
import { isAhead, withoutCoachFile } from '../rules.ts';

/** How many days the page looks ahead, today included, and back; how many appointments it names beyond today's. */
const days = 14;
const named = 5;

/** Where a coach lands: the next appointment with the way in, today, the days to come, and who waits for a file. */
export default function CoachWelcomePage() {
  const { user } = useSession();
  const now = useNow();
  const till = addDays(now.date, days - 1);
  const plan = useAsk(dailyPlan, { fromDate: addDays(now.date, -days), tillDate: till });
  const entries = plan.data?.data ?? [];
  const ahead = entries.filter((entry) => isAhead(entry, now));
  const [next] = ahead;
  const today = entries.filter((entry) => entry.date === now.date && entry.status === 'G');
  const later = ahead.filter((entry) => entry.date > now.date);
  const waiting = withoutCoachFile(entries, now);
  return (
    <>
      <PageHeader title={`Willkommen, ${user?.firstName ?? ''}!`}>
        Die nächsten Termine auf einen Blick. Telefonnummer, Unterlagen und alles Weitere stehen im Tagesplan.
      </PageHeader>
      {plan.isError && <ErrorNotice error={plan.error} retry={() => void plan.refetch()} />}
      {plan.isLoading && <Loading blocks={3} height={72} />}
      {plan.data && ahead.length === 0 && (
        <EmptyState picture="calendar" title="In den nächsten 14 Tagen ist noch nichts gebucht">
          Sobald Teilnehmer:innen einen Termin buchen, steht er hier.
        </EmptyState>
      )}
      {next && (
        <Section title="Nächster Termin">
          <NextAppointment entry={next} today={now.date} />
        </Section>
      )}
      {plan.data && ahead.length + today.length > 0 && (
        <Section title="Heute">
          {today.length > 0 ? (
            <Appointments entries={today} today={now.date} />
          ) : (
            <Typography sx={{ color: 'text.secondary' }}>Für heute ist nichts gebucht.</Typography>
          )}
        </Section>
      )}
      {later.length > 0 && (
        <Section title="Nächste Termine">
          <Appointments entries={later.slice(0, named)} today={now.date} />
          {later.length > named && (
            <Typography sx={{ mt: 4, color: 'text.secondary' }}>
              Insgesamt {later.length.toLocaleString('de-DE')} Termine bis {germanDate(till)}.
            </Typography>
          )}
        </Section>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: ahead.length === 0 ? 'center' : 'start' }}>
        <Button component={Link} to="/daily-plan" variant="contained">
          Tagesplan öffnen
        </Button>
        <Button component={Link} to={planOf(now.date, till)} variant="outlined">
          Plan für 14 Tage
        </Button>
      </Box>
      {plan.data && (
        <Box sx={{ mt: 10 }}>
          <Section title="Wartet auf deine Unterlagen">
            <WaitingList entries={waiting} />
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

function NextAppointment({ entry, today }: { entry: PlanEntry; today: string }) {
  const facts = useId();
  return (
    <Card sx={{ ...row, alignItems: 'center' }}>
      <Box id={facts} sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 700 }}>{stretchOf(entry, today)}</Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{entry.participantFullName}</Typography>
      </Box>
      {entry.href && <CoachingLink href={entry.href} describedBy={facts} />}
    </Card>
  );
}

function Appointments({ entries, today }: { entries: readonly PlanEntry[]; today: string }) {
  return (
    <Box component="ul" sx={list}>
      {entries.map((entry) => (
        <Card component="li" key={entry.id}>
          <CardActionArea component={Link} to={planOf(entry.date, entry.date)} sx={row}>
            <Typography component="span" sx={{ fontWeight: 700, minWidth: { sm: 340 } }}>
              {stretchOf(entry, today)}
            </Typography>
            <Typography component="span" sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
              {entry.participantFullName}
            </Typography>
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
}

/** Sessions of the last days after which no coach has uploaded anything yet; one that has its file leaves the list. */
function WaitingList({ entries }: { entries: readonly PlanEntry[] }) {
  const { shown, more } = usePages(entries, named);
  const place = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => entries.map(({ id }) => id), [entries]);
  const served = useFocusAfterDelete(place, ids);
  return (
    <Box ref={place} tabIndex={-1} sx={{ outline: 'none' }}>
      {entries.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>
          Nach allen Terminen der letzten 14 Tage liegt eine Datei vom Coach vor.
        </Typography>
      )}
      <Box component="ul" sx={list}>
        {shown.map((entry) => (
          <Card component="li" key={entry.id} data-entry tabIndex={-1} sx={{ ...row, alignItems: 'center' }}>
            <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{entry.participantFullName}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                Termin am {germanDate(entry.date)}, noch keine Datei vom Coach
              </Typography>
            </Box>
            <DocumentsButton
              participant={{ id: entry.participantId, fullName: entry.participantFullName, inactive: false }}
              count={entry.files.meta.total}
              onChanged={() => {
                served(entry.id);
                void renew(dailyPlan);
              }}
            />
          </Card>
        ))}
      </Box>
      <MoreButton more={more} />
    </Box>
  );
}

function stretchOf({ date, timeSlot }: PlanEntry, today: string): string {
  const day = date === today ? 'Heute, ' : date === addDays(today, 1) ? 'Morgen, ' : '';
  return day + germanStretch({ date, start: timeSlot.slice(0, 5), end: timeSlot.slice(-5) });
}

const planOf = (from: string, till: string) => `/daily-plan?von=${from}&bis=${till}`;
const list = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 } as const;
const row = { px: { xs: 4, sm: 6 }, py: 4, display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 2 } as const;
