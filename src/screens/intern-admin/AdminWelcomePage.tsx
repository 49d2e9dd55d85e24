import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { fullOverviewPath } from '../../features/appointments/ui/useOverviewFilters.ts';
import type { StaffRating } from '../../features/ratings/contract.ts';
import { addDays, germanDate } from '../../shared/berlin.ts';
import { lazyComponent, lazyOptionalComponent } from '../../web/lazyComponent.ts';
import { useNow } from '../../web/clock.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getToday, getWelcomeData } from '../../features/dashboard/contract.ts';
import { figureSpans } from '../../features/dashboard/rules.ts';
import { ExampleValues } from './ExampleValues.tsx';
import { TodaysTasks } from './TodaysTasks.tsx';

// Loaded after the page, because its table is larger than the rest of it.
const DayOfCoaches = lazyComponent('DayOfCoaches', () => import('./DayOfCoaches.tsx'));
// Loaded after the page, because the ratings are below the fold.
const RatingTile = lazyOptionalComponent('RatingTile', async () => ({
  default: (await import('../../features/ratings/ui/RatingTile.tsx')).RatingTile,
}));

/** The maximum number of ratings on the page (reference 10.1). */
const maxRatings = 5;

/**
 * An admin's home page: today's tasks, the day of each coach, three counts for the next 30 days, and the last five
 * ratings (reference 10.1).
 */
export default function AdminWelcomePage() {
  const { user } = useSession();
  const { date } = useNow();
  const welcome = useApiQuery(getWelcomeData, { date, limit: maxRatings, coachId: null });
  // What was just done elsewhere, such as an answer to 'Wer war da?', counts when the admin comes back.
  const isDayLoading = useApiQuery(getToday, {}, { staleTime: 0 }).isLoading;
  const range = { from: date, till: addDays(date, figureSpans.days - 1) };
  return (
    <>
      <PageHeader title={`Willkommen, ${user?.firstName ?? ''}!`}>
        Was heute zu tun ist, und wie der Kalender der nächsten Wochen aussieht.
      </PageHeader>
      <ExampleValues />
      <TodaysTasks today={date} />
      {/* What is below the day appears with it, because its height is unknown before. */}
      <Suspense fallback={<Loading blocks={5} height={40} />}>
        <DayOfCoaches today={date} />
        <div hidden={isDayLoading}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mb: 8 }}>
            <Button component={Link} to="/new-appointment-admin" variant="contained">
              Termine erstellen
            </Button>
            <Button component={Link} to="/calendar-admin" variant="outlined">
              Zum Kalender
            </Button>
            <Button component={Link} to="/series-admin" variant="outlined">
              Serie anlegen
            </Button>
            <Button component={Link} to="/new-appointment-upload" variant="outlined">
              Zum Termin Upload
            </Button>
            <Button component={Link} to="/dashboard" variant="outlined">
              Zum Dashboard
            </Button>
          </Box>
          <Box component="section" aria-labelledby="uebersicht" sx={{ mb: 10 }}>
            <Typography id="uebersicht" variant="h2" sx={{ mb: 1 }}>
              Übersicht über die nächsten 30 Tage
            </Typography>
            <Typography sx={{ mb: 4, color: 'text.secondary' }}>
              Vom {germanDate(range.from)} bis {germanDate(range.till)}, alle Coaches.
            </Typography>
            {welcome.isError && <ErrorNotice error={welcome.error} retry={() => void welcome.refetch()} />}
            {welcome.isLoading && <CountPlaceholders />}
            {welcome.data && (
              <Box component="ul" sx={threeColumns}>
                <CountCard
                  name="Freie Termine"
                  count={welcome.data.free.data}
                  to={fullOverviewPath(range, { only: 'free', type: 'Einzelcoaching' })}
                />
                <CountCard
                  name="Gebuchte Termine"
                  count={welcome.data.booked.data}
                  to={fullOverviewPath(range, { only: 'booked' })}
                />
                <CountCard
                  name="Speedcoachings"
                  count={welcome.data.speedcoaching.data}
                  to={fullOverviewPath(range, { type: 'Speedcoaching' })}
                />
              </Box>
            )}
          </Box>
          <Box component="section" aria-labelledby="bewertungen">
            <Typography id="bewertungen" variant="h2" sx={{ mb: 4 }}>
              Letzten 5 Bewertungen
            </Typography>
            {welcome.isLoading && <Loading blocks={maxRatings} height={72} />}
            {welcome.data && <LastRatings ratings={welcome.data.lastRatings} />}
          </Box>
        </div>
      </Suspense>
    </>
  );
}

/** Placeholders as large as the counts, shown until the counts have loaded. */
function CountPlaceholders() {
  return (
    <Box component="ul" aria-busy sx={threeColumns}>
      {['Freie Termine', 'Gebuchte Termine', 'Speedcoachings'].map((name) => (
        <Card component="li" key={name} sx={{ p: { xs: 4, sm: 6 } }}>
          <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {name}
          </Typography>
          <Typography component="span" variant="h1">
            …
          </Typography>
        </Card>
      ))}
    </Box>
  );
}

/** A card with a number of appointments, which links to the list of these appointments. */
function CountCard({ name, count, to }: { name: string; count: number; to: string }) {
  return (
    <Card component="li">
      <CardActionArea component={Link} to={to} sx={{ p: { xs: 4, sm: 6 }, height: '100%' }}>
        <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {name}
        </Typography>
        <Typography component="span" variant="h1">
          {count.toLocaleString('de-DE')}
        </Typography>
      </CardActionArea>
    </Card>
  );
}

function LastRatings({ ratings }: { ratings: readonly StaffRating[] }) {
  if (ratings.length === 0)
    return (
      <EmptyState picture="lens" title="Noch keine Bewertungen">
        Sobald Teilnehmer:innen ein Coaching bewerten, steht es hier.
      </EmptyState>
    );
  return (
    <Suspense fallback={<Loading blocks={maxRatings} height={72} />}>
      <Box sx={{ display: 'grid', gap: 3 }}>
        {ratings.map((rating) => (
          <RatingTile key={rating.ratingId} rating={rating} heading="h3" />
        ))}
      </Box>
      <Button component={Link} to="/ratingOverview" sx={{ mt: 4 }}>
        Alle Bewertungen
      </Button>
    </Suspense>
  );
}

const threeColumns = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
} as const;
