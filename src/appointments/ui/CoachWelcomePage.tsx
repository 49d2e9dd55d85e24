import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { addDays, germanDate, germanStretch } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { useAsk } from '../../web/query.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { dailyPlan, type PlanEntry } from '../contract.ts';
import { isAhead } from '../rules.ts';

/** How many days the welcome page looks ahead, today included, and how many appointments it names. */
const days = 14;
const named = 5;

/** Where a coach lands: the next appointments, and the way to the plan. */
export default function CoachWelcomePage() {
  const { user } = useSession();
  const now = useNow();
  const till = addDays(now.date, days - 1);
  const plan = useAsk(dailyPlan, { fromDate: now.date, tillDate: till });
  const next = plan.data?.data.filter((entry) => isAhead(entry, now));
  return (
    <>
      <PageHeader title={`Willkommen, ${user?.firstName ?? ''}!`}>
        Die nächsten Termine auf einen Blick. Telefonnummer, Unterlagen und alles Weitere stehen im Tagesplan.
      </PageHeader>
      <Typography variant="h2" sx={{ mb: 4 }}>
        Nächste Termine
      </Typography>
      {plan.isError && <ErrorNotice error={plan.error} retry={() => void plan.refetch()} />}
      {plan.isLoading && <Loading blocks={3} height={72} />}
      {next?.length === 0 && (
        <EmptyState picture="calendar" title="In den nächsten 14 Tagen ist noch nichts gebucht">
          Sobald Teilnehmer:innen einen Termin buchen, steht er hier.
        </EmptyState>
      )}
      {next && next.length > 0 && (
        <>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mb: 6, display: 'grid', gap: 3 }}>
            {next.slice(0, named).map((entry) => (
              <NextAppointment key={entry.id} entry={entry} today={now.date} />
            ))}
          </Box>
          {next.length > named && (
            <Typography sx={{ mb: 4, color: 'text.secondary' }}>
              Insgesamt {next.length.toLocaleString('de-DE')} Termine bis {germanDate(till)}.
            </Typography>
          )}
        </>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: next?.length === 0 ? 'center' : 'start' }}>
        <Button component={Link} to="/daily-plan" variant="contained">
          Tagesplan öffnen
        </Button>
        <Button component={Link} to={planOf(now.date, till)} variant="outlined">
          Plan für 14 Tage
        </Button>
      </Box>
    </>
  );
}

function NextAppointment({ entry, today }: { entry: PlanEntry; today: string }) {
  const day = entry.date === today ? 'Heute' : entry.date === addDays(today, 1) ? 'Morgen' : '';
  return (
    <Card component="li">
      <CardActionArea
        component={Link}
        to={planOf(entry.date, entry.date)}
        sx={{ px: { xs: 4, sm: 6 }, py: 4, display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 1 }}
      >
        <Typography component="span" sx={{ fontWeight: 700, minWidth: { sm: 340 } }}>
          {day && `${day}, `}
          {germanStretch({ date: entry.date, start: entry.timeSlot.slice(0, 5), end: entry.timeSlot.slice(-5) })}
        </Typography>
        <Typography component="span" sx={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
          {entry.participantFullName}
        </Typography>
      </CardActionArea>
    </Card>
  );
}

const planOf = (from: string, till: string) => `/daily-plan?von=${from}&bis=${till}`;
