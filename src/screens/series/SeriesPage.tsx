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
import { createInitialForm } from './seriesForm.ts';
import { listedRangeFrom, SeriesList } from './SeriesList.tsx';
import { useSeriesParams } from './useSeriesParams.ts';

const SeriesPlanner = lazyComponent('SeriesPlanner', () => import('./SeriesPlanner.tsx'));

/**
 * The page that creates appointments from a weekly pattern and lists the series (reference 7.15). It has two URLs. At
 * both of them, an admin sees the series of all coaches, and a coach sees their own.
 */
export default function SeriesPage() {
  const asAdmin = useSession().user?.role.value === roles.admin.value;
  const initialForm = useInitialForm(asAdmin);
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
      <Suspense fallback={<FormSkeleton asAdmin={asAdmin} />}>
        {initialForm ? (
          <SeriesPlanner asAdmin={asAdmin} initialForm={initialForm} />
        ) : (
          <FormSkeleton asAdmin={asAdmin} />
        )}
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

/** A placeholder as high as the form, so that the list below it does not move. */
function FormSkeleton({ asAdmin }: { asAdmin: boolean }) {
  return (
    <Card sx={{ p: { xs: 4, sm: 6 }, minHeight: asAdmin ? { xs: 790, sm: 491 } : { xs: 716, sm: 418 } }}>
      <Loading blocks={4} height={56} />
    </Card>
  );
}

function OwnSeries() {
  const seriesQuery = useApiQuery(getOwnSeries, listedRangeFrom(useNow().date));
  return <SeriesList seriesQuery={seriesQuery} asAdmin={false} />;
}

function AllSeries() {
  const { params, setCoach } = useSeriesParams();
  const seriesQuery = useApiQuery(
    getSeries,
    { ...listedRangeFrom(useNow().date), coachId: params.coachId },
    { keepPrevious: true },
  );
  return (
    <>
      <Box sx={{ mb: 4 }}>
        <CoachFilter coach={params.coachId} onChange={setCoach} />
      </Box>
      <SeriesList seriesQuery={seriesQuery} asAdmin />
    </>
  );
}

/**
 * Returns the initial values of the form; null while the name of the coach in the URL is loading. A later change of the
 * URL does not change these values.
 */
function useInitialForm(asAdmin: boolean) {
  const { params } = useSeriesParams();
  const { date: today } = useNow();
  const coachId = asAdmin ? params.coachId : null;
  const coaches = useApiQuery(getCoachList, {}, { staleTime: 60_000, enabled: coachId !== null });
  const isReady = coachId === null || !coaches.isPending;
  const [initialForm, setInitialForm] = useState<ReturnType<typeof createInitialForm> | null>(null);
  if (!initialForm && isReady) {
    const coach = coaches.data?.data.find(({ value }) => value === coachId) ?? null;
    setInitialForm(createInitialForm(params, coach, today));
  }
  return initialForm;
}
