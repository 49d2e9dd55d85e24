import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { roles } from '../../shared/roles.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useSession } from '../../web/session.ts';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getCoachList } from '../../features/coaches/contract.ts';
import { CoachFilter } from '../../features/coaches/ui/CoachFilter.tsx';
import { getOwnSeries, getSeries } from '../../features/appointments/series/contract.ts';
import { firstForm } from './seriesForm.ts';
import { listedDays, SeriesList } from './SeriesList.tsx';
import { useSeriesWish } from './useSeriesPlan.ts';

const SeriesPlanner = lazyComponent('SeriesPlanner', () => import('./SeriesPlanner.tsx'));

/**
 * Makes appointments of a weekly pattern, and lists what has been made so (reference 7.15): of any coach for admins, of
 * one's own calendar otherwise, whichever of the two addresses is open.
 */
export default function SeriesPage() {
  const asAdmin = useSession().user?.role.value === roles.admin.value;
  const first = useFirstForm(asAdmin);
  return (
    <>
      <PageHeader
        title="Serien"
        actions={
          <Button component={Link} to={asAdmin ? '/new-appointment-admin' : '/new-appointment-coach'}>
            Einzelnen Termin erstellen
          </Button>
        }
      >
        Aus dem Muster einer Woche werden viele Termine. Zuerst zeigt eine Vorschau, was entsteht und was nicht.
      </PageHeader>
      <Suspense fallback={<Waiting asAdmin={asAdmin} />}>
        {first ? <SeriesPlanner asAdmin={asAdmin} first={first} /> : <Waiting asAdmin={asAdmin} />}
      </Suspense>
      <Box component="section" aria-labelledby="serien" sx={{ mt: 12 }}>
        <Typography id="serien" variant="h2" sx={{ mb: 4 }}>
          Angelegte Serien
        </Typography>
        {asAdmin ? <AllSeries /> : <OwnSeries />}
      </Box>
    </>
  );
}

/** As high as the form: what stands below it does not move. */
function Waiting({ asAdmin }: { asAdmin: boolean }) {
  return (
    <Card sx={{ p: { xs: 4, sm: 6 }, minHeight: asAdmin ? { xs: 790, sm: 491 } : { xs: 716, sm: 418 } }}>
      <Loading blocks={4} height={56} />
    </Card>
  );
}

function OwnSeries() {
  const series = useApiQuery(getOwnSeries, listedDays(useNow().date));
  return <SeriesList series={series} asAdmin={false} />;
}

function AllSeries() {
  const { wish, setCoach } = useSeriesWish();
  const series = useApiQuery(getSeries, { ...listedDays(useNow().date), coachId: wish.coach }, { keep: true });
  return (
    <>
      <Box sx={{ mb: 4 }}>
        <CoachFilter coach={wish.coach} onChange={setCoach} />
      </Box>
      <SeriesList series={series} asAdmin />
    </>
  );
}

/** The form at first; null while the name of the coach in the address is loading. What changes later stays typed. */
function useFirstForm(asAdmin: boolean) {
  const { wish } = useSeriesWish();
  const { date: today } = useNow();
  const named = asAdmin ? (wish.coach ?? 0) : 0;
  const coaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: named > 0 });
  const isReady = named === 0 || !coaches.isPending;
  const [first, setFirst] = useState<ReturnType<typeof firstForm> | null>(null);
  if (!first && isReady) {
    const coach = coaches.data?.data.find(({ value }) => value === named) ?? null;
    setFirst(firstForm(wish, coach, today));
  }
  return first;
}
